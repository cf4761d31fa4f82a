// Opacity micromaps against brute force: the texture that the build writes is decoded and sampled at many points of each micro-triangle.

import { decodeKtx2, type Hmesh, micromapState, microTriangles, unpackColors, unpackVertices } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { decodeTexels, type Texels } from '../../packages/compiler/src/encoding/texture/decode-texels.js';
import { textureKind } from '../../packages/compiler/src/kinds/texture/texture-kind.js';
import type { SettingValue } from '../../packages/compiler/src/model/kind/setting.js';
import { GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { TestContext } from '../../packages/compiler/src/testing/test-context.js';
import { compileModel } from '../support/compile-model.js';
import { makePng } from '../support/png.js';

const SIZE = 64;
const LEVEL = 3;

/** Leaves with soft edges under colors that vary quickly, which are hard to encode. */
function leaves(size = SIZE): Uint8Array {
  return makePng(size, size, (x, y) => {
    const distance = Math.hypot((x % 32) - 15.3, (y % 32) - 16.1);
    const alpha = Math.max(0, Math.min(255, Math.round((13 - distance) * 90)));
    return [(x * 83 + y * 31) & 255, (x * 17 + y * 59) & 255, (x * y * 7) & 255, alpha];
  });
}

/** Small holes, thin lines and lone texels, which blocks move and lose. */
function twigs(size = SIZE): Uint8Array {
  return makePng(size, size, (x, y) => {
    const isThin = (x + 2 * y) % 17 === 0 || (x % 13 === 5 && y % 11 === 3);
    const isLeaf = x > size / 2 && Math.hypot((x % 9) - 4, (y % 9) - 4) < 3.6;
    const random = Math.imul(x * 31 + y * 1777, 2654435761);
    return [random >>> 24, (random >>> 16) & 255, (random >>> 8) & 255, isThin !== isLeaf || y > 55 ? 255 : 0];
  });
}

interface Material {
  readonly isThin?: boolean;
  readonly alphaMode?: string;
  readonly alphaCutoff?: number;
  readonly alphaFactor?: number;
  readonly wrap?: number;
  readonly vertexAlpha?: boolean;
}

/** A grid of triangles whose coordinates go from −0.4 to 1.7, beyond the image on both sides. */
function grid(material: Material = {}) {
  const { alphaMode = 'MASK', alphaCutoff = 0.5, alphaFactor = 1, wrap = 10497, vertexAlpha, isThin } = material;
  const builder = new GltfBuilder();
  const bytes = isThin === true ? twigs() : leaves();
  const image = builder.list('images', { bufferView: builder.view(bytes), mimeType: 'image/png' });
  const sampler = builder.list('samplers', { wrapS: wrap, wrapT: wrap });
  const index = builder.list('textures', { source: image, sampler });
  const pbrMetallicRoughness = { baseColorTexture: { index }, baseColorFactor: [1, 1, 1, alphaFactor] };
  builder.list('materials', {
    alphaMode,
    ...(alphaMode === 'MASK' ? { alphaCutoff } : {}),
    pbrMetallicRoughness,
  });
  const side = 5;
  const positions: number[] = [];
  const uvs: number[] = [];
  const colors: number[] = [];
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      positions.push(x, y, ((x * 3 + y) % 4) / 7);
      uvs.push(-0.4 + (x / (side - 1)) * 2.1 + (y % 2) * 0.03, -0.4 + (y / (side - 1)) * 2.1);
      colors.push(1, 1, 1, x === 0 ? 0.5 : 1);
    }
  const indices: number[] = [];
  for (let y = 0; y + 1 < side; y++)
    for (let x = 0; x + 1 < side; x++) {
      const v = y * side + x;
      indices.push(v, v + 1, v + side, v + 1, v + side + 1, v + side);
    }
  builder.mesh({
    attributes: {
      POSITION: builder.accessor(Float32Array.from(positions), 'VEC3'),
      TEXCOORD_0: builder.accessor(Float32Array.from(uvs), 'VEC2'),
      ...(vertexAlpha === true ? { COLOR_0: builder.accessor(Float32Array.from(colors), 'VEC4') } : {}),
    },
    indices: builder.accessor(Uint16Array.from(indices), 'SCALAR'),
    material: 0,
  });
  builder.node({ mesh: 0 });
  return builder;
}

type Settings = { readonly [setting: string]: SettingValue };

