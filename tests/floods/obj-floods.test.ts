// OBJ files that were made to keep the compiler busy: each is built or refused by a limit, in bounded time and memory.

import { describe, expect, it } from 'vitest';
import { hasCli } from '../support/disk-project.js';
import { isLong, MAX_COST, MAX_MEGABYTES, runFlood } from './run-flood.js';

const TRIANGLE = 'v 0 0 0\nv 1 0 0\nv 0 1 0\n';

/** A text over and over, in pieces of about a megabyte. */
function* repeat(text: string, count: number): Generator<string> {
  const each = Math.max(1, Math.floor(1e6 / text.length));
  for (let left = count; left > 0; left -= each) yield text.repeat(Math.min(left, each));
}

function* list(count: number, line: (i: number) => string): Generator<string> {
  for (let i = 0; i < count; i += 10_000) {
    let text = '';
    for (let k = i; k < Math.min(count, i + 10_000); k++) text += line(k);
    yield text;
  }
}

function* polygon(count: number, point: (i: number) => readonly [number, number]): Generator<string> {
  yield* list(count, (i) => `v ${point(i).join(' ')} 0\n`);
  yield 'f';
  yield* list(count, (i) => ` ${i + 1}`);
}

function* chain(...parts: readonly Iterable<string>[]): Generator<string> {
  for (const part of parts) yield* part;
}

const spiral =
  (count: number) =>
  (i: number): readonly [number, number] => {
    const outer = i >= count / 2;
    const t = (outer ? count - 1 - i : i) * 0.01;
    const r = t + (outer ? 1.5 : 1);
    return [r * Math.cos(t), r * Math.sin(t)];
  };
const zigzag =
  (count: number) =>
  (i: number): readonly [number, number] =>
    i === count - 1 ? [-1, 5] : i === count - 2 ? [count, 5] : [i, i % 2];

const corners = isLong ? 10_000_000 : 70_000;
const spiralCorners = isLong ? 200_000 : 66_000;
const zigzagCorners = isLong ? 100_000 : 66_000;
const faces = isLong ? 1_000_000 : 50_000;
const materials = isLong ? 300_000 : 5_000;
const lineBytes = isLong ? 300_000_000 : 2_000_000;

const refused: [string, Record<string, Iterable<string>>, RegExp][] = [
  [
    'a face of many corners over three vertices',
    { 'a.obj': chain([TRIANGLE, 'f'], repeat(' 1 2 3', Math.ceil(corners / 3))) },
    new RegExp(
      `a\\.obj:4: error obj/face-too-complex: a face has ${Math.ceil(corners / 3) * 3} corners; the limit is 65536`,
    ),
  ],
  [
    'a circle of many corners',
    {
      'a.obj': polygon(corners, (i) => [Math.cos((i * 2 * Math.PI) / corners), Math.sin((i * 2 * Math.PI) / corners)]),
    },
    new RegExp(`a face has ${corners} corners; the limit is 65536`),
  ],
  ['a spiral', { 'a.obj': polygon(spiralCorners, spiral(spiralCorners)) }, /corners; the limit is 65536/],
  [
    'a spiral below the limit',
    { 'a.obj': polygon(60_000, spiral(60_000)) },
    /150000000 steps.*a face with 60000 corners/,
  ],
  ['a zigzag', { 'a.obj': polygon(zigzagCorners, zigzag(zigzagCorners)) }, /corners; the limit is 65536/],
  [
    'many materials',
    {
      'a.obj': chain(
        [`mtllib a.mtl\n${TRIANGLE}`],
        list(materials, (i) => `usemtl m${i}\nf 1 2 3\n`),
      ),
      'a.mtl': list(materials, (i) => `newmtl m${i}\nKd 1 0 0\n`),
    },
    new RegExp(`a\\.obj:\\d+: error obj/too-many-materials: the faces use ${materials} materials; the limit is 4096`),
  ],
  [
    'a keyword as long as the file',
    { 'a.obj': chain([TRIANGLE], repeat('x', lineBytes)) },
    /:4:1: .*obj\/long-name.*limit is 4096/,
  ],
  [
    'an endless name',
    { 'a.obj': chain([TRIANGLE, 'usemtl '], repeat('x', lineBytes)) },
    /:4:8: .*obj\/long-name.*limit is 4096/,
  ],
  [
    'an endless number',
    { 'a.obj': chain([TRIANGLE, 'v 0 0 0.'], repeat('1', lineBytes)) },
    /:4:7: .*obj\/bad-number.*limit is 1100/,
  ],
  [
    'an endless index',
    { 'a.obj': chain([TRIANGLE, 'f 1 2 '], repeat('3', lineBytes)) },
    /:4:7: .*obj\/bad-number.*limit is 1100/,
  ],
];

const built: [string, Record<string, Iterable<string>>, RegExp][] = [
  [
    'triangles that name one vertex thrice',
    { 'a.obj': chain([TRIANGLE, 'f 1 2 3\n'], repeat('f 1 1 1\n', faces)) },
    new RegExp(`${faces} faces have no area`),
  ],
  [
    'triangles on a line',
    { 'a.obj': chain([TRIANGLE, 'v 2 0 0\nf 1 2 3\n'], repeat('f 1 2 4\n', faces)) },
    new RegExp(`${faces} faces have no area`),
  ],
  [
    'quads at one point',
    { 'a.obj': chain([TRIANGLE, 'v 0 0 0\nf 1 2 3\n'], repeat('f 1 4 1 4\n', faces)) },
    new RegExp(`${faces} faces have no area`),
  ],
  ['a comment as long as the file', { 'a.obj': chain([TRIANGLE, 'f 1 2 3\n#'], repeat('x', lineBytes)) }, /^used/],
  [
    'a material library of one line',
    { 'a.obj': [`mtllib a.mtl\n${TRIANGLE}f 1 2 3`], 'a.mtl': chain(['newmtl a\nmap_Kd '], repeat('x', lineBytes)) },
    /a\.mtl:2: .*mtl\/bad-value.*limit is 4096/,
  ],
  [
    'faces over materials that no library defines',
    {
      'a.obj': chain(
        [TRIANGLE],
        list(4096, (i) => `usemtl m${i}\nf 1 2 3\n`),
      ),
    },
    /4046 more like the 50 before/,
  ],
];

describe.skipIf(!hasCli)('floods of OBJ data', () => {
  it.each(refused)('refuses %s with the number and the limit', (_, files, message) => {
    const result = runFlood(files);
    expect(result.stderr).toMatch(message);
    expect(result).toMatchObject({ status: 1, otherBuilt: true });
    expect(result.cost).toBeLessThan(MAX_COST);
    expect(result.megabytes).toBeLessThan(MAX_MEGABYTES);
  });

  it.each(built)('builds %s', (_, files, message) => {
    const result = runFlood(files);
    expect(result.stderr).toMatch(message);
    expect(result).toMatchObject({ status: 0, otherBuilt: true });
    expect(result.cost).toBeLessThan(MAX_COST);
    expect(result.megabytes).toBeLessThan(MAX_MEGABYTES);
  });
});
