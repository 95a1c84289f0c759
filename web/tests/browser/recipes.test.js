/**
 * Tests of the proxy configurations in docs/hosting.md, with the real programs: TLS, sockets, a
 * path, and the addresses of clients. A proxy that is not installed is skipped.
 */

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { Server } from './server.js';
import { start, whoseTurn } from './table.js';
import { expect, test } from './test.js';

const PAGE = readFileSync(new URL('../../../docs/hosting.md', import.meta.url), 'utf8');

/** The address of a client other than that of the browser. */
const OTHER_CLIENT = '127.0.0.5';
/** The milliseconds until a proxy accepts connections. */
const START_MS = 15_000;

/** The modules of Apache that the recipe needs, and those that every configuration needs. */
const APACHE_MODULES = ['mpm_event', 'authz_core', 'ssl', 'proxy', 'proxy_http'];

/**
 * @typedef {object} Place the values of a test for those in a recipe
 * @property {string} folder the folder of the certificate
 * @property {number} port the port of the proxy
 * @property {number} http a port for what the proxy does over http
 */
/**
 * @typedef {object} Recipe
 * @property {string} program
 * @property {string} block the language of the block in the page
 * @property {string} [path] the path under which browsers reach the server
 * @property {(config: string, place: Place) => string} whole makes a configuration of a block
 * @property {(file: string, folder: string) => string[]} run the arguments of the program
 */

/** @type {(recipe: string, { folder, port, http }: Place) => string} */
const caddyfile = (recipe, { folder, port, http }) =>
  `{\n  admin off\n  auto_https disable_redirects\n  http_port ${http}\n}\n` +
  recipe.replace(
    /^(?:play\.)?example\.org \{/m,
    `https://127.0.0.1:${port} {\n  tls ${folder}/cert.pem ${folder}/key.pem`,
  );

/** @type {(recipe: string, { folder, port }: Place) => string} */
const nginx = (recipe, { folder, port }) =>
  `daemon off;\npid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n` +
  ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};\n`)
    .join('') +
  `${recipe.replace('listen 443', `listen ${port}`)}\n}\n`;

/** @type {Recipe[]} */
const RECIPES = [
  {
    program: 'caddy',
    block: 'caddy',
    whole: caddyfile,
    run: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
  },
  {
    program: 'caddy',
    block: 'caddy-path',
    path: '/senda',
    whole: caddyfile,
    run: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
  },
  { program: 'nginx', block: 'nginx', whole: nginx, run: (file) => ['-c', file] },
  {
    program: 'nginx',
    block: 'nginx',
    path: '/senda',
    whole: (recipe, place) => nginx(recipe.replace('location /', 'location /senda/'), place),
    run: (file) => ['-c', file],
  },
  {
    program: 'apache2',
    block: 'apache',
    whole: (recipe, { folder, port }) =>
      `ServerRoot ${folder}\nPidFile ${folder}/pid\nErrorLog ${folder}/error.log\n` +
      `ServerName 127.0.0.1\nListen ${port}\n` +
      APACHE_MODULES.map(
        (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so\n`,
      ).join('') +
      recipe.replace('*:443', `*:${port}`),
    run: (file) => ['-DFOREGROUND', '-f', file],
  },
  {
    program: 'haproxy',
    block: 'haproxy',
    whole: (recipe, { port }) => recipe.replace(':443', `127.0.0.1:${port}`),
    run: (file) => ['-db', '-f', file],
  },
];

/**
 * Returns the block of the page in that language.
 *
 * @param {string} language
 */
function blockOf(language) {
  const block = new RegExp(`\n\`\`\`${language}\n([^]*?\n)\`\`\``).exec(PAGE)?.[1];
  if (block === undefined) throw new Error(`the page has no block of ${language}`);
  return block;
}

/** @param {string} program */
function isInstalled(program) {
  try {
    execFileSync('which', [program]);
    return true;
  } catch {
    return false;
  }
}

