// What the npm package promises, as it is installed. Run by ../npm.mjs.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as undercroft from 'undercroft';

const { Dungeon, UndercroftError, check, fields, fov, generate, init, path, presets, read, render } = undercroft;

/** A failure with this code and these parts. */
const throws = (run, code, parts = {}) => assert.throws(run, (error) => {
  assert.ok(error instanceof UndercroftError, `${error}`);
  assert.equal(error.code, code, error.message);
  for (const [name, value] of Object.entries(parts)) {
    if (value instanceof RegExp) assert.match(error[name], value);
    else assert.equal(error[name], value, `${name} of: ${error.message}`);
  }
  return true;
});
const refuses = (run, pattern) => assert.throws(run, (error) => {
  assert.ok(error instanceof TypeError, `${error}`);
  assert.match(error.message, pattern);
  return true;
});
const fromProgram = (...words) => execFileSync(process.env.UNDERCROFT_BIN, ['generate', ...words], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
  maxBuffer: 1 << 28,
});

test('a call before init names init', () => {
  throws(() => generate(), 'not_ready', { message: /await init\(\) first/ });
  throws(() => presets(), 'not_ready');
});

test('init takes nothing that is no module, and can be called again after that', async () => {
  await assert.rejects(init(7), TypeError);
  await assert.rejects(init(new Response('no', { status: 404 })), { code: 'load' });
  const bytes = readFileSync(new URL(import.meta.resolve('undercroft/undercroft.wasm')));
  assert.ok(await WebAssembly.compile(bytes));
  await init();
  await init();
});

test('a dungeon has name, seed and levels', () => {
  const dungeon = generate({ preset: 'dungeon', seed: 7 });
  assert.ok(dungeon.name.length > 3);
  assert.equal(dungeon.seed, '7');
  assert.ok(dungeon.levels.length > 1);
  for (const { width, height, tiles } of dungeon.levels) {
    assert.equal(tiles.length, width * height);
    assert.ok(tiles.includes(2) && tiles.every((code) => code < 15));
  }
  assert.deepEqual(check(dungeon).flaws, []);
  assert.equal(dungeon.toJSON().levels.length, dungeon.levels.length);
  assert.deepEqual(JSON.parse(JSON.stringify(dungeon)), dungeon.toJSON());
  dungeon.free();
});

test('JSON, text and SVG are the bytes of the program', () => {
  for (const preset of ['cave', 'small-dungeon', 'cottage']) {
    const dungeon = generate({ preset, seed: 5 });
    assert.equal(dungeon.toJsonText(), fromProgram(preset, '--seed', '5', '--format', 'json'));
    assert.equal(dungeon.toText(), fromProgram(preset, '--seed', '5', '--format', 'text'));
    assert.equal(render(dungeon), fromProgram(preset, '--seed', '5', '--format', 'svg'));
    dungeon.free();
  }
});

test('seeds are numbers, bigints or texts, and large ones are not rounded', () => {
  const texts = [7, 7n, '7'].map((seed) => generate({ preset: 'cave', seed }).toText());
  assert.equal(new Set(texts).size, 1);
  assert.equal(generate({ preset: 'cave', seed: 2n ** 64n - 1n }).seed, '18446744073709551615');
  refuses(() => generate({ seed: 2 ** 53 }), /^seed: .* use a bigint or a string$/);
  refuses(() => generate({ seed: 2n ** 64n }), /^seed: need a whole number/);
  refuses(() => generate({ seed: -1 }), /^seed: need a whole number/);
  refuses(() => generate({ seed: 1.5 }), /^seed: /);
  const [one, two] = ['a word', 'another'].map((seed) => generate({ preset: 'cave', seed }).toText());
  assert.notEqual(one, two, 'words are seeds too');
});

