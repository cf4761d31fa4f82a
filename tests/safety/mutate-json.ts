// Changes to JSON by somebody who knows what it is for: one node is replaced by something hostile, exchanged with another,
// doubled, dropped, or given keys that reach for prototypes. Follows from the seed alone.

import type { Json } from './surroundings.js';

export type Random = () => number;

/** mulberry32: small, and the same on every machine. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const pick = <T>(random: Random, values: readonly T[]): T => {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
};

const deep = (depth: number): Json => (depth === 0 ? 1 : [deep(depth - 1)]);

const HOSTILE: readonly Json[] = [
  '../victim.txt',
  '../../victim.txt',
  '/victim.txt',
  'sub/../../victim.txt',
  '..\\victim.txt',
  'C:/victim.txt',
  '~/victim.txt',
  '.assetc-cache',
  'b.json/.assetc-lock',
  'assets.hman',
  '../runtime.hpack',
  '../assets/b.json',
  'b.json',
  'a.out',
  'A.OUT',
  'a/part.bin/x',
  '__proto__',
  'constructor',
  'no-such-kind',
  'texture',
  'chunk',
  'list',
  'embed',
  '{"toy":{}}',
  '{"__proto__":{"polluted":1}}',
  '{}',
  '[]',
  '{"nothing":{"x":1}}',
  '',
  '\0',
  'x'.repeat(5000),
  '0'.repeat(64),
  0,
  1,
  -1,
  0.5,
  7,
  2 ** 31,
  2 ** 53,
  1e308,
  -1e308,
  null,
  true,
  false,
  [],
  {},
  [[]],
  deep(80),
];

type Box = Json[] | { [key: string]: Json };
interface Place {
  readonly box: Box;
  readonly key: string | number;
}

function places(value: Json, found: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return found;
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  for (const key of keys) {
    found.push({ box: value, key });
    places(read({ box: value, key }), found);
  }
  return found;
}

function read({ box, key }: Place): Json {
  return (Array.isArray(box) ? box[Number(key)] : box[key]) ?? null;
}

/** Defined, not assigned: `__proto__` shall be a key of its own. */
function write({ box, key }: Place, value: Json): void {
  Object.defineProperty(box, key, { value, enumerable: true, configurable: true, writable: true });
}

const copy = (value: Json): Json => JSON.parse(JSON.stringify(value));

/** Changes `root` in place; `others` are texts of the same project (digests, paths, names) to put where they do not belong. */
export function mutate(root: Box, others: readonly string[], random: Random): void {
  const all = places(root);
  if (all.length === 0) return;
  const place = pick(random, all);
  const old = read(place);
  const choice = random();
  if (choice < 0.3) write(place, copy(pick(random, HOSTILE)));
  else if (choice < 0.45) write(place, pick(random, others));
  else if (choice < 0.6) {
    const other = pick(random, all);
    write(place, copy(read(other)));
    if (random() < 0.5) write(other, copy(old));
  } else if (choice < 0.7 && typeof old === 'string') write(place, pick(random, ['../', '/', './', '']) + old);
  else if (choice < 0.8 && typeof old === 'number') write(place, old + pick(random, [-1, 1, 0.5, 1e6, -old]));
  else if (choice < 0.9 && Array.isArray(place.box)) {
    const at = Number(place.key);
    if (random() < 0.5) place.box.splice(at, 1);
    else place.box.splice(at, 0, ...Array<Json>(1 + Math.floor(random() * 3)).fill(copy(old)));
  } else if (!Array.isArray(place.box)) {
    if (random() < 0.5) delete place.box[place.key];
    else
      write({ box: place.box, key: pick(random, ['__proto__', 'constructor', 'toString', 'kind']) }, { polluted: 1 });
  } else write(place, [copy(old)]);
}

/** Every text in it. */
export function textsOf(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}
