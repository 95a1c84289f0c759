/** Announces sentences to screen readers. */

/** The number of sentences that stay in the live region, so that recent ones can be read again. */
const KEPT = 6;

/**
 * Creates the announcer for the only live region of the page. Screen readers read each sentence
 * politely, after the current one.
 *
 * @param {Element} region
 * @returns {(sentence: string) => void}
 */
export function createAnnounce(region) {
  return (sentence) => {
    const line = document.createElement('p');
    // The sentence is only read aloud, so it is a single text node without marked names.
    line.textContent = sentence;
    region.append(line);
    while (region.childElementCount > KEPT) region.firstElementChild?.remove();
  };
}
