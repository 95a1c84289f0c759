/**
 * What a game says of how it is played: the sections of a page, and how its pictures are drawn. Types only.
 */

/**
 * A part of a section, each sentence by the last word of its key: a paragraph, a list, steps in order, a heading or
 * pictures with their captions.
 *
 * @template F what the game draws a picture from
 * @typedef {string | { list: readonly string[] } | { steps: readonly string[] } | { heading: string } | Figures<F>} Part
 */
/**
 * @template F
 * @typedef {object} Figures pictures side by side
 * @property {readonly Captioned<F>[]} figures
 * @property {'two' | 'four'} [columns] where there is room; without it as many as fit
 */
/**
 * @template F
 * @typedef {object} Captioned a picture that its caption explains
 * @property {string} [name] what it is called
 * @property {string} caption
 * @property {F} figure
 */
/**
 * @template F
 * @typedef {object} Section
 * @property {string} key the name of the section, in its keys and in its address
 * @property {readonly Part<F>[]} parts
 * @property {F} [figure] a picture beside the text; the key `figure` says what is to be seen
 */
/**
 * @typedef {object} Drawing
 * @property {readonly [x: number, y: number, width: number, height: number]} box what is to be seen of it
 * @property {readonly Node[]} parts
 */
/**
 * What the folder of a game says of its page.
 *
 * @template [F=any]
 * @typedef {object} HowTo
 * @property {readonly Section<F>[]} sections
 * @property {(figure: F) => Drawing} draw
 */

export {};
