/** Whether the server lists public rooms. Its operator can switch the list off. */
export const hasPublicLobby = () => document.querySelector('meta[name="lobby"]') === null;
