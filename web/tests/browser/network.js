/**
 * A network between a browser and a server that loses data silently. Unlike the cable, which closes
 * sockets, it keeps every connection open.
 */

import { once } from 'node:events';
import { createServer as createProxy, request } from 'node:http';
import { connect, createServer } from 'node:net';

/** @import { IncomingHttpHeaders } from 'node:http' */
/** @import { AddressInfo, Socket } from 'node:net' */

/**
 * @typedef {object} Way a connection through the network
 * @property {Socket} page the socket to the browser
 * @property {Socket} server
 * @property {boolean} up whether the server receives the data of the browser
 * @property {boolean} down whether the browser receives the data of the server
 */

export class Network {
  /** @type {Set<Way>} */
  #ways = new Set();
  /** Whether new connections are accepted but ignored. */
  #swallows = false;
  /**
   * The data of the server that is held back, or `null` if none is.
   *
   * @type {(() => void)[] | null}
   */
  #held = null;
  #listener = createServer((page) => this.#accept(page));
  #target;
  #from;

  /**
   * @param {string} target the origin of the server
   * @param {string} [from] the address of this machine that its connections come from
   */
  constructor(target, from) {
    this.#target = new URL(target);
    this.#from = from;
  }

  /**
   * @param {string} target the origin of the server
   * @param {string} [from] the address of this machine that its connections come from
   * @returns {Promise<Network>} a network that loses nothing yet
   */
  static async before(target, from) {
    const network = new Network(target, from);
    network.#listener.listen(0, '127.0.0.1');
    await once(network.#listener, 'listening');
    return network;
  }

  /** The origin where browsers reach the server through the network. */
  get origin() {
    const { port } = /** @type {AddressInfo} */ (this.#listener.address());
    return `http://127.0.0.1:${port}`;
  }

  /** @param {Socket} page */
  #accept(page) {
    page.on('error', () => {});
    if (this.#swallows) return;
    const server = connect({
      port: Number(this.#target.port),
      host: this.#target.hostname,
      ...(this.#from !== undefined && { localAddress: this.#from }),
    });
    server.on('error', () => {});
    const way = { page, server, up: true, down: true };
    this.#ways.add(way);
    page.on('data', (data) => void (way.up && server.write(data)));
    server.on('data', (data) => {
      const hand = () => void (way.down && page.write(data));
      if (this.#held) this.#held.push(hand);
      else hand();
    });
    page.on('close', () => {
      this.#ways.delete(way);
      if (way.up) server.destroy();
    });
    server.on('close', () => {
      if (way.down) page.destroy();
    });
  }

  /**
   * Loses all further data on the present connections, in one direction or both. New connections
   * work.
   *
   * @param {{up: boolean, down: boolean}} lost
   */
  drop({ up, down }) {
    for (const way of this.#ways) {
      if (up) way.up = false;
      if (down) way.down = false;
    }
  }

  /**
   * Closes all connections, and ignores new ones until `heal` is called. The ignored connections
   * stay lost even then.
   */
  swallow() {
    this.#swallows = true;
    for (const { page, server } of this.#ways) {
      page.destroy();
      server.destroy();
    }
    this.#ways.clear();
  }

  heal() {
    this.#swallows = false;
  }

  /** Holds back the data of the server until `release` is called. */
  hold() {
    this.#held = [];
  }

  release() {
    const held = this.#held ?? [];
    this.#held = null;
    for (const hand of held) hand();
  }

  close() {
    this.swallow();
    this.#listener.close();
  }
}

/**
 * Starts a reverse proxy without support for WebSockets: it forwards every request without
 * `Upgrade`.
 *
 * @param {string} target the origin of the server
 * @param {(headers: IncomingHttpHeaders) => IncomingHttpHeaders} [change] additional changes to the
 *   headers
 */
export async function plainProxy(target, change = (headers) => headers) {
  const proxy = createProxy((asked, answer) => {
    const { upgrade, connection, ...rest } = asked.headers;
    const headers = change(rest);
    const { method = 'GET', url = '/' } = asked;
    const passed = request(new URL(url, target), { method, headers, setHost: false }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = /** @type {AddressInfo} */ (proxy.address());
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
