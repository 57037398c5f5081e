// Keeps the studio for use without a network. scripts/site writes the two constants.
//
// All answers come from one version: its files are cached together, under the digest of their list, and each is checked
// against its own digest. A new version waits until the page asks for it.

const VERSION = '@VERSION@';
/** The export module: kept when it is used first, or when the page asks for it. */
const LATER = new Set(['@LATER@']);

const CACHE = `undercroft-${VERSION}`;
const scope = new URL('./', self.location);

/** The files of this version with their digests. */
async function list(cache) {
  const kept = await cache.match('files.json');
  if (kept) return kept.json();
  const response = await fetch('files.json', { cache: 'no-store' });
  const text = await response.text();
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const digest = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (digest.slice(0, VERSION.length) !== VERSION) throw new Error('the list of files is of another version');
  await cache.put('files.json', new Response(text, { headers: { 'content-type': 'application/json' } }));
  return JSON.parse(text);
}

async function keep(cache, name, integrity) {
  if (await cache.match(name)) return;
  // The digest refuses a file of another version.
  await cache.put(name, await fetch(name, { cache: 'no-cache', integrity }));
}

async function install() {
  const cache = await caches.open(CACHE);
  const files = await list(cache);
  const now = Object.entries(files).filter(([name]) => !LATER.has(name));
  await Promise.all(now.map(([name, integrity]) => keep(cache, name, integrity)));
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith('undercroft-') && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(request, name) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(name);
  if (kept) return kept;
  const files = await list(cache);
  if (!(name in files)) return fetch(request);
  await keep(cache, name, files[name]);
  return cache.match(name);
}

async function keepAll(port) {
  try {
    const cache = await caches.open(CACHE);
    for (const [name, integrity] of Object.entries(await list(cache))) await keep(cache, name, integrity);
    port.postMessage({ isKept: true });
  } catch (error) {
    port.postMessage({ isKept: false, problem: String(error.message ?? error) });
  }
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', (event) => {
  if (event.data === 'keep') event.waitUntil(keepAll(event.ports[0]));
  if (event.data === 'use') self.skipWaiting();
});
self.addEventListener('fetch', (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== 'GET' || !address.href.startsWith(scope.href)) return;
  const name = address.href.slice(scope.href.length).replace(/[#?].*/, '') || 'index.html';
  if (name !== 'sw.js') event.respondWith(answer(event.request, name));
});
