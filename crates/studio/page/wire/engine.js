// The worker of the session. All that it does is in host.js; a file of its own, so that its memory can be told apart.

/** @type {any} */ (self).importScripts('host.js');
