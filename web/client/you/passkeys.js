/**
 * Passkeys: signing in as the same person on every device that has one.
 *
 * @import {Text} from '../lib/text.js'
 */
import { confirm } from '../lib/dialog.js';
import { createButton, html, paint, part, write } from '../lib/dom.js';
import { Refused, request, requestAsSelf } from '../lib/session.js';
import { sayDate } from '../lib/time.js';

const PATH = '/api/session/passkeys';

/** The COSE algorithms that the server can verify: ES256 and RS256. */
const KINDS = [-7, -257];

/**
 * @typedef {object} Passkey
 * @property {string} id
 * @property {string} device
 * @property {number} since
 * @property {number | null} used
 * @property {boolean} verified whether the device verified its owner at the last use
 * @property {number} [warned] the time when its signature counter last went backwards
 */
/**
 * @typedef {{challenge: string, site: string, handle: string, name: string, lasts_ms: number}} Asked
 */

/**
 * Encodes bytes as base64url without padding, as the server does.
 *
 * @param {ArrayBuffer} bytes
 */
export function encode(bytes) {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** @param {string} text */
export function decode(text) {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

/**
 * Describes a passkey: its age, its last use, and a warning if there may be a copy of it.
 *
 * @param {Passkey} passkey
 * @param {Text} text
 */
export function describe({ since, used, verified, warned }, text) {
  const facts = [text('passkey.since', { day: sayDate(since) })];
  if (used !== null) facts.push(text('passkey.used', { day: sayDate(used) }));
  if (used !== null && !verified) facts.push(text('passkey.unverified'));
  const warning = warned === undefined ? null : text('passkey.warned', { day: sayDate(warned) });
  return { facts: facts.join(' · '), warning };
}

/**
 * Returns the reason why passkeys can't be used on this page, or `null`.
 *
 * @param {{secure: boolean, host: string, known: boolean}} page whether the page is a secure
 *   context, its host, and whether the browser supports passkeys
 * @returns {'insecure' | 'address' | 'missing' | null}
 */
export function hindrance({ secure, host, known }) {
  if (!secure) return 'insecure';
  if (/^[\d.]+$|:/.test(host)) return 'address';
  return known ? null : 'missing';
}

/**
 * Starts the passkeys section of the page.
 *
 * @param {Text} text
 * @param {object} page
 * @param {(sentence: string) => void} page.announce
 * @param {(act: () => Promise<void>) => Promise<void>} page.attempt runs an action, and shows the
 *   error if it fails
 * @param {(person: {name: string}) => Promise<void>} page.entered continues as the owner of the passkey
 */
export async function watchPasskeys(text, { announce, attempt, entered }) {
  /** @param {string} sentence */
  const say = (sentence) => write(part('passkey-note'), sentence);

  /**
   * Runs a dialog of the browser, which gives little information about a failure.
   *
   * @param {() => Promise<void>} act
   */
  const ask = (act) =>
    attempt(async () => {
      say('');
      try {
        await act();
      } catch (error) {
        if (error instanceof Refused || !(error instanceof DOMException)) throw error;
        say(text(error.name === 'InvalidStateError' ? 'passkey.there' : 'passkey.none'));
      }
    });

  async function show() {
    /** @type {{passkeys: Passkey[]}} */
    const { passkeys } = await requestAsSelf('GET', PATH);
    paint(part('passkeys'), passkeys.map(item));
    return passkeys;
  }

  /** @param {Passkey} passkey */
  function item(passkey) {
    const { id, device } = passkey;
    const { facts, warning } = describe(passkey, text);
    const what = device === '' ? text('passkey.some') : device;
    const remove = () =>
      attempt(async () => {
        if (!(await confirm(text, 'remove_passkey'))) return;
        await request('DELETE', `${PATH}/${id}`);
        await show();
        say(text('passkey.removed'));
        part('make-passkey').focus();
      });
    return html(
      'li',
      { key: id },
      html(
        'span',
        { class: 'who' },
        html('strong', {}, what),
        html('small', {}, facts),
        warning && html('small', { class: 'warning' }, warning),
      ),
      createButton(
        {
          class: 'quiet',
          'aria-label': text('passkey.remove_named', { device: what }),
          onclick: remove,
        },
        text('passkey.remove'),
      ),
    );
  }

  async function make() {
    const had = await show();
    /** @type {Asked} */
    const asked = await requestAsSelf('POST', `${PATH}/challenge`, {});
    const made = await navigator.credentials.create({
      publicKey: {
        challenge: decode(asked.challenge),
        rp: { id: asked.site, name: text('senda') },
        user: { id: decode(asked.handle), name: asked.name, displayName: asked.name },
        pubKeyCredParams: KINDS.map((alg) => ({ type: 'public-key', alg })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
        excludeCredentials: had.map(({ id }) => ({ type: 'public-key', id: decode(id) })),
        attestation: 'none',
        timeout: asked.lasts_ms,
      },
    });
    const { response } = /** @type {PublicKeyCredential} */ (made);
    const { clientDataJSON } = response;
    const answer = /** @type {AuthenticatorAttestationResponse} */ (response);
    const key = answer.getPublicKey?.();
    if (!key) {
      say(text('passkey.unfit'));
      return;
    }
    await request('POST', PATH, {
      client_data: encode(clientDataJSON),
      authenticator_data: encode(answer.getAuthenticatorData()),
      key: encode(key),
    });
    await show();
    say(text('passkey.made'));
  }

  async function use() {
    /** @type {Asked} */
    const asked = await requestAsSelf('POST', `${PATH}/challenge`, {});
    const shown = await navigator.credentials.get({
      publicKey: {
        challenge: decode(asked.challenge),
        rpId: asked.site,
        userVerification: 'preferred',
        timeout: asked.lasts_ms,
      },
    });
    const { rawId, response } = /** @type {PublicKeyCredential} */ (shown);
    const answer = /** @type {AuthenticatorAssertionResponse} */ (response);
    /** @type {{name: string}} */
    const person = await request('POST', `${PATH}/enter`, {
      id: encode(rawId),
      client_data: encode(answer.clientDataJSON),
      authenticator_data: encode(answer.authenticatorData),
      signature: encode(answer.signature),
    });
    announce(text('you.saved'));
    await entered(person);
  }

  const hindered = hindrance({
    secure: isSecureContext,
    host: location.hostname,
    known: 'PublicKeyCredential' in globalThis,
  });
  for (const [id, act] of /** @type {const} */ ([
    ['make-passkey', make],
    ['use-passkey', use],
  ])) {
    const button = /** @type {HTMLButtonElement} */ (part(id));
    button.disabled = hindered !== null;
    button.addEventListener('click', () => void ask(act));
  }
  if (hindered) say(text(`passkey.${hindered}`));
  await show();
}
