// The staleness matrix over every registered kind, in one project so that "no more" is seen across kinds: each file that an
// asset depends on, a setting, the order of rules, a preset, the kind's version, and each output deleted, truncated, edited.
// A new kind adds its fixture to FIXTURES; a kind without one fails the last test.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Layer } from '../../packages/compiler/src/config/config.js';
import { writeTinyFont } from '../../packages/compiler/src/kinds/font/testing/tiny-font.js';
import type { BuildResult } from '../../packages/compiler/src/pipeline/build-options.js';
import { MemoryProject, reasonsOf, remadeIds } from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import { registry } from '../../packages/compiler/src/registry.js';
import { makeHdr } from '../support/make-hdr.js';
import { makePng } from '../support/png.js';

type Content = string | Uint8Array;

interface Fixture {
  readonly kind: string;
  readonly files: Readonly<Record<string, Content>>;
  /** File → its new content and the assets that must be made again, nothing else. */
  readonly edits: Readonly<Record<string, { readonly to: Content; readonly rebuilds: readonly string[] }>>;
  /** A setting of this kind: two values that differ from the default, and whom it concerns when its rule matches `match`. */
  readonly setting?: {
    readonly match: string;
    readonly group: string;
    readonly name: string;
    readonly values: readonly [Layer['values'][string][string], Layer['values'][string][string]];
    readonly rebuilds: readonly string[];
  };
}

const image = (seed: number): Uint8Array => makePng(8, 8, (x, y) => [x * 30, y * 30, seed, 255]);

const FACES = ['px', 'nx', 'py', 'ny', 'pz', 'nz'];

const floats = (...values: number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer);
const triangle = (size: number): Uint8Array =>
  Buffer.concat([floats(0, 0, 0, size, 0, 0, 0, size, 0), floats(0, 0, 1, 0, 0, 1)]);

const gltf = (roughness: number): string =>
  JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1 }, material: 0 }] }],
    materials: [{ pbrMetallicRoughness: { roughnessFactor: roughness, baseColorTexture: { index: 0 } } }],
    textures: [{ source: 0 }],
    images: [{ uri: 'skin.png' }],
    buffers: [{ uri: 'chair.bin', byteLength: 60 }],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: 36 },
      { buffer: 0, byteOffset: 36, byteLength: 24 },
    ],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
      { bufferView: 1, componentType: 5126, count: 3, type: 'VEC2' },
    ],
  });

const cube = (last: number): string =>
  `LUT_3D_SIZE 2\n${Array.from({ length: 8 }, (_, i) => `${i & 1} ${(i >> 1) & 1} ${i === 7 ? last : i >> 2}`).join('\n')}\n`;

const wgsl = (blue: string): string =>
  `@fragment fn main() -> @location(0) vec4<f32> { return vec4<f32>(1.0, 0.5, ${blue}, 1.0); }\n`;

const obj = (x: number): string =>
  `mtllib box.mtl\nv 0 0 0\nv ${x} 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl wood\nf 1/1 2/2 3/3\n`;

const fontFile = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/righteous/400Regular/Righteous_400Regular.ttf',
);
const square = [
  [0, 0],
  [0, 500],
  [500, 500],
  [500, 0],
] as const;
const otherFont = writeTinyFont({
  glyphs: [0, 0x41, 0x42].map((codepoint) => ({ codepoint, advance: 600, contours: [square] })),
});

const fragment = (body: string): string =>
  `#version 450\n#include "fog.glsl"\nlayout(location = 0) out vec4 color;\nvoid main() { color = ${body}; }\n`;
const fog = (density: string): string => `#ifndef DENSITY\n#define DENSITY ${density}\n#endif\n`;

