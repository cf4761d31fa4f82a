// glTF files that declare more than they contain: each is built or rejected by a limit, in bounded time and memory. The limits are compared
// with counts, so the files can be as large as the original ones.

import { describe, expect, it } from 'vitest';
import { hasCli } from '../support/disk-project.js';
import { isLong, MAX_COST, MAX_MEGABYTES, runFlood } from './run-flood.js';

const million = 1_000_000;
const triangle = Buffer.from(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0).buffer).toString('base64');
const BUFFER = `{"byteLength":36,"uri":"data:;base64,${triangle}"}`;

const PARTS = {
  asset: '{"version":"2.0"}',
  buffers: `[${BUFFER}]`,
  bufferViews: '[{"buffer":0,"byteLength":36}]',
  accessors: '[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}]',
  meshes: '[{"primitives":[{"attributes":{"POSITION":0}}]}]',
  nodes: '[{"mesh":0}]',
};

type Pieces = Iterable<string>;

/** A list of so many elements, in pieces of about a megabyte. */
function* list(count: number, element: (i: number) => string): Generator<string> {
  yield '[';
  for (let i = 0; i < count; i += 20_000) {
    let text = '';
    for (let k = i; k < Math.min(count, i + 20_000); k++) text += (k === 0 ? '' : ',') + element(k);
    yield text;
  }
  yield ']';
}

/** The smallest model with some of its parts replaced. */
function* gltf(parts: Readonly<Record<string, string | Pieces>>): Generator<string> {
  let before = '{';
  for (const [name, value] of Object.entries({ ...PARTS, ...parts })) {
    yield `${before}"${name}":`;
    yield* typeof value === 'string' ? [value] : value;
    before = ',';
  }
  yield '}';
}

function* text(length: number): Generator<string> {
  for (let left = length; left > 0; left -= million) yield 'A'.repeat(Math.min(left, million));
}

function* joined(...parts: readonly Pieces[]): Generator<string> {
  for (const part of parts) yield* part;
}

const zeros = (count: number): string =>
  `[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},{"componentType":5126,"count":${count},"type":"VEC3"}]`;
const instanced = '[{"mesh":0,"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"TRANSLATION":1}}}}]';
const dataUri = isLong ? 500 * million : 130 * million;

/** 65,000 keys at ascending times, whose values are zeros without data. */
const manyTimes = Buffer.from(Float32Array.from({ length: 65_000 }, (_, i) => i).buffer).toString('base64');
const sharedKeys = {
  buffers: `[${BUFFER},{"byteLength":260000,"uri":"data:;base64,${manyTimes}"}]`,
  bufferViews: '[{"buffer":0,"byteLength":36},{"buffer":1,"byteLength":260000}]',
  accessors: `[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},{"bufferView":1,"componentType":5126,"count":65000,"type":"SCALAR"},{"componentType":5126,"count":65000,"type":"VEC3"}]`,
  animations: joined(
    ['[{"samplers":[{"input":1,"output":2}],"channels":'],
    list(1000, (i) => `{"sampler":0,"target":{"node":${i},"path":"scale"}}`),
    ['}]'],
  ),
  nodes: list(1000, (i) => (i < 999 ? `{"mesh":0,"children":[${i + 1}]}` : '{"mesh":0}')),
};

