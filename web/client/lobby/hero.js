/**
 * The game that plays by itself beside the headline. It loads after everything else, and rests
 * while it is out of view or the reader prefers reduced motion.
 *
 * @import {Demo} from '../games/index.js'
 * @import {Text} from '../lib/text.js'
 */
import { gameOf, KINDS } from '../games/index.js';
import { loadStyle } from '../games/modules.js';
import { part, set } from '../lib/dom.js';
import { whenIdle } from '../lib/later.js';

/** The milliseconds from one position to the next. */
const STEP_MS = 1700;
/** The milliseconds that the end of the game is visible. */
const END_MS = 5000;

const still = matchMedia('(prefers-reduced-motion: reduce)');

/**
 * Shows the game once the page has come to rest. Without network the picture of an empty board
 * stays.
 *
 * @param {Text} text
 */
export function showHero(text) {
  const kind = KINDS.find((one) => gameOf(one).demo !== undefined);
  if (kind === undefined) return;
  const load = async () => {
    const style = loadStyle(`games/${kind}/style.css`);
    const [module] = await Promise.all([gameOf(kind).demo?.(), style]);
    const demo = await module?.createDemo(text);
    if (demo) play(demo, text);
  };
  whenIdle(() => void load().catch(() => {}));
}

/**
 * @param {Demo} demo
 * @param {Text} text
 */
function play(demo, text) {
  const frame = part('hero-board');
  const button = part('hero-pause');
  let step = demo.best;
  let isInView = false;
  let isPaused = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {boolean} atOnce */
  function show(atOnce) {
    // On phones the frame is lower than the board, and follows the last tile.
    frame.style.setProperty('--look', demo.show(step, atOnce).toFixed(3));
  }

  function next() {
    step = (step + 1) % demo.steps;
    show(false);
    timer = setTimeout(next, step === demo.steps - 1 ? END_MS : STEP_MS);
  }

  function update() {
    const runs = isInView && !isPaused && !document.hidden && !still.matches;
    clearTimeout(timer);
    timer = runs ? setTimeout(next, STEP_MS) : undefined;
    frame.dataset['runs'] = String(runs);
    button.hidden = still.matches;
    set(button, { 'aria-label': text(isPaused ? 'hero.play' : 'hero.pause') });
    button.classList.toggle('paused', isPaused);
    if (!still.matches) return;
    step = demo.best;
    show(true);
  }

  show(true);
  frame.querySelector('.hero-table')?.replaceChildren(demo.element);
  frame.classList.add('shown');
  new IntersectionObserver((entries) => {
    isInView = entries.at(-1)?.isIntersecting ?? false;
    update();
  }).observe(frame);
  document.addEventListener('visibilitychange', update);
  still.addEventListener('change', update);
  button.addEventListener('click', () => {
    isPaused = !isPaused;
    update();
  });
  update();
}
