/**
 * A reverse proxy on a host that several programs share: it passes requests under a prefix on to a
 * server, and records all others.
 */

import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';

/** @import { IncomingMessage } from 'node:http' */
/** @import { AddressInfo } from 'node:net' */

export class SharedHost {
  /** The paths of the requests that were not under the prefix. @type {string[]} */
  outside = [];
  /** The paths of the requests that were passed on. @type {string[]} */
  inside = [];
  #listener = createServer();
  #target = new URL('http://127.0.0.1');
  #prefix;
  #strips;

  /**
   * @param {string} prefix the path without a slash at its end
   * @param {boolean} strips whether the server gets requests without the prefix
   */
  constructor(prefix, strips) {
    this.#prefix = prefix;
    this.#strips = strips;
    this.#listener.on('request', (received, response) => {
      const path = this.#pathOf(received);
      if (path === null) {
        response.writeHead(404).end('another program');
        return;
      }
      const { method, headers } = received;
      const { hostname, port } = this.#target;
      const passed = request({ hostname, port, method, path, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(response);
      });
      passed.on('error', () => response.destroy());
      received.pipe(passed);
    });
    this.#listener.on('upgrade', (received, page) => {
      const path = this.#pathOf(received);
      if (path === null) {
        page.destroy();
        return;
      }
      const server = connect(Number(this.#target.port), this.#target.hostname);
      const lines = received.rawHeaders.map((text, at) =>
        at % 2 === 0 ? `${text}: ` : `${text}\r\n`,
      );
      server.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
      for (const [one, other] of /** @type {const} */ ([
        [page, server],
        [server, page],
      ])) {
        one.pipe(other);
        one.on('error', () => other.destroy());
        one.on('close', () => other.destroy());
      }
    });
  }

  /**
   * Opens a proxy that has no server yet, since the server needs its address.
   *
   * @param {string} prefix
   * @param {boolean} strips
   */
  static async open(prefix, strips) {
    const proxy = new SharedHost(prefix, strips);
    proxy.#listener.listen(0, '127.0.0.1');
    await once(proxy.#listener, 'listening');
    return proxy;
  }

  /** @param {string} origin the address of the server */
  before(origin) {
    this.#target = new URL(origin);
  }

  /** The address where browsers reach the server, with a slash at its end. */
  get address() {
    const { port } = /** @type {AddressInfo} */ (this.#listener.address());
    return `http://127.0.0.1:${port}${this.#prefix}/`;
  }

  /**
   * Records a request.
   *
   * @param {IncomingMessage} received
   * @returns {string | null} the path for the server, or `null` if the server has no such path
   */
  #pathOf({ url = '' }) {
    const isInside = url.startsWith(`${this.#prefix}/`);
    (isInside ? this.inside : this.outside).push(url);
    if (!isInside) return null;
    return this.#strips ? url.slice(this.#prefix.length) : url;
  }

  close() {
    this.#listener.close();
    this.#listener.closeAllConnections();
  }
}
