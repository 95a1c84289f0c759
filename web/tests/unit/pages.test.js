import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { pages, readPage } from './pages.js';

const client = new URL('../../client/', import.meta.url);

/** @type {Record<string, string>} */
const sentences = JSON.parse(readFileSync(new URL('text/en.json', client), 'utf8'));

for (const page of pages) {
  const markup = readPage(page);
  const ids = [...markup.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id ?? '');

  test(`${page} has unique ids, and the targets of all its links and drawings`, () => {
    assert.ok(ids.length > 0);
    assert.deepEqual(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      [],
    );
    const referred = [...markup.matchAll(/\shref="#([^"]+)"/g)];
    assert.deepEqual(
      referred.map(([, id]) => id ?? '').filter((id) => !ids.includes(id)),
      [],
    );
  });

  test(`${page} has no inline style or script, which the content security policy would refuse`, () => {
    assert.doesNotMatch(markup, /<style|\sstyle=|\son[a-z]+=|javascript:/);
    for (const [script] of markup.matchAll(/<script[^>]*>/g))
      assert.match(
        script,
        /\ssrc="\/(lib|lobby|room|replay|history|day|screen|check|how-to|lessons|puzzle|you|admin)\//,
      );
  });

  if (page === 'offline.html') {
    test('the page without a server contains its texts, and no scripts', () => {
      for (const key of ['offline.title', 'offline.body', 'offline.again']) {
        assert.ok(markup.includes(`data-text="${key}">${sentences[key]}<`), key);
      }
      assert.doesNotMatch(markup, /<script/);
    });
    continue;
  }

  test(`${page} applies the chosen colours before it is painted`, () => {
    const early = markup.indexOf('<script src="/lib/first.js"></script>');
    assert.ok(early > markup.lastIndexOf('<meta name="theme-color"'), 'it changes these elements');
    // A script after a style sheet would wait for it.
    assert.ok(early < markup.indexOf('<link rel="stylesheet"'));
  });

  test(`${page} names its socket before the script that opens it`, () => {
    const socket = markup.indexOf('<meta name="socket"');
    assert.equal(socket >= 0, ['index.html', 'room.html'].includes(page));
    assert.ok(socket < markup.indexOf('<script src="/lib/first.js"></script>'));
  });

  test(`${page} contains the messages that must be visible without scripts or texts`, () => {
    for (const key of ['no_script', 'no_start', 'fault.body', 'fault.reload']) {
      assert.ok(markup.includes(`data-text="${key}">${sentences[key]}<`), key);
    }
    const scripts = [...markup.matchAll(/<script [^>]*src="([^"]+)"/g)];
    assert.equal(scripts[0]?.[1], '/lib/first.js', 'it must hear of whatever comes after it');
  });
}