async function compile(builder: GltfBuilder, mesh: Settings, texture: Settings = {}) {
  const input = { 'a.glb': builder.glb() };
  const settings = { mesh: { ...mesh }, texture: { ...texture } };
  const model = await compileModel({ path: 'a.glb', input, settings });
  const [derived] = model.context.derived;
  if (derived === undefined) throw new Error('the model has a texture');
  const job = new TestContext({ path: 'a.glb', input, settings, kind: textureKind, params: derived.params });
  await job.compile();
  const [texels] = await decodeTexels(decodeKtx2(job.output('.ktx2')), 1);
  if (texels === undefined) throw new Error('the texture has a level');
  return { ...model, texels };
}

const WRAPS: { readonly [wrap: number]: (i: number, size: number) => number } = {
  10497: (i, size) => ((i % size) + size) % size,
  33071: (i, size) => Math.min(Math.max(i, 0), size - 1),
  33648: (i, size) => {
    const at = ((i % (2 * size)) + 2 * size) % (2 * size);
    return at < size ? at : 2 * size - 1 - at;
  },
};

/** Alpha between 0 and 1, bilinear. */
function sample({ width, height, pixels }: Texels, u: number, v: number, wrap: number): number {
  const at = WRAPS[wrap] ?? (() => 0);
  const [x, y] = [u * width - 0.5, v * height - 0.5];
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const texel = (column: number, row: number): number =>
    (pixels[(at(row, height) * width + at(column, width)) * 4 + 3] ?? 0) / 255;
  const top = texel(i, j) * (1 - (x - i)) + texel(i + 1, j) * (x - i);
  const bottom = texel(i, j + 1) * (1 - (x - i)) + texel(i + 1, j + 1) * (x - i);
  return top * (1 - (y - j)) + bottom * (y - j);
}

const CUTS = 7;

/** How many micro-triangles have each state, and those whose state is wrong at a point. */
function bruteForce(mesh: Hmesh, texels: Texels, { alphaCutoff = 0.5, alphaFactor = 1, wrap = 10497 }: Material) {
  const { micromaps, indices } = mesh;
  if (micromaps === undefined) throw new Error('the mesh has no micromaps');
  const { uvs } = unpackVertices(mesh.vertices);
  const corners = microTriangles(LEVEL);
  const counts: { [state: string]: number } = {};
  const wrong: string[] = [];
  for (const [triangle, index] of micromaps.indices.entries())
    for (let micro = 0; micro < 4 ** LEVEL; micro++) {
      const state = micromapState(micromaps, index, micro);
      counts[state] = (counts[state] ?? 0) + 1;
      if (state !== 'opaque' && state !== 'transparent') continue;
      for (let a = 0; a <= CUTS; a++)
        for (let b = 0; a + b <= CUTS; b++) {
          const weights = [1 - (a + b) / CUTS, a / CUTS, b / CUTS];
          const at = (offset: number): number =>
            weights.reduce((sum, weight, corner) => sum + weight * (corners[micro * 6 + corner * 2 + offset] ?? 0), 0);
          const [u, v] = [at(0), at(1)];
          const coordinate = (axis: number): number =>
            [1 - u - v, u, v].reduce(
              (sum, weight, corner) => sum + weight * (uvs[(indices[triangle * 3 + corner] ?? 0) * 2 + axis] ?? 0),
              0,
            );
          const alpha = sample(texels, coordinate(0), coordinate(1), wrap) * alphaFactor;
          if (alpha >= alphaCutoff !== (state === 'opaque')) wrong.push(`${triangle}.${micro}: ${state}, but ${alpha}`);
        }
    }
  return { counts, wrong };
}

const micromaps = { level: LEVEL, states: 4 };

