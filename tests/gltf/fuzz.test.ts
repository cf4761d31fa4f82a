// Damaged models: every file compiles to outputs that our validators accept, or is rejected with a diagnostic.
// 1,000 files; ASSETC_LONG=1: 20,000. Bytes are changed anywhere, numbers of the JSON to extremes, floats of buffers to NaN,
// infinity and the largest ones.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { validateHanim, validateHmat, validateHmesh } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { AssetError } from '../../packages/compiler/src/diagnostics/diagnostic.js';
import { meshKind } from '../../packages/compiler/src/kinds/mesh/mesh-kind.js';
import { corpusFolder } from '../../packages/compiler/src/testing/corpus.js';
import { addGrid, GltfBuilder, grid } from '../../packages/compiler/src/testing/gltf-builder.js';
import { TestContext } from '../../packages/compiler/src/testing/test-context.js';

const corpus = join(corpusFolder, 'gltf');
const rounds = process.env.ASSETC_LONG === '1' ? 20_000 : 1_000;

type Files = { readonly [path: string]: Uint8Array };
type Random = (below: number) => number;

interface Model {
  readonly path: string;
  readonly files: Files;
}

function randomFrom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Two nodes, one mirrored, of a grid with everything static. */
function plainModel(): GltfBuilder {
  const builder = new GltfBuilder();
  addGrid(builder, 3, { material: 0 });
  builder.list('materials', { emissiveFactor: [1, 0.5, 0.25], pbrMetallicRoughness: { roughnessFactor: 0.5 } });
  builder.node({ mesh: 0, children: [1], scale: [1, -2, 1] });
  builder.node({ mesh: 0, translation: [1, 2, 3], rotation: [0, 0, 0, 1] }, false);
  return builder;
}

/** Materials with extensions, transforms, samplers and variants. */
function materialModel(): GltfBuilder {
  const builder = new GltfBuilder();
  const mappings = [{ variants: [0, 1], material: 1 }];
  addGrid(builder, 2, { material: 0, extensions: { KHR_materials_variants: { mappings } } });
  builder.node({ mesh: 0 });
  builder.list('images', { uri: 'data:image/png;base64,iVBORw==' });
  builder.list('samplers', { wrapS: 33071, minFilter: 9728 });
  builder.list('textures', { source: 0, sampler: 0 });
  const moved = (x: number) => ({
    index: 0,
    texCoord: 0,
    extensions: { KHR_texture_transform: { offset: [x, 1], scale: [2, 3], rotation: 1 } },
  });
  builder.list('materials', {
    pbrMetallicRoughness: { baseColorTexture: moved(0) },
    extensions: {
      KHR_materials_clearcoat: { clearcoatFactor: 0.5, clearcoatNormalTexture: { index: 0, scale: 2 } },
      KHR_materials_volume: { thicknessFactor: 1, attenuationDistance: 2, attenuationColor: [1, 0, 1] },
    },
  });
  builder.list('materials', {
    normalTexture: moved(1),
    extensions: {
      KHR_materials_pbrSpecularGlossiness: { glossinessFactor: 0.5, specularGlossinessTexture: moved(1) },
    },
  });
  builder.json.extensions = { KHR_materials_variants: { variants: [{ name: 'a' }, { name: 'b' }] } };
  return builder;
}

/** A grid bound to two joints, one given by a matrix, with a clip. */
function skinnedModel(): GltfBuilder {
  const builder = new GltfBuilder();
  const { positions, normals, uvs, indices } = grid(2);
  const count = positions.length / 3;
  builder.mesh({
    attributes: {
      POSITION: builder.accessor(positions, 'VEC3'),
      NORMAL: builder.accessor(normals, 'VEC3'),
      TEXCOORD_0: builder.accessor(uvs, 'VEC2'),
      JOINTS_0: builder.accessor(
        new Uint8Array(count * 4).map((_, i) => i % 2),
        'VEC4',
      ),
      WEIGHTS_0: builder.accessor(new Float32Array(count * 4).fill(0.25), 'VEC4'),
    },
    indices: builder.accessor(Uint16Array.from(indices), 'SCALAR'),
  });
  builder.node({ mesh: 0, skin: 0 });
  builder.node({ children: [2], matrix: [2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] });
  builder.node({ translation: [0, 1, 0] }, false);
  const binds = new Float32Array(32).map((_, i) => ((i % 16) % 5 === 0 ? 1 : 0));
  builder.list('skins', { joints: [1, 2], inverseBindMatrices: builder.accessor(binds, 'MAT4') });
  const times = builder.accessor(Float32Array.of(0, 0.5, 1), 'SCALAR');
  builder.list('animations', {
    channels: [{ sampler: 0, target: { node: 2, path: 'translation' } }],
    samplers: [{ input: times, output: builder.accessor(new Float32Array(9), 'VEC3') }],
  });
  return builder;
}

const made = (builder: GltfBuilder, path: string): Model => ({
  path,
  files: {
    [path]: path.endsWith('.glb') ? builder.glb() : new TextEncoder().encode(builder.gltf('a.bin')),
    'a.bin': builder.bin,
  },
});

