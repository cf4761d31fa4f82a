// The generated headers: every function, compiled by the bundled compilers from all three languages and run one thread after another, returns
// what its TypeScript twin returns. Structs have the offsets and strides of the declared layouts.

import { NO_GROUP } from '@assetc/formats';
import { Cluster, ClusterGroup, formatSpecs, HmatRow, VertexGrid } from '@assetc/formats/layouts';
import { assetcWgsl } from '@assetc/formats/shaders';
import { reflectSpirv } from '@assetc/formats/spirv';
import { afterAll, describe, expect, it } from 'vitest';
import { shaderProcess } from '../../packages/compiler/src/compilers/shader/shader-process.js';
import { compile } from '../../packages/compiler/src/kinds/shader/testing/compile-shader-folder.js';
import { random } from '../clusters/models.js';
import { ComputeShader } from '../support/spirv/compute-shader.js';
import { kernelOf, wordsOf } from './header-kernel.js';
import type { Given, HeaderCase } from './twins/header-case.js';
import { CASES, SIZES } from './twins/header-twins.js';

afterAll(() => shaderProcess().stop());

const COUNT = process.env.ASSETC_LONG === undefined ? 1_000 : 10_000;
const TOLERANCE = 1e-5;
const next = random(36);

function drawFloats(how: string | undefined, count: number): readonly number[] {
  const draw = (): number =>
    Math.fround(how === 'fraction' ? next() : how === 'radiance' ? 0.1 + next() * 4 : next() * 2 - 1);
  const values = Array.from({ length: count }, draw);
  if (how !== 'unit') return values;
  const length = Math.hypot(...values.slice(0, 3));
  return values.map((value, i) => (i === 3 ? Math.sign(value) : Math.fround(value / length)));
}

/** A plain argument: bits for words, numbers for floats. */
function drawArgument(type: string, how: string | undefined): Given {
  const count = wordsOf(type) ?? 0;
  if (['i32', 'vec2i', 'vec3i'].includes(type))
    return Array.from({ length: count }, () => Math.floor(next() * 65535) - 32767);
  if (!['u32', 'bool', 'array<u32, 2>'].includes(type)) return drawFloats(how, count);
  const bits = (): number => Math.floor(next() * 0x100000000);
  // Without their highest bit, exponents of halfs are finite.
  if (how === 'halfs') return [(bits() & 0xbfffbfff) >>> 0];
  return Array.from({ length: count }, () => (how === 'small' ? Math.floor(next() * 4) : bits()));
}

/** A row of a struct: valid bits that make both answers likely. */
function drawRow(struct: string): Uint8Array {
  const row = new Uint8Array(SIZES[struct] ?? 0);
  const view = new DataView(row.buffer);
  for (let i = 0; i + 4 <= row.length; i += 4) view.setFloat32(i, next(), true);
  const set = (offset: number, value: number): void => view.setUint32(offset, value, true);
  if (struct === 'AssetcHmatRow') {
    set(HmatRow.offsetOf('flags'), Math.floor(next() * 3) * 2 + Math.floor(next() * 2));
    set(HmatRow.offsetOf('pad'), 0);
  }
  if (struct === 'AssetcGpuSkinVertex') for (const at of [0, 4]) set(at, Math.floor(next() * 0x100000000));
  if (struct.startsWith('AssetcCompactSkinVertex'))
    for (let at = 0; at < row.length; at += 4) set(at, Math.floor(next() * 0x100000000));
  if (struct === 'AssetcVertexGrid') {
    view.setFloat32(VertexGrid.offsetOf('step'), 2 ** -Math.floor(next() * 20), true);
    for (const name of ['uvFormat', 'uvs1Format'] as const) set(VertexGrid.offsetOf(name), Math.floor(next() * 2));
  }
  if (struct === 'AssetcCluster') {
    for (const name of ['group', 'parentGroup'] as const) set(Cluster.offsetOf(name), next() < 0.5 ? NO_GROUP : 7);
    set(Cluster.offsetOf('page'), Math.floor(next() * 3));
    for (const [i, name] of (['vertexCount', 'triangleCount', 'level', 'flags'] as const).entries())
      row[Cluster.offsetOf(name)] = i === 3 ? 0 : Math.floor(next() * 60);
  }
  if (struct === 'AssetcClusterGroup') set(ClusterGroup.offsetOf('pageCount'), 1 + Math.floor(next() * 3));
  if (struct === 'AssetcClusterView') set(20, Math.floor(next() * 4));
  return row;
}

interface Drawn {
  readonly given: readonly (readonly Given[])[];
  readonly rows: ReadonlyMap<string, Uint8Array>;
}
const structs = [...new Set(CASES.flatMap(({ takes }) => takes.filter((type) => wordsOf(type) === undefined)))];
const drawn: readonly Drawn[] = Array.from({ length: COUNT }, () => ({
  given: CASES.map(({ takes, draw }) =>
    takes.map((type, i) => (wordsOf(type) === undefined ? [] : drawArgument(type, draw?.[i]))),
  ),
  rows: new Map(structs.map((struct) => [struct, drawRow(struct)])),
}));

