/**
 * The one live region: what it says is read out, politely, after what is being read.
 */

/** Sentences that stay in the region: what was said just now can be read again. */
const KEPT = 6;

/**
 * @param {Element} region
 * @returns {(sentence: string) => void}
 */
export function createAnnounce(region) {
  return (sentence) => {
    const line = document.createElement('p');
    line.textContent = sentence;
    region.append(line);
    while (region.childElementCount > KEPT) region.firstElementChild?.remove();
  };
}