test('stages and fields change what they name', () => {
  const plain = generate({ preset: 'small-dungeon', seed: 3 });
  assert.notEqual(plain.toText(), generate({ preset: 'small-dungeon', seed: 3, stages: { place: 9n } }).toText());
  // Another seed for the corridors is kept in every file, and moves those of some dungeons only.
  const routes = [1, 2, 3, 4, 5, 6].map((seed) => [{}, { route: 9 }].map((stages) => {
    return generate({ preset: 'small-dungeon', seed, stages });
  }));
  assert.ok(routes.every(([one, two]) => one.toJsonText() !== two.toJsonText()), 'the seed is kept in the file');
  assert.ok(routes.some(([one, two]) => one.toText() !== two.toText()), 'the map changes');
  const few = generate({ preset: 'small-dungeon', seed: 3, set: { 'rooms.count': 5 } });
  assert.equal(few.toJSON().rooms.length, 5);
  const own = 'name: nook\nweight: 50\ntags: own\n#####\n#...+\n#####\n';
  const keep = generate({ preset: 'walker-keep', seed: 1, inputs: { 'templates.file': [{ name: 'own.txt', text: own }] } });
  assert.ok(JSON.stringify(keep).includes('nook'));
});

test('wrong types are refused by the name of the option', () => {
  refuses(() => generate(7), /^options: need an object/);
  refuses(() => generate({ preset: 7 }), /^preset: need a text, got 7/);
  refuses(() => generate({ sede: 7 }), /^sede: unknown option; there are preset, seed/);
  refuses(() => generate({ set: { 'rooms.count': null } }), /^set\.rooms\.count: /);
  refuses(() => generate({ stages: { route: 'x' } }), /^stages\.route: /);
  refuses(() => generate({ inputs: { 'mask.file': [{ name: 'a' }] } }), /^inputs\.mask\.file\[0\]: /);
  refuses(() => read(7), /^text: /);
  refuses(() => check({}), /^map: need a Dungeon/);
  refuses(() => fov({}, [1, 1]), /^map: need a Dungeon, or an object/);
  refuses(() => fov(generate({ preset: 'cave' }), [1]), /^at: need a cell/);
  refuses(() => fov(generate({ preset: 'cave' }), [1, 1], { radius: -1 }), /^radius: /);
  refuses(() => render(generate({ preset: 'cave' }), { player: 1 }), /^player: /);
  refuses(() => generate({ seed: NaN }), /^seed: .*, got NaN$/);
  refuses(() => generate({ set: { 'rooms.count': Infinity } }), /^set\.rooms\.count: .*, got Infinity$/);
  refuses(() => new Dungeon(), /^Dungeon: use generate\(\) or read\(\)/);
});

test('a value that JSON cannot write is refused by the name of its option too', () => {
  const knot = {};
  knot.self = knot;
  refuses(() => generate({ preset: knot }), /^preset: need a text, got an object that refers to itself$/);
  refuses(() => generate({ set: { width: [1n] } }), /^set\.width: .*, got \["1n"\]$/);
  refuses(() => fov(generate({ preset: 'cave' }), [1n, 2]), /^at: need a cell/);
});

test('what recipes refuse has code, field and position', () => {
  throws(() => generate({ preset: 'cvae' }), 'recipe', { field: 'preset', message: /cave/ });
  throws(() => generate({ set: { 'rooms.cont': 3 } }), 'recipe', { field: 'rooms.cont', message: /rooms\.count/ });
  throws(() => generate({ set: { 'rooms.count': -1 } }), 'recipe', { field: 'rooms.count', message: /2 to 200000/ });
  throws(() => generate({ stages: { nonsense: 1 } }), 'recipe', { field: 'seed' });
  const mask = { 'mask.file': [{ name: 'lot.txt', text: '..\n.\n' }] };
  throws(() => generate({ inputs: mask }), 'recipe', { field: 'mask.file', line: 2, column: 2 });
  throws(() => generate({ set: { width: 16, height: 16, 'rooms.count': 400, method: 'bsp' } }), 'unmet');
});

test('text, JSON and plain maps are read, and errors have positions', () => {
  const dungeon = generate({ preset: 'small-dungeon', seed: 5 });
  assert.equal(read(dungeon.toJsonText()).toText(), dungeon.toText());
  assert.equal(read('#####\n#.+.#\n#####\n').levels[0].width, 5);
  throws(() => read('{"format": "undercroft", "version": 2,\n "levels": 7}'), 'read', { line: 2 });
  throws(() => read(''), 'read');
});