function inputsOf(inputWords: number): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(COUNT * inputWords * 4));
  let at = 0;
  for (const { given } of drawn)
    for (const [i, values] of given.entries())
      for (const [j, value] of values.entries()) {
        const type = CASES[i]?.takes[j] ?? '';
        for (const number of value) {
          if (/u32|i32|bool|vec\di/.test(type)) bytes.setInt32(at, number, true);
          else bytes.setFloat32(at, number, true);
          at += 4;
        }
      }
  expect(at).toBe(bytes.byteLength);
  return new Uint8Array(bytes.buffer);
}

function differenceOf(
  found: readonly number[],
  wanted: readonly number[],
  { isExact }: HeaderCase,
): string | undefined {
  const isEqual = found.every((value, i) => {
    const other = wanted[i] ?? Number.NaN;
    return isExact ? value === other : Math.abs(value - other) <= TOLERANCE * Math.max(1, Math.abs(other));
  });
  return isEqual ? undefined : `${found.join(' ')} instead of ${wanted.join(' ')}`;
}

const FILES = { slang: 'call.slang', glsl: 'call.comp', wgsl: 'call.wgsl' };

describe.each(['slang', 'glsl', 'wgsl'] as const)('assetc.%s', (dialect) => {
  it('has functions that return what their twins return', async () => {
    const { text, inputWords, resultWords, starts } = kernelOf(dialect, CASES);
    const context = await compile({ [FILES[dialect]]: dialect === 'wgsl' ? `${assetcWgsl}${text}` : text });
    const spirv = context.output(dialect === 'glsl' ? '/compute.spv' : '/call.spv');
    const [floats, words] = [new Float32Array(COUNT * resultWords), new Uint32Array(COUNT * resultWords)];
    const rows = structs.map((struct) => Buffer.concat(drawn.map(({ rows }) => rows.get(struct) ?? new Uint8Array())));
    const results = [floats, words].map(({ buffer }) => new Uint8Array(buffer));
    new ComputeShader(spirv).run([inputsOf(inputWords), ...results, ...rows], COUNT);
    for (const [i, call] of CASES.entries()) {
      const count = wordsOf(call.gives) ?? 0;
      const from = call.gives === 'u32' || call.gives === 'bool' || call.gives === 'vec3u' ? words : floats;
      const different = drawn.flatMap(({ given, rows: own }, thread) => {
        const bytes = call.takes.flatMap((type) => own.get(type) ?? []);
        const start = thread * resultWords + (starts[i] ?? 0);
        return differenceOf([...from.subarray(start, start + count)], call.twin(given[i] ?? [], bytes), call) ?? [];
      });
      expect(different.slice(0, 3), `${call.name}: ${different.length} of ${COUNT}`).toEqual([]);
    }
  });

  it('has structs with the offsets and strides of the files', async () => {
    const layouts = formatSpecs.flatMap((spec) => spec.layouts).filter(({ name }) => STRUCTS.includes(`Assetc${name}`));
    expect(layouts.length).toBe(STRUCTS.length);
    for (const layout of layouts) {
      const context = await compile({ [FILES[dialect]]: readerOf(dialect, `Assetc${layout.name}`) });
      const [reflection] = reflectSpirv(context.outputs[0]?.bytes ?? new Uint8Array());
      const [array] = reflection?.bindings.find(({ binding }) => binding === 0)?.members ?? [];
      expect(array?.arrayStride, layout.name).toBe(layout.size);
      const declared = layout.fields.filter(({ offset }) => offset % 4 === 0).map(({ offset }) => offset);
      expect(
        array?.members?.map(({ offset }) => offset),
        layout.name,
      ).toEqual(declared);
    }
  });
});

const STRUCTS = [...assetcWgsl.matchAll(/^struct (Assetc\w+)/gm)]
  .map((match) => match[1] ?? '')
  .filter((name) => name !== 'AssetcClusterView');

/** A shader that copies the first word of a row. */
function readerOf(dialect: 'slang' | 'glsl' | 'wgsl', struct: string): string {
  const [, body = ''] = new RegExp(`struct ${struct} \\{\\n  (\\w+: [^/]*?), //`).exec(assetcWgsl) ?? [];
  const [member = '', type = ''] = body.split(': ');
  const path = `${member}${type.startsWith('array') ? '[0]' : ''}`;
  if (dialect === 'wgsl')
    return `${assetcWgsl}@group(0) @binding(0) var<storage, read> rows: array<${struct}>;
@group(0) @binding(1) var<storage, read_write> found: array<u32>;
@compute @workgroup_size(1) fn readMain() { found[0] = u32(rows[0].${path}); }\n`;
  if (dialect === 'glsl')
    return `#version 450\n#include "assetc.glsl"\nlayout(local_size_x = 1) in;
layout(std430, binding = 0) readonly buffer Rows { ${struct} rows[]; };
layout(std430, binding = 1) buffer Found { uint found[]; };
void main() { found[0] = uint(rows[0].${path}); }\n`;
  return `import assetc;\n[[vk::binding(0)]] StructuredBuffer<${struct}> rows;
[[vk::binding(1)]] RWStructuredBuffer<uint> found;
[shader("compute")] [numthreads(1, 1, 1)] void readMain() { found[0] = uint(rows[0].${path}); }\n`;
}
