/**
 * Options of Tsuro for tests.
 */

import { PRESETS } from '../../../../client/games/tsuro/presets.js';

/** The options of the preset 2020, as in a view. */
export const OPTIONS_2020 = PRESETS['2020'];
/** The options of the leaflet. */
export const OPTIONS_LEAFLET = PRESETS['leaflet'];