/** Returns a port that is free. */
async function freePort() {
  const listener = createServer();
  await new Promise((resolve) => listener.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = listener.address();
  await new Promise((resolve) => listener.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/**
 * Waits until a port accepts connections.
 *
 * @param {number} port
 */
async function isOpen(port) {
  const until = Date.now() + START_MS;
  const tryOnce = () =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('connect', () => resolve(true));
      socket.on('error', () => resolve(false));
      socket.on('close', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
  while (!(await tryOnce())) {
    if (Date.now() > until) throw new Error('the proxy accepts no connections');
    await setTimeout(50);
  }
}

/**
 * Requests a page as another client. Returns the status.
 *
 * @param {string} url
 */
function asOtherClient(url) {
  return new Promise((resolve, reject) => {
    const how = { localAddress: OTHER_CLIENT, rejectUnauthorized: false };
    const sent = request(url, how, (answer) => resolve(answer.resume().statusCode));
    sent.on('error', reject).end();
  });
}

for (const { program, block, path = '', whole, run } of RECIPES) {
  const name = `two people play through ${program}${path && ' under a path'}, over https`;
  test(name, { tag: '@deep' }, async ({ arrive }) => {
    test.skip(!isInstalled(program), `${program} is not installed`);
    const folder = mkdtempSync(join(tmpdir(), 'senda-proxy-'));
    const place = { folder, port: await freePort(), http: await freePort() };
    const address = `https://127.0.0.1:${place.port}${path}`;
    const options = ['--public-url', address, '--trust-proxy', '--access-log'];
    const server = await Server.open({ options });
    const [cert, key] = [`${folder}/cert.pem`, `${folder}/key.pem`];
    const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
    const made = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert];
    execFileSync('openssl', ['req', '-x509', ...made, ...subject], { stdio: 'ignore' });
    writeFileSync(`${folder}/both.pem`, readFileSync(cert, 'utf8') + readFileSync(key, 'utf8'));
    const config = whole(blockOf(block), place)
      .replaceAll('/path/to', folder)
      .replaceAll('play.example.org', '127.0.0.1')
      .replaceAll('127.0.0.1:8080', new URL(server.origin).host);
    const file = `${folder}/config`;
    writeFileSync(file, config);
    const proxy = spawn(program, run(file, folder), { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const output of [proxy.stdout, proxy.stderr])
      output.on('data', (/** @type {Buffer} */ text) => {
        said += text;
      });
    try {
      await isOpen(place.port).catch((error) => {
        throw new Error(`${error}:\n${said}\n${config}`);
      });
      const people = { baseURL: `${address}/`, ignoreHTTPSErrors: true };
      const ana = await arrive('Ana', people);
      const bruno = await arrive('Bruno', people);
      const link = await ana.createRoom();
      expect(link.startsWith(`${address}/r/`), link).toBe(true);
      await bruno.come(link);
      await bruno.sit();
      await start([ana, bruno]);
      for (let turn = 0; turn < 4; turn += 1) {
        const person = await whoseTurn([ana, bruno]);
        await person.takeTurn();
        if (turn === 2) await person.page.reload();
      }
      await expect(bruno.page.locator('body')).toHaveAttribute('data-line', 'open');
      const [cookie] = await ana.page.context().cookies(link);
      expect(cookie?.secure).toBe(true);
      // The server sees each client and not the proxy.
      expect(await asOtherClient(`${address}/check`)).toBe(200);
      await expect.poll(() => server.log).toContain(`client=${OTHER_CLIENT} `);
      // The environment of the tests is not that of the recipe.
      const warnings = server.log.split('\n').filter((line) => line.includes(' WARN '));
      expect(warnings.filter((line) => !line.includes('is no setting'))).toEqual([]);
      // Without the proxy, open pages would complain.
      for (const { page } of [ana, bruno]) await page.close();
    } finally {
      proxy.kill();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
