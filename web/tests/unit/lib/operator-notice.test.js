import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showOperatorNotice } from '../../../client/lib/operator-notice.js';

/** Creates a page that keeps what it shows and announces. */
function createPage() {
  /** @type {string[]} */
  const shown = [];
  /** @type {string[]} */
  const announced = [];
  const page = {
    text: /** @type {any} */ (
      (/** @type {string} */ key, /** @type {Record<string, string>} */ values) =>
        `${key} ${values['words'] ?? values['time']}`
    ),
    notices: { showOperator: (/** @type {string} */ sentence) => void shown.push(sentence) },
    announce: (/** @type {string} */ sentence) => void announced.push(sentence),
  };
  return { page, shown, announced };
}

/** Fetches no texts: a unit test has no server. */
const load = async () => {};

test('a notice is shown and announced once, however often the page reconnects', async () => {
  const { page, shown, announced } = createPage();
  const notice = { text: 'Back at nine', for_ms: 60_000 };
  await showOperatorNotice(page, notice, { load });
  await showOperatorNotice(page, { ...notice, for_ms: 50_000 }, { load });
  assert.deepEqual(shown, ['operator.says Back at nine']);
  assert.deepEqual(announced, shown);
  await showOperatorNotice(page, null);
  assert.equal(shown.at(-1), '', 'the operator has removed it');
  await showOperatorNotice(page, notice, { load });
  assert.equal(shown.at(-1), 'operator.says Back at nine');
  await showOperatorNotice(page, null);
});

test('a restart is announced with its time of day, and the same one only once', async () => {
  const { page, shown } = createPage();
  const now = Date.UTC(2026, 10, 27, 9, 0);
  const restart = { restart_in_ms: 600_000, for_ms: 600_000 };
  await showOperatorNotice(page, restart, { load, now });
  assert.match(shown[0] ?? '', /^operator\.restart \d+:10/);
  await showOperatorNotice(
    page,
    { ...restart, restart_in_ms: 540_000 },
    { load, now: now + 60_000 },
  );
  assert.equal(shown.length, 1);
  await showOperatorNotice(page, { ...restart, restart_in_ms: 1_200_000 }, { load, now });
  assert.match(shown[1] ?? '', /^operator\.restart \d+:20/);
  await showOperatorNotice(page, null);
});

test('a notice disappears when its time is over', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { page, shown } = createPage();
  await showOperatorNotice(page, { text: 'For a minute', for_ms: 60_000 }, { load });
  context.mock.timers.tick(59_999);
  assert.equal(shown.at(-1), 'operator.says For a minute');
  context.mock.timers.tick(1);
  assert.equal(shown.at(-1), '');
  await showOperatorNotice(page, null);
});
