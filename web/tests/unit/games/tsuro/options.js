/**
 * Options of games for tests.
 */

import { PRESETS } from '../../../../client/games/tsuro/presets.js';

/** Those of the preset 2020, as a view says them. */
export const OPTIONS_2020 = PRESETS['2020'];
/** Those of the leaflet. */
export const OPTIONS_LEAFLET = PRESETS['leaflet'];
