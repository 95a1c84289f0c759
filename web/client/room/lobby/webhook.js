/**
 * The dialog where the host configures a webhook that posts the room's turns and results to another
 * service.
 *
 * @import {RoomContext} from '../context.js'
 * @import {Text} from '../../lib/text.js'
 */
import { createCopyField } from '../../lib/copy-field.js';
import { inform } from '../../lib/dialog.js';
import { createButton, html, set } from '../../lib/dom.js';
import { language } from '../../lib/language.js';
import { languageOptions } from '../../lib/language-switch.js';
import { sayError } from '../../lib/problem.js';
import { requestAsSelf } from '../../lib/session.js';
import { loadPart } from '../../lib/text.js';

/**
 * @typedef {{channel: string, host: string | null, language: string, secret?: string}} Webhook the
 *   server's description of a webhook
 */

/** The services, with the pattern of their addresses. @type {Record<string, RegExp | null>} */
const CHANNELS = {
  discord: /^https:\/\/(\w+\.)?discord(app)?\.com\//,
  slack: /^https:\/\/hooks\.slack\.com\//,
  ntfy: /^https:\/\/ntfy\.sh\//,
  json: null,
};

/** The maximum number of characters in an address. The server enforces the same limit. */
const LONGEST = 2048;

/**
 * Returns the service of an address, or `null` if it is unknown.
 *
 * @param {string} url
 */
export function channelOf(url) {
  const known = Object.entries(CHANNELS).find(([, form]) => form?.test(url.trim()));
  return known?.[0] ?? null;
}

/**
 * Opens the dialog, and waits until it is closed.
 *
 * @param {Pick<RoomContext, 'room' | 'text' | 'announce'>} context
 */
export async function askWebhook({ room, text, announce }) {
  const path = `/api/rooms/${encodeURIComponent(room)}/webhook`;
  const [{ webhook }] = await Promise.all([
    requestAsSelf('GET', path),
    loadPart('room/text/*.webhook.json'),
  ]);
  const panel = new Panel(path, text, announce);
  panel.show(webhook);
  await inform(text, text('webhook.title'), [panel.element], null);
}

class Panel {
  /**
   * @param {string} path
   * @param {Text} text
   * @param {(sentence: string) => void} announce
   */
  constructor(path, text, announce) {
    this.path = path;
    this.text = text;
    this.announce = announce;
    this.content = html('div', { class: 'webhook' });
    // The status element must stay in the document, or else screen readers don't read its changes.
    this.said = html('p', { class: 'soft', role: 'status' });
    this.element = html('div', { class: 'webhook' }, this.content, this.said);
  }

  /** @param {Webhook | null} webhook */
  show(webhook) {
    this.#replace(webhook ? this.#status(webhook) : this.#form(null));
  }

  /**
   * Replaces the content. If the focused control disappears, the focus moves to the first control
   * that replaces it.
   *
   * @param {(Node | null)[]} content
   */
  #replace(content) {
    const had = this.content.contains(document.activeElement);
    this.said.textContent = '';
    this.content.replaceChildren(...content.filter((node) => node !== null));
    if (!had) return;
    /** @type {HTMLElement | null} */
    const next = this.content.querySelector('select, button.primary');
    next?.focus();
  }

  /**
   * Runs an action, and shows the error if it fails.
   *
   * @param {() => Promise<void>} act
   */
  async #attempt(act) {
    if (this.element.hasAttribute('aria-busy')) return;
    set(this.element, { 'aria-busy': 'true' });
    this.said.textContent = '';
    try {
      await act();
    } catch (error) {
      this.said.textContent = sayError(error, this.text);
    } finally {
      set(this.element, { 'aria-busy': null });
    }
  }

  /** @param {Webhook} webhook */
  #status(webhook) {
    const { text, path } = this;
    const { channel, host, secret } = webhook;
    const on = text('webhook.on', { host: host ?? '', channel: text(`webhook.${channel}`) });
    const tryIt = () =>
      this.#attempt(async () => {
        const { outcome, status } = await requestAsSelf('POST', `${path}/trial`, {});
        this.said.textContent = text(`webhook.outcome.${outcome}`, { status });
      });
    const remove = () =>
      this.#attempt(async () => {
        await requestAsSelf('DELETE', path);
        this.show(null);
        this.said.textContent = text('webhook.off');
      });
    return [
      html('p', {}, on),
      secret === undefined ? null : this.#secret(secret),
      html(
        'div',
        { class: 'choices' },
        createButton({ class: 'primary', onclick: tryIt }, text('webhook.try')),
        createButton(
          { onclick: () => this.#replace(this.#form(webhook)) },
          text('webhook.replace'),
        ),
        createButton({ class: 'danger', onclick: remove }, text('webhook.remove')),
      ),
    ];
  }

  /** @param {string} secret */
  #secret(secret) {
    const { text, announce } = this;
    const label = text('webhook.secret');
    const { field, copy, byHand } = createCopyField({
      text,
      id: 'webhook-secret',
      value: secret,
      label,
      keys: { copy: 'webhook.secret_copy', byHand: 'webhook.secret_select' },
      announce,
    });
    return html(
      'div',
      {},
      html('p', { class: 'soft' }, label),
      html('div', { class: 'invite' }, field, copy, byHand),
    );
  }

  /** @param {Webhook | null} before the webhook that the form replaces */
  #form(before) {
    const { text, path } = this;
    const hint = html('p', { id: 'webhook-hint', class: 'soft' });
    const channel = html(
      'select',
      { id: 'webhook-channel' },
      Object.keys(CHANNELS).map((channel) =>
        html(
          'option',
          { value: channel, selected: channel === before?.channel },
          text(`webhook.${channel}`),
        ),
      ),
    );
    const url = html('input', {
      id: 'webhook-url',
      type: 'url',
      required: true,
      maxlength: LONGEST,
      autocomplete: 'off',
      spellcheck: 'false',
      'aria-describedby': 'webhook-hint',
    });
    const spoken = html(
      'select',
      { id: 'webhook-language', translate: 'no' },
      languageOptions(before?.language ?? language()),
    );
    const explain = () => {
      hint.textContent = text(`webhook.hint_${channel.value}`);
    };
    channel.addEventListener('change', explain);
    url.addEventListener('input', () => {
      channel.value = channelOf(url.value) ?? channel.value;
      explain();
    });
    explain();
    const save = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.#attempt(async () => {
        const asked = { channel: channel.value, url: url.value, language: spoken.value };
        this.show((await requestAsSelf('PUT', path, asked)).webhook);
        this.said.textContent = text('webhook.saved');
      });
    };
    const back = createButton({ class: 'quiet', onclick: () => this.show(before) }, text('cancel'));
    return [
      html('p', {}, text('webhook.body')),
      html(
        'form',
        { onsubmit: save },
        html('label', { for: 'webhook-channel' }, text('webhook.channel')),
        channel,
        html('label', { for: 'webhook-url' }, text('webhook.url')),
        url,
        hint,
        html('label', { for: 'webhook-language' }, text('language.title')),
        spoken,
        html(
          'div',
          { class: 'actions' },
          before ? back : null,
          html('button', { type: 'submit', class: 'primary' }, text('webhook.save')),
        ),
      ),
    ];
  }
}
