/**
 * Tests of the recognition of services by their addresses.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { channelOf } from '../../../client/room/lobby/webhook.js';

test('a service is recognised by its address', () => {
  for (const [url, channel] of [
    ['https://discord.com/api/webhooks/1/a', 'discord'],
    [' https://ptb.discord.com/api/webhooks/1/a', 'discord'],
    ['https://discordapp.com/api/webhooks/1/a', 'discord'],
    ['https://hooks.slack.com/services/T/B/x', 'slack'],
    ['https://ntfy.sh/topic', 'ntfy'],
    ['https://chat.example.org/hooks/x', null],
    ['https://discord.com.example.org/', null],
    ['https://example.org/https://ntfy.sh/', null],
    ['', null],
  ]) {
    assert.equal(channelOf(/** @type {string} */ (url)), channel, String(url));
  }
});