/** Small ones, of every feature that the corpus has. */
function corpusModels(): Model[] {
  if (!existsSync(corpus)) return [];
  const paths = readdirSync(corpus, { recursive: true }).map((name) => String(name).replaceAll('\\', '/'));
  return paths
    .filter((path) => /\.(?:gltf|glb)$/i.test(path))
    .sort()
    .map((path) => ({ path, files: filesBeside(path) }))
    .filter(({ files }) => Object.values(files).reduce((sum, bytes) => sum + bytes.length, 0) < 100_000);
}

function filesBeside(path: string): Files {
  const folder = dirname(path);
  const names = readdirSync(join(corpus, folder), { withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    names.map(({ name }) => [`${folder}/${name}`, new Uint8Array(readFileSync(join(corpus, folder, name)))]),
  );
}

const EXTREMES = ['0', '-1', '1e38', '3.4e38', '-3e38', '1e-45', '1e999', '4294967295', '65535', '0.5', '255', '1e20'];
const FLOATS = [Number.NaN, Number.POSITIVE_INFINITY, 3.4e38, -3.4e38, 1e30, 1e-45, 0, -0];

/** One of the files with up to four things wrong. */
function damage(files: Files, random: Random): Files {
  const names = Object.keys(files).filter((name) => /\.(?:glb|gltf|bin)$/.test(name));
  const name = names[random(names.length)] ?? '';
  let bytes: Uint8Array = (files[name] ?? new Uint8Array(1)).slice();
  for (let k = random(4); k >= 0; k--) bytes = damageOnce(name, bytes, random);
  return { ...files, [name]: bytes };
}

function damageOnce(name: string, bytes: Uint8Array, random: Random): Uint8Array {
  const choice = random(4);
  if (choice === 0 && name.endsWith('.gltf')) return changeNumber(bytes, random);
  if (choice === 1 && bytes.length >= 8) {
    const at = random(Math.floor(bytes.length / 4)) * 4;
    new DataView(bytes.buffer).setFloat32(Math.min(at, bytes.length - 4), FLOATS[random(FLOATS.length)] ?? 0, true);
    return bytes;
  }
  if (choice === 2 && random(20) === 0) return bytes.slice(0, random(bytes.length));
  // Digits stay digits, so that JSON often survives with wrong numbers.
  const at = random(bytes.length);
  const old = bytes[at] ?? 0;
  bytes[at] = old >= 0x30 && old <= 0x39 ? 0x30 + random(10) : random(2) === 0 ? old ^ (1 << random(8)) : random(256);
  return bytes;
}

function changeNumber(bytes: Uint8Array, random: Random): Uint8Array {
  const text = new TextDecoder().decode(bytes);
  const numbers = [...text.matchAll(/(?<=[:[,]\s*)-?\d[\d.eE+-]*/g)];
  const found = numbers[random(numbers.length)];
  if (found === undefined) return bytes;
  const end = found.index + found[0].length;
  return new TextEncoder().encode(text.slice(0, found.index) + EXTREMES[random(EXTREMES.length)] + text.slice(end));
}

/** Whether it compiled. Throws if an output is not valid, or anything but a diagnostic is thrown. */
async function survives({ path }: Model, input: Files, settings: object): Promise<boolean> {
  const context = new TestContext({ path, input, settings: { mesh: { ...settings } }, kind: meshKind });
  try {
    await meshKind.compile(context);
  } catch (error) {
    if (!(error instanceof AssetError)) throw error;
    expect(error.diagnostic.file).toBe(path);
    expect(error.diagnostic.where).toBeDefined();
    return false;
  }
  for (const { suffix, bytes } of context.outputs) {
    if (suffix === '.hmesh') expect(validateHmesh(bytes)).toEqual([]);
    if (suffix === '.hmat') expect(validateHmat(bytes)).toEqual([]);
    if (suffix === '.hanim') expect(validateHanim(bytes)).toEqual([]);
  }
  return true;
}

describe('a damaged model', () => {
  it('compiles to something valid or is refused with its place', async () => {
    const models = [
      made(plainModel(), 'a.gltf'),
      made(plainModel(), 'b.glb'),
      made(skinnedModel(), 'c.gltf'),
      made(skinnedModel(), 'd.glb'),
      made(materialModel(), 'e.gltf'),
      ...corpusModels(),
    ];
    const random = randomFrom(7);
    let compiled = 0;
    for (let round = 0; round < rounds; round++) {
      const model = models[round % models.length];
      if (model === undefined) throw new Error('no models');
      const settings = { merge: random(3) > 0, tangents: random(4) > 0 ? 'fast' : 'mikktspace' };
      const input = damage(model.files, random);
      const result = survives(model, input, settings).catch((cause: unknown) => {
        throw new Error(`round ${round}: ${model.path}`, { cause });
      });
      if (await result) compiled++;
    }
    expect(compiled).toBeGreaterThan(rounds / 10);
    expect(rounds - compiled).toBeGreaterThan(rounds / 10);
  }, 3_600_000);
});
