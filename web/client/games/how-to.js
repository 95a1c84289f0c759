/**
 * The types of a page that explains how to play a game: its sections and the drawing of its
 * figures. This module contains types only.
 */

/**
 * A part of a section: a paragraph, a list, ordered steps, a heading, or figures with captions.
 * Each sentence is named by the last word of its text key.
 *
 * @template F the data that the game draws a figure from
 * @typedef {string | { list: readonly string[] } | { steps: readonly string[] } | { heading: string } | Figures<F>} Part
 */
/**
 * @template F the data that the game draws a figure from
 * @typedef {object} Figures figures side by side
 * @property {readonly Captioned<F>[]} figures
 * @property {'two' | 'four'} [columns] the number of columns where there is room; by default as
 *   many as fit
 */
/**
 * @template F the data that the game draws a figure from
 * @typedef {object} Captioned a figure with a caption that explains it
 * @property {string} [name] the name of the figure
 * @property {string} caption
 * @property {F} figure
 */
/**
 * @template F the data that the game draws a figure from
 * @typedef {object} Section
 * @property {string} key the name of the section, in its text keys and in its address
 * @property {readonly Part<F>[]} parts
 * @property {boolean} [beyond] whether the section goes beyond what a first game needs, so that the
 *   printed page leaves it out
 * @property {F} [figure] a figure beside the text; the text key `figure` describes it
 */
/**
 * @typedef {object} Drawing
 * @property {readonly [x: number, y: number, width: number, height: number]} box the visible part
 *   of the drawing
 * @property {readonly Node[]} parts
 */
/**
 * The contents of a game's how-to page, which the folder of the game exports.
 *
 * @template [F=any]
 * @typedef {object} HowTo
 * @property {readonly Section<F>[]} sections
 * @property {(figure: F) => Drawing} draw
 */
/**
 * The summary of a game's rules in a few lines, each with a small picture.
 *
 * @template [F=any]
 * @typedef {object} Brief
 * @property {readonly { key: string, figure: F }[]} lines the lines, with the last word of the text
 *   key of each
 * @property {(figure: F) => Drawing} draw
 */

export {};
