/**
 * Draws the empty board for the lobby of a room.
 *
 * @import {TsuroOptions} from '../../protocol.js'
 */
import { createTable } from './table.js';

/** @param {Pick<TsuroOptions, 'edge'>} options */
export const emptyBoard = ({ edge }) => createTable(edge).root;
