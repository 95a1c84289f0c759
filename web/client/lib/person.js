/**
 * The personal data in a browser. It is cleared when another person uses the browser.
 */

const OURS = 'senda.';
/** The keys of the device's own preferences, which are independent of the person. */
const OF_DEVICE = new Set(['senda.appearance', 'senda.sound', 'senda.notify', 'senda.chat-hidden']);

/**
 * Deletes the personal data of the previous person. Device preferences such as the volume stay.
 *
 * @param {() => Pick<Storage, 'key' | 'length' | 'removeItem'>} memory returns the local storage,
 *   which a browser may refuse
 */
export function clearMemory(memory) {
  try {
    const storage = memory();
    const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
    for (const key of keys) {
      if (key.startsWith(OURS) && !OF_DEVICE.has(key)) storage.removeItem(key);
    }
  } catch {
    // A storage that the browser refuses holds nothing to clear.
  }
}

/**
 * Deletes all data of the previous person, because another person uses this browser from now on.
 * None of that person's notifications are shown here any more.
 */
export async function forgetPerson() {
  clearMemory(() => localStorage);
  navigator.clearAppBadge?.().catch(() => {});
  // A failure of the push service must not block the next person. The server has already deleted
  // the subscription.
  await forgetSubscription().catch(() => {});
}

/** Unsubscribes the browser from notifications, without a request to the server. */
async function forgetSubscription() {
  // The module is fetched only here, because hardly any visit changes the person.
  const { browserPush, Push } = await import('./push.js');
  const nobody = () => Promise.reject(new Error('the server is not asked'));
  await new Push(browserPush(nobody)).forget();
}