const FIXTURES: readonly Fixture[] = [
  {
    kind: 'embed',
    files: { 'scene/level.json': '{}' },
    edits: { 'scene/level.json': { to: '[]', rebuilds: ['scene/level.json'] } },
  },
  {
    kind: 'texture',
    files: { 'tex/brick.png': image(1), 'tex/brick.n.png': image(2) },
    edits: { 'tex/brick.n.png': { to: image(3), rebuilds: ['tex/brick.n.png'] } },
    setting: {
      match: 'tex/brick.png',
      group: 'texture',
      name: 'quality',
      values: ['fast', 'high'],
      rebuilds: ['tex/brick.png'],
    },
  },
  {
    kind: 'environment',
    files: Object.fromEntries(FACES.map((face, i) => [`sky.env/${face}.png`, image(10 + i)])),
    edits: { 'sky.env/ny.png': { to: image(20), rebuilds: ['sky.env'] } },
    setting: { match: 'sky.env', group: 'texture', name: 'compress', values: [false, true], rebuilds: ['sky.env'] },
  },
  {
    // This one has light, and with it the table, which does not depend on the sky.
    kind: 'split-sum table',
    files: { 'noon.env.hdr': makeHdr(16, 8, () => [1, 2, 4]) },
    edits: { 'noon.env.hdr': { to: makeHdr(16, 8, () => [2, 1, 4]), rebuilds: ['noon.env.hdr'] } },
    setting: {
      match: 'noon.env.hdr',
      group: 'environment',
      name: 'exposure',
      values: [1, 2],
      rebuilds: ['noon.env.hdr'],
    },
  },
  {
    kind: 'texture array',
    files: { 'layers.array/1.png': image(30), 'layers.array/2.png': image(31) },
    edits: {
      'layers.array/2.png': { to: image(32), rebuilds: ['layers.array'] },
      'layers.array/3.png': { to: image(33), rebuilds: ['layers.array'] },
    },
    setting: {
      match: 'layers.array',
      group: 'texture',
      name: 'mips',
      values: [false, true],
      rebuilds: ['layers.array'],
    },
  },
  {
    kind: 'lut',
    files: { 'grade.lut.cube': cube(1) },
    edits: { 'grade.lut.cube': { to: cube(0.5), rebuilds: ['grade.lut.cube'] } },
    setting: {
      match: 'grade*',
      group: 'lut',
      name: 'format',
      values: ['rgba16f', 'rgba8'],
      rebuilds: ['grade.lut.cube'],
    },
  },
  {
    kind: 'mesh',
    files: {
      'models/chair.gltf': gltf(0.5),
      'models/chair.bin': triangle(1),
      'models/skin.png': image(40),
      'models/box.obj': obj(1),
      'models/box.mtl': 'newmtl wood\nKd 1 0 0\nmap_Kd grain.png\n',
      'models/grain.png': image(41),
    },
    edits: {
      'models/chair.gltf': { to: gltf(0.25), rebuilds: ['models/chair.gltf'] },
      'models/chair.bin': { to: triangle(0.5), rebuilds: ['models/chair.gltf'] },
      'models/skin.png': { to: image(42), rebuilds: ['models/chair.gltf#tex_0'] },
      'models/box.obj': { to: obj(2), rebuilds: ['models/box.obj'] },
      'models/box.mtl': { to: 'newmtl wood\nKd 0 1 0\nmap_Kd grain.png\n', rebuilds: ['models/box.obj'] },
      'models/grain.png': { to: image(43), rebuilds: ['models/box.obj#tex_0'] },
    },
    setting: {
      match: 'models/chair*',
      group: 'mesh',
      name: 'merge',
      values: [false, true],
      rebuilds: ['models/chair.gltf'],
    },
  },
  {
    kind: 'material',
    files: { 'oak.mat': 'name: Oak\nroughnessFactor: 0.7\ntextures: { baseColor: tex/brick.png }\n' },
    edits: {
      'oak.mat': {
        to: 'name: Oak\nroughnessFactor: 0.6\ntextures: { baseColor: tex/brick.png }\n',
        rebuilds: ['oak.mat'],
      },
    },
  },
  {
    kind: 'shader',
    files: {
      'flat.shader/flat.wgsl': wgsl('0.25'),
      'mist.shader/mist.frag': fragment('vec4(DENSITY)'),
      'mist.shader/fog.glsl': fog('0.5'),
    },
    edits: {
      'flat.shader/flat.wgsl': { to: wgsl('0.75'), rebuilds: ['flat.shader'] },
      'mist.shader/fog.glsl': { to: fog('0.25'), rebuilds: ['mist.shader'] },
      'mist.shader/more.comp': {
        to: '#version 450\nlayout(local_size_x = 1) in;\nvoid main() {}\n',
        rebuilds: ['mist.shader'],
      },
    },
    setting: {
      match: 'mist*',
      group: 'shader',
      name: 'defines',
      values: [{ DENSITY: '0.75' }, { DENSITY: '1.0' }],
      rebuilds: ['mist.shader'],
    },
  },
  {
    kind: 'font',
    files: { 'ui/mono.ttf': readFileSync(fontFile), 'ui/letters.txt': 'AB' },
    edits: {
      'ui/mono.ttf': { to: otherFont, rebuilds: ['ui/mono.ttf'] },
      'ui/letters.txt': { to: 'ABC', rebuilds: ['ui/mono.ttf'] },
    },
    setting: {
      match: 'ui/*',
      group: 'font',
      name: 'charset',
      values: ['ascii', 'U+0041-0045'],
      rebuilds: ['ui/mono.ttf'],
    },
  },
];

const ALL: Readonly<Record<string, Content>> = Object.assign({}, ...FIXTURES.map((fixture) => fixture.files));
// Small and fast settings, so that the matrix takes seconds.
const QUICK: Layer = { origin: 'default', match: undefined, values: { font: { size: 12, charset: 'ui/letters.txt' } } };

/** The project as built, copied for each row instead of built again. */
let built: MemoryProject;

