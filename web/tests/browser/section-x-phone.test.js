/**
 * Tests of Section X on phones: the parts fit, and a turn takes few taps.
 */

import { look } from './checks.js';
import { deciding, dig, playOn, sideOf } from './section-x-dig.js';
import { begin, hasWalked, isPlacing, LAYING, PHONE } from './section-x-games.js';
import { expect, test } from './test.js';

/** @import { SectionXAction, SectionXView } from '../../client/protocol.js' */

/** The minimum size of a touch target in pixels. */
const FINGER = 44;
/** The number of turns whose taps are counted. */
const SERIES = 10;

test('two play Section X on phones', async ({ arrive, settle }) => {
  const people = [await arrive('Ana', PHONE), await arrive('Bruno', PHONE)];
  const { convicts } = await begin(settle, people, LAYING, { way: 'touch' });
  const laying = await playOn(convicts, isPlacing);
  if (!laying) throw new Error('the game was over before anybody could lay a tile');
  const { page } = laying;
  await laying.stock().first().tap();
  await look(laying.person, 'section-x-tile');
  await page.setViewportSize(PHONE.viewport);

  await laying.person.button('Zoom in').tap();
  await laying.person.button('Zoom in').tap();
  const size = await laying.cell('g7').boundingBox();
  expect(size?.width).toBeGreaterThanOrEqual(FINGER);
  for (const part of [
    laying.person.button('Show the whole board'),
    laying.person.button('Zoom in'),
    laying.commit(),
  ]) {
    await expect(part).toBeInViewport({ ratio: 1 });
    expect((await part.boundingBox())?.height).toBeGreaterThanOrEqual(FINGER);
  }

  // A finger drags the board without pressing anything.
  const board = page.locator('.board-picture');
  const before = await board.getAttribute('viewBox');
  const box = await board.boundingBox();
  if (!box) throw new Error('no board');
  const finger = await page.context().newCDPSession(page);
  const at = (/** @type {number} */ part) => ({
    x: box.x + box.width * part,
    y: box.y + box.height * 0.5,
  });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at(0.3)] });
  for (const part of [0.4, 0.5, 0.6])
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at(part)] });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  const west = async () => Number((await board.getAttribute('viewBox'))?.split(' ')[0]);
  // The board has moved as far as the finger, except for what the edge holds back.
  expect(Number(before?.split(' ')[0]) - (await west())).toBeGreaterThan(100);
  await expect(page.locator('.layer-ghost .tile')).toHaveCount(0);

  // Two fingers that move together zoom out.
  const closer = await board.getAttribute('viewBox');
  const two = (/** @type {number} */ apart) => [
    { ...at(0.5 - apart), id: 0 },
    { ...at(0.5 + apart), id: 1 },
  ];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: two(0.3) });
  for (const apart of [0.25, 0.2, 0.15])
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: two(apart) });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  const wide = (/** @type {string | null} */ seen) => Number(seen?.split(' ')[2]);
  expect(wide(await board.getAttribute('viewBox'))).toBeGreaterThan(wide(closer) * 1.3);
  if (await laying.person.button('Show the whole board').isVisible())
    await laying.person.button('Show the whole board').tap();
  await laying.putBack();

  // The number of turns until a player finds a tile with an entrance is random.
  const walked = await playOn(convicts, hasWalked);
  expect(walked).toBeTruthy();
});

/**
 * Returns the number of taps that some decisions of a turn took in the previous client, as counted
 * there: a tile took three, and so did the first step of a prisoner, who had to be selected, while
 * the target had to be tapped and confirmed.
 *
 * @param {readonly SectionXAction[]} turn
 */
function tapsOnce(turn) {
  const taps = turn.map((action, at) => {
    if (action.type === 'place') return 3;
    if (action.type !== 'step') return 1;
    const last = turn[at - 1];
    return last?.type === 'step' && last.prisoner === action.prisoner ? 2 : 3;
  });
  return taps.reduce((sum, one) => sum + one, 0);
}

/** @param {SectionXView} view */
const inPiles = ({ piles }) => piles.reduce((sum, { count }) => sum + count, 0);

test('on a phone a turn of Section X takes one tap per step, and many turns take few', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana', PHONE), await arrive('Bruno', PHONE)];
  const { convicts } = await begin(settle, people, LAYING, { way: 'touch' });
  let [taps, once, draws, most] = [0, 0, 0, 0];
  let left = Math.max(...convicts.map(({ view }) => inPiles(view)));
  // The turns are of every kind. At least one of them uses all steps.
  for (let turns = 0; turns < SERIES || most < 5; turns += 1) {
    const one = await deciding(convicts);
    if (!one) throw new Error('the game was over before anybody walked');
    await one.goOn();
    /** @type {SectionXAction[]} */
    const turn = [];
    let pressed = 0;
    const { turns: number } = one.view;
    for (let asked = one; asked === one && one.view.turns === number; ) {
      const action = dig(one.view, one.told.seat ?? 0, sideOf(one.told.seat ?? 0));
      one.presses = 0;
      await one.act(action);
      taps += one.presses;
      // The number of taps for a draw is not counted, because a tile may be drawn automatically
      // before the player is asked. The previous count leaves draws out as well.
      if (action.type !== 'draw') {
        pressed += one.presses;
        turn.push(action);
      }
      const next = await deciding(convicts);
      if (!next) throw new Error('the game was over');
      if (inPiles(next.view) < left) draws += 1;
      left = inPiles(next.view);
      asked = next;
    }
    once += tapsOnce(turn);
    const steps = turn.filter((action) => action.type === 'step').length;
    if (steps === 5) expect(pressed).toBeLessThanOrEqual(0.6 * tapsOnce(turn));
    most = Math.max(most, steps);
  }
  expect(draws, 'nearly every turn begins with a tile').toBeGreaterThan(SERIES / 2);
  expect(taps).toBeLessThanOrEqual(0.6 * (once + draws));
});
