// The statements of docs/guide/conventions.md, each checked on compiled files or against the code.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { directionOf } from '../../packages/compiler/src/compilers/environment/cube-face.js';
import { HANIM_VERSION, HANIMX_VERSION } from '../../packages/formats/src/hanim/layout.js';
import { HCLIP_VERSION } from '../../packages/formats/src/hclip/layout.js';
import { HMAN_VERSION } from '../../packages/formats/src/hman/layout.js';
import { HMAT_VERSION } from '../../packages/formats/src/hmat/layout.js';
import { hmeshSpec } from '../../packages/formats/src/hmesh/spec.js';
import { HPACK_VERSION } from '../../packages/formats/src/hpack/layout.js';
import { type CompiledModel, compileModel } from '../support/compile-model.js';
import { repository } from './code-blocks.js';

const page = readFileSync(join(repository, 'docs/guide/conventions.md'), 'utf8');

/** A quad in the plane of x and y that faces +Z; its texture is upright. Nodes place it. */
const POSITIONS = [0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0];
const UVS = [0, 1, 1, 1, 1, 0, 0, 0];
const NORMALS = [0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1];
const INDICES = [0, 1, 2, 0, 2, 3];

function quad(node: object, more: object = {}): string {
  const bytes = Buffer.concat([
    Buffer.from(Float32Array.from([...POSITIONS, ...NORMALS, ...UVS, 0, 1.5, 0, 0, 0, 1, 0.6, 0, 0, 0.8]).buffer),
    Buffer.from(Uint16Array.from(INDICES).buffer),
  ]);
  const floats = { componentType: 5126, bufferView: 0 };
  return JSON.stringify({
    asset: { version: '2.0' },
    buffers: [{ byteLength: bytes.length, uri: `data:application/octet-stream;base64,${bytes.toString('base64')}` }],
    bufferViews: [
      { buffer: 0, byteLength: 168 },
      { buffer: 0, byteOffset: 168, byteLength: 12 },
    ],
    accessors: [
      { ...floats, count: 4, type: 'VEC3', min: [0, 0, 0], max: [2, 2, 0] },
      { ...floats, byteOffset: 48, count: 4, type: 'VEC3' },
      { ...floats, byteOffset: 96, count: 4, type: 'VEC2' },
      { bufferView: 1, componentType: 5123, count: 6, type: 'SCALAR' },
      { ...floats, byteOffset: 128, count: 2, type: 'SCALAR', min: [0], max: [1.5] },
      { ...floats, byteOffset: 136, count: 2, type: 'VEC4' },
    ],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, NORMAL: 1, TEXCOORD_0: 2 }, indices: 3 }] }],
    nodes: [{ mesh: 0, ...node }],
    scenes: [{ nodes: [0] }],
    scene: 0,
    ...more,
  });
}

const compileQuad = (node: object = {}, more: object = {}): Promise<CompiledModel> =>
  compileModel({ path: 'a.gltf', input: { 'a.gltf': quad(node, more) } });

type Vector = readonly [number, number, number];
const at = (numbers: ArrayLike<number>, i: number, stride = 3): Vector => [
  numbers[i * stride] ?? Number.NaN,
  numbers[i * stride + 1] ?? Number.NaN,
  numbers[i * stride + 2] ?? Number.NaN,
];
const cross = ([a, b, c]: Vector, [x, y, z]: Vector): Vector => [b * z - c * y, c * x - a * z, a * y - b * x];
const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** The side on which corners run counter-clockwise, times the normal: positive if that is the front. */
function frontOf({ mesh, vertices }: CompiledModel): number {
  const [a, b, c] = [0, 1, 2].map((corner) => at(vertices.positions, mesh.indices[corner] ?? 0));
  if (a === undefined || b === undefined || c === undefined) throw new Error('no triangle');
  return dot(cross(subtract(b, a), subtract(c, a)), at(vertices.normals, mesh.indices[0] ?? 0));
}

