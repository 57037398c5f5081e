// Serves a folder for tests and for a trial: types, gzip, no listing. `node serve.mjs FOLDER [--port N] [--isolated]
// [--under /a/folder/]`; prints the address.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const TYPES = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
};
const ISOLATION = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };

/** Starts the server; `change(name, bytes, headers)` may return another answer: { status, headers, body }. */
export function serve(folder, { port = 0, isolated = false, under = '/', change = () => null } = {}) {
  const packed = new Map();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const name = decodeURIComponent(pathname.slice(under.length)) || 'index.html';
    const file = path.resolve(folder, name);
    const isInside = pathname.startsWith(under) && file.startsWith(path.resolve(folder) + path.sep);
    const body = isInside ? await readFile(file).catch(() => null) : null;
    const headers = {
      'content-type': TYPES[name.split('.').pop()] ?? 'application/octet-stream',
      'cache-control': name.startsWith('wasm/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(isolated ? ISOLATION : {}),
    };
    const other = body && change(name, body, headers);
    if (other) return response.writeHead(other.status ?? 200, other.headers ?? headers).end(other.body ?? body);
    if (!body) return response.writeHead(404, { ...headers, 'content-type': TYPES.html }).end('There is no such file.');
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return response.writeHead(200, headers).end(body);
    // Level 1: packing holds up the process, which drives the browser too in the tests.
    const small = packed.get(file)?.from.equals(body) ? packed.get(file).gzip : gzipSync(body, { level: 1 });
    packed.set(file, { from: body, gzip: small });
    response.writeHead(200, { ...headers, 'content-encoding': 'gzip', vary: 'accept-encoding' }).end(small);
  });
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      resolve({ address: `http://127.0.0.1:${server.address().port}${under}`, stop: () => server.close() });
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, ...words] = process.argv.slice(2);
  const value = (flag) => (words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined);
  const options = { port: Number(value('--port') ?? 0), under: value('--under') ?? '/', isolated: words.includes('--isolated') };
  console.log((await serve(folder, options)).address);
}
