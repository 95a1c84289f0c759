/**
 * A network between a browser and a server that loses what it is given, as networks do: without a word. Unlike the cable,
 * which closes sockets, it keeps every connection open.
 */

import { once } from 'node:events';
import { createServer as createProxy, request } from 'node:http';
import { connect, createServer } from 'node:net';

/** @import { IncomingHttpHeaders } from 'node:http' */
/** @import { AddressInfo, Socket } from 'node:net' */

/**
 * @typedef {object} Way a connection through the network
 * @property {Socket} page the browser's end
 * @property {Socket} server
 * @property {boolean} up whether the server gets what the browser sends
 * @property {boolean} down whether the browser gets what the server sends
 */

export class Network {
  /** @type {Set<Way>} */
  #ways = new Set();
  /** Whether new connections are accepted, and nothing else. */
  #swallows = false;
  /** What the server has sent while it is held. @type {(() => void)[] | null} */
  #held = null;
  #listener = createServer((page) => this.#accept(page));
  #target;

  /** @param {string} target the server's origin */
  constructor(target) {
    this.#target = new URL(target);
  }

  /**
   * @param {string} target the server's origin
   * @returns {Promise<Network>} one that loses nothing yet
   */
  static async before(target) {
    const network = new Network(target);
    network.#listener.listen(0, '127.0.0.1');
    await once(network.#listener, 'listening');
    return network;
  }

  /** Where browsers reach the server through it. */
  get origin() {
    const { port } = /** @type {AddressInfo} */ (this.#listener.address());
    return `http://127.0.0.1:${port}`;
  }

  /** @param {Socket} page */
  #accept(page) {
    page.on('error', () => {});
    if (this.#swallows) return;
    const server = connect(Number(this.#target.port), this.#target.hostname);
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
   * What is sent over the connections that there are is lost from now on, in one direction or both; new ones are good.
   *
   * @param {{up: boolean, down: boolean}} lost
   */
  drop({ up, down }) {
    for (const way of this.#ways) {
      if (up) way.up = false;
      if (down) way.down = false;
    }
  }

  /** Ends all connections, and answers nothing on new ones until it is healed. Those are lost even then. */
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

  /** Holds back what the server sends, until it is let go. */
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
 * A reverse proxy as it is before somebody has set it up for WebSockets: it passes every request on without `Upgrade`.
 *
 * @param {string} target the server's origin
 * @param {(headers: IncomingHttpHeaders) => IncomingHttpHeaders} [change] what else it does to the headers
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
