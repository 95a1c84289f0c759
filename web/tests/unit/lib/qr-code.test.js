import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { qrCode } from '../../../client/lib/qr-code.js';

/**
 * QR codes made by another program (python-qrcode 8, level M, bytes), each row as a hexadecimal
 * number.
 *
 * @type {{text: string, version: number, mask: number, rows: string[]}[]}
 */
const KNOWN = JSON.parse(readFileSync(new URL('./qr-codes.json', import.meta.url), 'utf8'));

/** @param {import('../../../client/lib/qr-code.js').Modules | null} modules */
const rows = (modules) =>
  (modules ?? []).map((row) =>
    BigInt(`0b${row.map((dark) => (dark ? '1' : '0')).join('')}`).toString(16),
  );

test('the codes equal those of another program', () => {
  assert.equal(KNOWN.length, 13);
  for (const { text, version, mask, rows: known } of KNOWN) {
    const made = qrCode(text, mask);
    assert.equal(made?.length, version * 4 + 17, text);
    assert.deepEqual(rows(made), known, `${text} with mask ${mask}`);
  }
});

test('the mask is the one with the lowest penalty', () => {
  const [first] = KNOWN;
  const best = rows(qrCode(first?.text ?? ''));
  const all = KNOWN.filter(({ text }) => text === first?.text).map(({ rows: known }) => known);
  assert.equal(all.filter((known) => known.join() === best.join()).length, 1);
});

test('a text that is too long has no code', () => {
  assert.notEqual(qrCode('x'.repeat(412)), null);
  assert.equal(qrCode('x'.repeat(413)), null);
});
