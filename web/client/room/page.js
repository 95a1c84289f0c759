/** Starts the page of a room in the browser. */
import { createRoomPage } from './room-page.js';
import { browserRoom } from './world.js';

await createRoomPage(browserRoom());