const refused: [string, Pieces, RegExp][] = [
  [
    'morph targets without data',
    gltf({
      accessors: zeros(million),
      meshes: joined(
        ['[{"primitives":[{"attributes":{"POSITION":1},"targets":'],
        list(10_000, () => '{"POSITION":1}'),
        ['}]}]'],
      ),
    }),
    /mesh\/too-large: 10000000000 vertices of morph targets; the limit is 32000000 \(mesh\.maxDeltas\)/,
  ],
  [
    'a deep chain of nodes that become joints',
    gltf({
      nodes: list(
        100_000,
        (i) => `{"scale":[1,${i % 2 === 0 ? 2 : 0.5},1],${i < 99_999 ? `"children":[${i + 1}]` : '"mesh":0'}}`,
      ),
      skins: joined(
        ['[{"joints":'],
        list(60_000, (i) => String(39_999 + i)),
        ['}]'],
      ),
    }),
    /mesh\/too-many-joints: skins and moving nodes need \d+ joints; a vertex can refer to at most 65536/,
  ],
  [
    'channels that share their keys',
    gltf(sharedKeys),
    /gltf\/too-large: the clips have at least 16055000 keys.*the limit is 16000000 \(animation\.maxKeys\)/,
  ],
  [
    'a million nodes that show one mesh',
    gltf({ nodes: list(million, () => '{"mesh":0}') }),
    /a\.gltf#\/nodes: error gltf\/too-large: 1000000 nodes; the limit is 200000 \(mesh\.maxElements\)/,
  ],
  [
    'a hundred thousand nodes that show one mesh',
    gltf({ nodes: list(100_000, () => '{"mesh":0}') }),
    /mesh\/too-large: 65537 submeshes; the limit is 65536 \(mesh\.maxSubmeshes\)/,
  ],
  [
    'a chain of a million nodes',
    gltf({ nodes: list(million, (i) => (i + 1 < million ? `{"children":[${i + 1}]}` : '{"mesh":0}')) }),
    /1000000 nodes; the limit is 200000/,
  ],
  [
    'a million primitives',
    gltf({
      meshes: joined(
        ['[{"primitives":'],
        list(million, () => '{"attributes":{"POSITION":0}}'),
        ['}]'],
      ),
    }),
    /1000000 submeshes; the limit is 65536/,
  ],
  [
    '300,000 materials',
    gltf({ materials: list(300_000, (i) => `{"name":"m${i}"}`) }),
    /300000 materials; the limit is 200000/,
  ],
  [
    'a million instances',
    gltf({ accessors: zeros(million), nodes: instanced }),
    /1000001 nodes and instances; the limit/,
  ],
  [
    '150,000 instances in one place',
    gltf({ accessors: zeros(150_000), nodes: instanced }),
    /150000 triangles share one vertex/,
  ],
  [
    'copies of a million triangles without data',
    gltf({
      accessors: zeros(million),
      meshes: joined(
        ['[{"primitives":'],
        list(95, () => '{"attributes":{"POSITION":1}}'),
        ['}]'],
      ),
    }),
    /triangles of copies; the limit is 4000000 \(mesh\.maxCopiedTriangles\)/,
  ],
  ['ten million empty objects', gltf({ extras: list(10 * million, () => '{}') }), /commas; the limit is 8000000/],
  [
    'a data URI of hundreds of megabytes',
    gltf({ buffers: joined([BUFFER.slice(0, -2).replace(/^/, '[')], text(dataUri), ['"}]']) }),
    /megabytes of JSON; the limit is 128 \(mesh\.maxJson\)/,
  ],
];

const many = isLong ? million : 200_000;
const manyOf = many.toLocaleString('en-US');

const built: [string, Pieces][] = [
  [
    'a chain of 200,000 nodes',
    gltf({ nodes: list(200_000, (i) => (i < 199_999 ? `{"children":[${i + 1}]}` : '{"mesh":0}')) }),
  ],
  [
    `${manyOf} accessors`,
    gltf({ accessors: list(many, () => '{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}') }),
  ],
  ['200,000 skins', gltf({ skins: list(200_000, () => '{"joints":[0]}') })],
  [
    `${manyOf} attributes`,
    gltf({
      meshes: joined(['[{"primitives":[{"attributes":{"POSITION":0'], attributes(many), ['}}]}]']),
    }),
  ],
];

function* attributes(count: number): Generator<string> {
  for (let i = 0; i < count; i += 20_000) {
    let names = '';
    for (let k = i; k < i + 20_000; k++) names += `,"_A${k}":0`;
    yield names;
  }
}

describe.skipIf(!hasCli)('a glTF flood', () => {
  it.each(refused)('of %s is refused with the number and the limit', (_, pieces, message) => {
    const result = runFlood({ 'a.gltf': pieces });
    expect(result.stderr).toMatch(message);
    expect(result).toMatchObject({ status: 1, otherBuilt: true });
    expect(result.cost).toBeLessThan(MAX_COST);
    expect(result.megabytes).toBeLessThan(MAX_MEGABYTES);
  });

  it.each(built)('of %s is built', (_, pieces) => {
    const result = runFlood({ 'a.gltf': pieces });
    expect(result).toMatchObject({ status: 0, otherBuilt: true });
    expect(result.cost).toBeLessThan(MAX_COST);
    expect(result.megabytes).toBeLessThan(MAX_MEGABYTES);
  });
});
