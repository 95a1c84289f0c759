/**
 * What a browser keeps of the person at it, which goes when somebody else is there.
 */
import { browserPush, Push } from './push.js';

const OURS = 'senda.';
/** How the device itself is to behave, whoever is at it. */
const OF_DEVICE = new Set(['senda.sound', 'senda.notify', 'senda.chat-hidden']);

/**
 * Keeps nothing of the person who was at this browser but how loud it is and the like.
 *
 * @param {() => Pick<Storage, 'key' | 'length' | 'removeItem'>} memory a browser may refuse it
 */
export function clearMemory(memory) {
  try {
    const storage = memory();
    const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
    for (const key of keys) {
      if (key.startsWith(OURS) && !OF_DEVICE.has(key)) storage.removeItem(key);
    }
  } catch {
    // What it refuses to keep need not be cleared.
  }
}

/** Somebody else is at this browser from now on: nothing of the person before is seen here, and nothing of theirs told. */
export async function forgetPerson() {
  clearMemory(() => localStorage);
  navigator.clearAppBadge?.().catch(() => {});
  const nobody = () => Promise.reject(new Error('the server is not asked'));
  // A push service that is not reached keeps nobody here; the server has forgotten the subscription.
  await new Push(browserPush(nobody)).forget().catch(() => {});
}
