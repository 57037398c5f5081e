import {
  Dungeon, UndercroftError, check, fields, fov, generate, init, path, presets, read, render,
  type Cell, type DungeonJson, type Grid,
} from 'undercroft';

await init(new URL('undercroft.wasm', 'https://example.org/'));
const map: Dungeon = generate({ preset: 'cave', seed: 7n, stages: { route: 3 }, set: { 'rooms.count': 8 } });
const json: DungeonJson = map.toJSON();
const doors: number = json.doors?.length ?? 0;
const z: number = json.levels[0].z;
const at: Cell = [3, 4];
const grid: Grid = { width: 2, height: 1, solid: new Uint8Array(2) };
const seen: Uint8Array = fov(grid, at, { kind: 'shadowcast', radius: 4, footprint: '2x2' });
const walk = path(map, at, [5, 6]);
const length: number | undefined = walk?.length;
const svg: string = render(read(map.toText()), { theme: 'dark', player: true, level: z, grid: false });
const names: string[] = [...presets().map(({ name }) => name), ...fields().map(({ key }) => key)];
try {
  check(map).flaws.map(({ kind }) => kind);
} catch (error) {
  if (error instanceof UndercroftError && error.code === 'freed') map.free();
}
export { doors, seen, length, svg, names };