function put(project: MemoryProject, path: string, content: Content): void {
  project.host.put(`/project/assets/${path}`, content);
}

function copyOfBuilt(): MemoryProject {
  const project = new MemoryProject({}, { embed: ['scene/*.json'], layers: built.config.layers });
  project.registry = registry;
  project.host = built.host.afterPowerCut();
  return project;
}

async function expectRebuilt(project: MemoryProject, wanted: readonly string[], reason: RegExp): Promise<BuildResult> {
  const result = await project.build();
  expect(result.diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
  expect(remadeIds(result)).toEqual([...wanted].sort());
  for (const id of wanted) expect(reasonsOf(result, id)?.join('; ')).toMatch(reason);
  expect(await project.build()).toMatchObject({ built: 0, restored: 0 });
  return result;
}

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

beforeAll(async () => {
  built = new MemoryProject({}, { embed: ['scene/*.json'], layers: [QUICK] });
  built.registry = registry;
  for (const [path, content] of Object.entries(ALL)) put(built, path, content);
  const first = await built.build();
  expect(first.diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
  expect(await built.build()).toMatchObject({ built: 0, restored: 0, failed: 0 });
});

describe.each(FIXTURES)('the $kind kind', (fixture) => {
  const edits = Object.entries(fixture.edits);
  it.skipIf(edits.length === 0).each(edits)('rebuilds when %s changes', async (path, { to, rebuilds }) => {
    const project = copyOfBuilt();
    const fresh = ALL[path] === undefined;
    put(project, path, to);
    await expectRebuilt(project, rebuilds, new RegExp(`${escapeRegExp(path)} (${fresh ? 'appeared' : 'changed'})`));
  });

  const { setting } = fixture;
  it.skipIf(setting === undefined)('rebuilds when a setting, the order of rules or the preset changes', async () => {
    if (setting === undefined) return;
    const { match, group, name, values, rebuilds } = setting;
    const rule = (origin: string, value: (typeof values)[0]): Layer => ({
      origin,
      match,
      values: { [group]: { [name]: value } },
    });
    const project = copyOfBuilt();
    const change = new RegExp(`${escapeRegExp(`${group}.${name}`)}: .+ → .+ by `);
    project.config = {
      ...project.config,
      layers: [QUICK, rule('default.rules[0]', values[1]), rule('default.rules[1]', values[0])],
    };
    await expectRebuilt(project, rebuilds, change);
    project.config = {
      ...project.config,
      layers: [QUICK, rule('default.rules[0]', values[0]), rule('default.rules[1]', values[1])],
    };
    await expectRebuilt(project, rebuilds, /by default\.rules\[1\]/);
    project.config = {
      ...project.config,
      layers: [QUICK, rule('default.rules[0]', values[1]), rule('presets.mobile.rules[0]', values[0])],
    };
    await expectRebuilt(project, rebuilds, /by presets\.mobile\.rules\[0\]/);
  });

  it('rebuilds all its assets and no others when its version changes', async () => {
    const project = copyOfBuilt();
    const kinds = registry.kinds.map((kind) =>
      kind.name === fixture.kind ? { ...kind, version: Number(kind.version) + 1 } : kind,
    );
    project.registry = { ...registry, kinds };
    const before = await copyOfBuilt().build();
    const wanted = before.assets.filter((asset) => asset.kind === fixture.kind).map((asset) => asset.id);
    expect(wanted.length).toBeGreaterThan(0);
    await expectRebuilt(project, wanted, new RegExp(`${fixture.kind} compiler \\d+`));
  });

  it('rebuilds exactly the asset whose output is deleted, truncated or edited', async () => {
    const before = await copyOfBuilt().build();
    const owned = before.assets.filter((asset) => asset.kind === fixture.kind);
    for (const asset of owned)
      for (const path of asset.outputs) {
        const file = `/project/runtime/${path}`;
        const bytes = built.host.readFile(file);
        const edited = bytes.slice();
        edited[edited.length - 1] = (edited.at(-1) ?? 0) ^ 1;
        for (const [damage, reason] of [
          [undefined, /is missing/],
          [bytes.slice(0, -1), /was edited/],
          [edited, /was edited/],
        ] as const) {
          const project = copyOfBuilt();
          if (damage === undefined) project.host.files.delete(file);
          else project.host.put(file, damage);
          await expectRebuilt(project, [asset.id], reason);
          expect(project.host.readFile(file)).toEqual(bytes);
        }
      }
  });
});

/** Needs a program: tests/blend covers what makes its results stale. */
const ELSEWHERE = ['blend'];

describe('the matrix', () => {
  it('has a fixture for every registered kind', () => {
    const missing = registry.kinds
      .map((kind) => kind.name)
      .filter((name) => !FIXTURES.some(({ kind }) => kind === name) && !ELSEWHERE.includes(name));
    expect(missing).toEqual([]);
  });
});