test('fields of view and paths agree on a small room', () => {
  const grid = { width: 5, height: 3, solid: Uint8Array.from('111110001111111', Number) };
  grid.solid.set([1, 0, 0, 0, 1], 5);
  assert.deepEqual([...fov(grid, [1, 1])], [0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0]);
  assert.deepEqual([...fov(grid, [1, 1], { kind: 'shadowcast' })].slice(5, 10), [1, 1, 1, 1, 1]);
  assert.deepEqual([...fov(grid, [1, 1], { radius: 1 })].slice(5, 10), [0, 1, 1, 0, 0]);
  assert.deepEqual(path(grid, [1, 1], [3, 1]), { length: 2, points: [[1, 1], [3, 1]] });
  assert.equal(path(grid, [1, 1], [0, 0]), null);
  throws(() => fov(grid, [9, 9]), 'cell', { field: 'at' });
  throws(() => path(grid, [0, 0], [9, 9]), 'cell', { field: 'to' });
  throws(() => fov(grid, [1, 1], { kind: 'glimpse' }), 'option', { field: 'kind' });
  throws(() => path(grid, [1, 1], [3, 1], { footprint: '3x3' }), 'option', { field: 'footprint' });
  throws(() => fov({ ...grid, width: 9 }, [1, 1]), 'option', { field: 'solid' });
  throws(() => fov({ ...grid, width: -1 }, [1, 1]), 'option', { field: 'map' });
});

test('a closed door blocks sight and no movement', () => {
  const hall = read('#######\n#..+..#\n#######\n');
  const seen = fov(hall, [1, 1]);
  assert.equal(seen.length, 21);
  assert.equal(seen[7 + 2], 1);
  assert.equal(seen[7 + 5], 0);
  assert.equal(path(hall, [1, 1], [5, 1])?.length, 4);
  throws(() => fov(hall, [1, 1], { level: 9 }), 'option', { field: 'level' });
});

test('drawings take themes, levels and the edition of players', () => {
  const dungeon = generate({ preset: 'dungeon', seed: 2 });
  const drawings = [{}, { theme: 'dark' }, { player: true }, { level: dungeon.levels[1].z }, { grid: false }];
  const made = drawings.map((options) => render(dungeon, options));
  assert.equal(new Set(made).size, drawings.length);
  assert.ok(made.every((svg) => svg.startsWith('<svg') || svg.startsWith('<?xml')));
  throws(() => render(dungeon, { theme: 'pink' }), 'option', { field: 'theme' });
});

test('presets and fields are those that generate takes', () => {
  assert.ok(presets().some(({ name, description }) => name === 'cave' && description.length > 10));
  const count = fields().find(({ key }) => key === 'rooms.count');
  assert.equal(count.kind.max, 200000);
  for (const { name } of presets()) generate({ preset: name, seed: 1 }).free();
});

test('a share link is text that begins with its version', () => {
  assert.match(generate({ preset: 'cave', seed: 5 }).share(), /^w1\.[\w-]+$/);
  throws(() => read('###\n#.#\n###\n').share(), 'share');
});

test('a dungeon that was freed is refused everywhere', () => {
  const dungeon = generate({ preset: 'cave', seed: 5 });
  dungeon.free();
  dungeon.free();
  const uses = [() => dungeon.name, () => dungeon.seed, () => dungeon.levels, () => dungeon.toJSON(), () => dungeon.toText(),
    () => dungeon.share(), () => check(dungeon), () => fov(dungeon, [1, 1]), () => path(dungeon, [1, 1], [2, 2]),
    () => render(dungeon)];
  for (const use of uses) throws(use, 'freed');
});

test('10,000 dungeons that are freed leave the memory as it was', () => {
  const measure = () => {
    globalThis.gc();
    return process.memoryUsage().rss;
  };
  let first = 0;
  for (let i = 1; i <= 10_000; i++) {
    generate({ preset: 'cottage', seed: i % 500 }).free();
    if (i === 1000) first = measure();
  }
  const last = measure();
  console.log(`# memory: ${(first / 2 ** 20).toFixed(0)} MiB after 1,000, ${(last / 2 ** 20).toFixed(0)} MiB after 10,000`);
  assert.ok(last < 1.1 * first, `${first} bytes after 1,000, ${last} after 10,000`);
});

test('a dungeon that nobody holds is freed by the collector', async () => {
  const measure = () => process.memoryUsage().rss;
  const grow = async () => {
    for (let i = 0; i < 300; i++) {
      generate({ preset: 'small-dungeon', seed: 5 });
      if (i % 50 === 49) {
        globalThis.gc();
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
    }
    return measure();
  };
  await grow();
  const first = await grow();
  const last = await grow();
  assert.ok(last < 1.1 * first, `${first} bytes, then ${last}`);
});
