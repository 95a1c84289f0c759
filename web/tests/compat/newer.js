/**
 * The features that the client uses although some of the oldest supported browsers lack them, with
 * the fallback of each.
 */

/** @type {Record<string, string>} */
export const NEWER_STYLES = {
  'css.at-rules.container': 'the panel stands below the board, which leaves it its place',
  'css.at-rules.media.forced-colors': 'only where colours can be forced',
  'css.at-rules.media.scripting': 'without scripts two sentences say so instead of one',
  'css.properties.-webkit-touch-callout': 'only iOS has the menu that it takes away',
  'css.properties.align-content.end': 'of grids alone, in which it is older than the data says',
  'css.properties.align-content.safe': 'the declaration before it',
  'css.properties.align-content.start': 'of grids alone, in which it is older than the data says',
  'css.properties.container': 'see css.at-rules.container',
  'css.properties.cursor.none': 'phones have no pointer to hide',
  'css.properties.container-name': 'see css.at-rules.container',
  'css.properties.container.inline-size': 'see css.at-rules.container',
  'css.properties.cursor.default': 'a finger has no cursor',
  'css.properties.cursor.grab': 'a finger has no cursor',
  'css.properties.cursor.not-allowed': 'a finger has no cursor',
  'css.properties.cursor.pointer': 'a finger has no cursor',
  'css.properties.forced-color-adjust': 'Firefox draws no ground behind letters on a button',
  'css.properties.forced-color-adjust.none': 'see css.properties.forced-color-adjust',
  'css.properties.overscroll-behavior': 'the page scrolls on at the end of a list',
  'css.properties.overscroll-behavior.contain': 'see css.properties.overscroll-behavior',
  'css.properties.scale': 'markers are as large on a large board as on a small one',
  'css.properties.text-align.match-parent': 'a name from right to left stands at the right',
  'css.properties.text-size-adjust':
    'with a prefix in Safari; Firefox makes no text larger by itself',
  'css.at-rules.page': 'the margins of the browser hold, and the paper of the reader',
  'css.properties.size': 'the sheet has the size that the reader prints on',
  'css.properties.text-wrap': 'lines are less even',
  'css.properties.text-wrap.balance': 'lines are less even',
  'css.properties.text-wrap.pretty': 'lines are less even',
  'css.properties.text-wrap.wrap': 'lines are less even',
  'css.properties.user-select': 'with a prefix in Safari',
  'css.selectors.has':
    'a rule of its own each time, which only makes room or marks what is marked anyway',
  'css.types.color.color-mix': 'the declaration before it has a plain colour',
  'css.types.length.container_query_length_units': 'a declaration before it, or @supports',
  'css.types.length.viewport_percentage_units_dynamic':
    'in @supports; else the height with its bars away',
};

/** @type {Record<string, string>} */
export const NEWER_SCRIPTS = {
  'api.AuthenticatorAttestationResponse.getAuthenticatorData':
    'asked for only where getPublicKey is',
  'api.AuthenticatorAttestationResponse.getPublicKey': 'a passkey is then not offered, in words',
  'api.CookieStoreManager.unsubscribe': 'the name is of PushSubscription; see api.Notification',
  'api.Document.exitFullscreen': 'called only in full screen',
  'api.Document.fullscreenElement': 'only where a page can have the whole screen',
  'api.Element.requestFullscreen': 'the board has the whole window without it',
  'api.Navigator.canShare': 'called only if it is there; a picture is then downloaded',
  'api.Navigator.clearAppBadge': 'called only if it is there',
  'api.Navigator.setAppBadge': 'called only if it is there',
  'api.Notification': 'notifications are offered only where they are possible',
  'api.PushManager.getSubscription': 'see api.Notification',
  'api.PushSubscriptionChangeEvent.newSubscription':
    'in the service worker, which asks for a new one without it',
  'api.ServiceWorkerRegistration.getNotifications': 'in the service worker; see api.Notification',
  'api.ServiceWorkerRegistration.pushManager': 'see api.Notification',
  'api.ServiceWorkerRegistration.showNotification': 'in the service worker; see api.Notification',
  'api.Window.requestIdleCallback': 'a timer takes its place',
  'api.TouchEvent.touches': 'of events that come only from touch screens',
  'html.global_attributes.autofocus': 'a dialog gives the focus to the first that can have it',
  'html.global_attributes.inert': 'lib/inert.js',
  'html.global_attributes.translate': 'Firefox translates no pages before version 118',
};

/** @type {Record<string, string>} */
export const NEWER_MARKUP = {
  'html.global_attributes.autocapitalize': 'the server takes a code in small letters as well',
  'html.global_attributes.translate': 'Firefox translates no pages before version 118',
};
