import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gameOf, KINDS } from '../../../client/games/index.js';
import { openDocument } from '../document.js';

test('the drawing of a rule is different for each of its values', async () => {
  openDocument('index.html');
  for (const kind of KINDS) {
    const { rules, ruleDrawings } = gameOf(kind);
    const module = await ruleDrawings?.();
    assert.ok(module, kind);
    for (const [rule, values] of Object.entries(rules.values)) {
      const drawn = values.map((value) => {
        const picture = /** @type {any} */ (module.drawRule(rule, value));
        assert.ok(picture, `${kind}: ${rule}`);
        return picture.markup;
      });
      assert.equal(new Set(drawn).size, values.length, `${kind}: ${rule}`);
    }
    assert.equal(module.drawRule('another', true), null);
  }
});