describe('conventions.md', () => {
  it('positions, units and axes are those of glTF', async () => {
    const { vertices } = await compileQuad();
    const corners = Array.from({ length: 4 }, (_, i) => at(vertices.positions, i).join()).sort();
    expect(corners).toEqual(['0,0,0', '0,2,0', '2,0,0', '2,2,0']);
  });

  it('fronts are counter-clockwise, also where a node mirrors', async () => {
    expect(frontOf(await compileQuad())).toBeGreaterThan(0);
    expect(frontOf(await compileQuad({ scale: [-1, 1, 1] }))).toBeGreaterThan(0);
  });

  it('v grows downward, and the bitangent points up', async () => {
    for (const node of [{}, { scale: [-1, 1, 1] }]) {
      const { vertices } = await compileQuad(node);
      for (let i = 0; i < 4; i++) {
        const [, y] = at(vertices.positions, i);
        expect(vertices.uvs[i * 2 + 1]).toBe(y === 0 ? 1 : 0);
        const handedness = vertices.tangents[i * 4 + 3] ?? 0;
        const bitangent = cross(at(vertices.normals, i), at(vertices.tangents, i, 4));
        expect(bitangent[1] * handedness).toBeGreaterThan(0.99);
      }
    }
  });

  it('OBJ is flipped to an origin at the top left', async () => {
    const obj = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nf 1/1 2/2 3/3\n';
    const { vertices } = await compileModel({ path: 'a.obj', input: { 'a.obj': obj } });
    for (let i = 0; i < 3; i++) expect(vertices.uvs[i * 2 + 1]).toBe(1 - at(vertices.positions, i)[1]);
  });

  it('keys are in seconds, quaternions are x y z w', async () => {
    const animations = [
      {
        name: 'turn',
        samplers: [{ input: 4, output: 5 }],
        channels: [{ sampler: 0, target: { node: 0, path: 'rotation' } }],
      },
    ];
    const { clips } = await compileQuad({}, { animations });
    const channel = clips[0]?.channels.find(({ path }) => path === 'rotation');
    expect(clips[0]?.duration).toBe(1.5);
    expect(Array.from(channel?.times ?? [])).toEqual([0, 1.5]);
    for (const [i, number] of [0, 0, 0, 1, 0.6, 0, 0, 0.8].entries()) expect(channel?.values[i]).toBeCloseTo(number, 6);
  });

  it('matrices are column-major; world = parent · local, local = T · R · S', async () => {
    // A parent that turns +X to +Y and moves, and a child that scales and moves.
    const nodes = [
      { children: [1], translation: [10, 0, 0], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] },
      { mesh: 0, translation: [1, 2, 3], scale: [2, 1, 1] },
    ];
    const input = { 'a.gltf': quad({}, { nodes }) };
    const { mesh } = await compileModel({ path: 'a.gltf', input, settings: { mesh: { merge: false } } });
    const [parent = [], local = []] = (mesh.nodes ?? []).map((node) => [...node.local]);
    expect(local).toEqual([2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1]);
    const times = (m: readonly number[], v: readonly number[]): number[] =>
      [0, 1, 2, 3].map((row) => v.reduce((sum, value, column) => sum + (m[column * 4 + row] ?? 0) * value, 0));
    // The corner (2, 0, 0): scaled and moved to (5, 2, 3), turned to (−2, 5, 3), moved to (8, 5, 3).
    const world = times(parent, times(local, [2, 0, 0, 1]));
    for (const [i, value] of [8, 5, 3, 1].entries()) expect(world[i]).toBeCloseTo(value, 5);
    const merged = await compileModel({ path: 'a.gltf', input });
    const nearest = Array.from({ length: 4 }, (_, i) => subtract(at(merged.vertices.positions, i), [8, 5, 3]));
    expect(Math.min(...nearest.map((difference) => Math.hypot(...difference)))).toBeLessThan(1e-5);
  });

  it('indices have 16 bits up to 65,535 vertices, and those of levels of detail always 32', async () => {
    const { mesh } = await compileQuad();
    expect([mesh.desc.indexWidth, mesh.indices.BYTES_PER_ELEMENT]).toEqual([2, 2]);
    expect(mesh.lods?.indices.BYTES_PER_ELEMENT).toBe(4);
  });

  it('double-sided materials are marked', async () => {
    const materials = [
      { doubleSided: true, pbrMetallicRoughness: { metallicFactor: 0.25, roughnessFactor: 0.75 } },
      {},
    ];
    const primitive = { attributes: { POSITION: 0, NORMAL: 1, TEXCOORD_0: 2 }, indices: 3 };
    const meshes = [{ primitives: [0, 1].map((material) => ({ ...primitive, material })) }];
    const compiled = await compileQuad({}, { materials, meshes });
    expect(compiled.materials.map(({ doubleSided }) => doubleSided)).toEqual([true, false]);
    expect(compiled.materials[0]).toMatchObject({ metallicFactor: 0.25, roughnessFactor: 0.75 });
  });

  it('files have the versions of the table', () => {
    const written = {
      hmesh: hmeshSpec.constants?.find(({ name }) => name === 'VERSION')?.value,
      hmat: HMAT_VERSION,
      hanim: HANIM_VERSION,
      hanimx: HANIMX_VERSION,
      hclip: HCLIP_VERSION,
      hman: HMAN_VERSION,
      hpack: HPACK_VERSION,
    };
    const rows = [...page.matchAll(/^\| `\.(\w+)` \| (\d) \| ([\d and]+) \|$/gm)].map(([, name, version, read]) => [
      name,
      version,
      read,
    ]);
    const expected = Object.entries(written).map(([name, version]) => [
      name,
      `${version}`,
      name === 'hmesh' ? '1 and 2' : `${version}`,
    ]);
    expect(rows).toEqual(expected);
  });

  it('faces of cube maps have the axes of the table', () => {
    const axis = (name: string): Vector => {
      const sign = name.startsWith('+') ? 1 : -1;
      return [name.endsWith('X') ? sign : 0, name.endsWith('Y') ? sign : 0, name.endsWith('Z') ? sign : 0];
    };
    const rows = [...page.matchAll(/^\| (\d) \| ([+−][XYZ]) \| ([+−][XYZ]) \| ([+−][XYZ]) \|$/gm)];
    expect(rows).toHaveLength(6);
    for (const [, face = '', ...names] of rows) {
      const [normal, right, down] = names.map(axis);
      if (normal === undefined || right === undefined || down === undefined) throw new Error('a row has three axes');
      for (const [s, t] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [-0.5, 0.25],
      ] as const) {
        const out = new Float64Array(3);
        directionOf(Number(face), s, t, out);
        const wanted = normal.map((n, k) => n + s * (right[k] ?? 0) + t * (down[k] ?? 0));
        const length = Math.hypot(...wanted);
        for (const [k, number] of wanted.entries()) expect(out[k]).toBeCloseTo(number / length, 12);
      }
    }
  });
});