describe('micromaps with four states', () => {
  it.each([
    ['repeated', {}, { compress: false }],
    ['clamped', { wrap: 33071 }, { compress: false }],
    ['mirrored', { wrap: 33648 }, { compress: false }],
    ['with a factor', { alphaFactor: 0.7, alphaCutoff: 0.3 }, { compress: false }],
    ['a small texture', {}, { compress: false, maxSize: 32 }],
    ['universal', {}, { target: 'universal' }],
    ['bc', {}, { target: 'bc' }],
    ['astc, mirrored', { wrap: 33648 }, { target: 'astc' }],
    ['etc2, clamped', { wrap: 33071 }, { target: 'etc2' }],
    ['etc2 by a number', {}, { target: 'etc2', quality: { psnr: 15 } }],
    ['universal, thin', { isThin: true }, {}],
    ['universal, thin, with strong RDO', { isThin: true }, { rdo: 100 }],
    ['bc, thin, with strong RDO', { isThin: true }, { target: 'bc', rdo: 100 }],
    ['bc3, thin', { isThin: true }, { target: 'bc', bc: 'small' }],
    ['astc 5x5, thin', { isThin: true }, { target: 'astc', astc: '5x5' }],
    ['astc 8x8, thin', { isThin: true }, { target: 'astc', astc: '8x8', quality: 'fast' }],
    ['astc 12x12', {}, { target: 'astc', astc: '12x12' }],
    ['astc by a number, thin', { isThin: true }, { target: 'astc', quality: { psnr: 20 } }],
    ['draft, high cutoff', { alphaCutoff: 0.9 }, { target: 'bc', quality: 'draft' }],
  ] as const)('are true at every point of the decoded texture: %s', async (_, material, texture) => {
    const { mesh, texels } = await compile(grid(material), { micromaps }, texture);
    expect(texels.width).toBe('maxSize' in texture ? 32 : SIZE);
    const { counts, wrong } = bruteForce(mesh, texels, material);
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(counts.opaque).toBeGreaterThan('isThin' in material ? 5 : 50);
    expect(counts.transparent).toBeGreaterThan('isThin' in material ? 5 : 50);
  });

  it('are true for the coordinates of compact vertices', async () => {
    const { mesh, texels } = await compile(grid(), { micromaps, vertices: 'compact' }, { compress: false });
    expect(mesh.stored?.compact).toBeDefined();
    expect(bruteForce(mesh, texels, {}).wrong.slice(0, 5)).toEqual([]);
  });

  it('know most of a mask, and maps of equal states are stored once', async () => {
    const { mesh, texels } = await compile(grid(), { micromaps }, { compress: false });
    const { counts } = bruteForce(mesh, texels, {});
    const known = (counts.opaque ?? 0) + (counts.transparent ?? 0);
    expect(known).toBeGreaterThan(mesh.indices.length * 0.25 * (4 ** LEVEL / 3));
    const { data = new Uint8Array(0), maps = new Uint32Array(0) } = mesh.micromaps ?? {};
    const texts = Array.from({ length: maps.length / 2 }, (_, i) =>
      data.subarray(maps[i * 2], (maps[i * 2] ?? 0) + 16).join(),
    );
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('leave triangles with vertex alpha to the shader', async () => {
    const { mesh } = await compile(grid({ vertexAlpha: true }), { micromaps }, { compress: false });
    const { colors, micromaps: baked, indices } = mesh;
    const alphas = colors && unpackColors(colors).filter((_, i) => i % 4 === 3);
    const isFull = (corner: number): boolean => alphas?.[indices[corner] ?? 0] === 1;
    expect(new Set(alphas)).toEqual(new Set([0.5, 1]));
    for (const [triangle, index] of baked?.indices.entries() ?? []) {
      if ([0, 1, 2].every((corner) => isFull(triangle * 3 + corner))) continue;
      for (let micro = 0; micro < 4 ** LEVEL && baked; micro++)
        expect(micromapState(baked, index, micro)).toMatch(/^unknown/);
    }
  });
});

describe('micromaps', () => {
  it('have two states on request, those of most of a micro-triangle', async () => {
    const four = await compile(grid(), { micromaps }, { compress: false });
    const two = await compile(grid(), { micromaps: { level: LEVEL, states: 2 } }, { compress: false });
    const [a, b] = [four.mesh.micromaps, two.mesh.micromaps];
    if (a === undefined || b === undefined) throw new Error('both have micromaps');
    expect(b.usages.map(({ format }) => format)).toEqual([1]);
    for (const [triangle, index] of a.indices.entries())
      for (let micro = 0; micro < 4 ** LEVEL; micro++) {
        const isOpaque = /opaque/i.test(micromapState(a, index, micro));
        expect(micromapState(b, b.indices[triangle] ?? 0, micro)).toBe(isOpaque ? 'opaque' : 'transparent');
      }
  });

  it('are absent by default, and for opaque materials', async () => {
    expect((await compile(grid(), {})).mesh.micromaps).toBeUndefined();
    expect((await compile(grid({ alphaMode: 'OPAQUE' }), { micromaps })).mesh.micromaps).toBeUndefined();
  });

  it('leave blended materials to the shader', async () => {
    const { mesh } = await compile(grid({ alphaMode: 'BLEND' }), { micromaps });
    expect(new Set(mesh.micromaps?.indices)).toEqual(new Set([-4]));
  });

  it('are made again if the settings of the texture change', async () => {
    const full = await compile(grid(), { micromaps }, { compress: false });
    const small = await compile(grid(), { micromaps }, { compress: false, maxSize: 8 });
    expect(small.mesh.micromaps?.data).not.toEqual(full.mesh.micromaps?.data);
    const read = full.context.dependencies.filter(({ type }) => type === 'settings-for' || type === 'part');
    expect(JSON.stringify(read)).toContain('tex_0');
  });
});
