// The worker of exports and of files in foreign formats: another module, made when it is needed first.

/** @type {any} */ (self).importScripts('host.js');
