// Random edits of a project of real kinds: sources, companions, settings, outputs. After each one the dry run, the build, `why` and
// `check` agree, the output equals that of a clean build, and nothing is built whose inputs, settings and outputs are as they were.

import { describe, expect, it } from 'vitest';
import { checkPath } from '../../packages/compiler/src/inspect/check-path.js';
import type { BuildResult } from '../../packages/compiler/src/pipeline/build-options.js';
import { type WhyReport, why } from '../../packages/compiler/src/pipeline/report/why.js';
import { MemoryProject, rule, testConfig } from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import { registry } from '../../packages/compiler/src/registry.js';
import { addGrid, GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { makePng } from '../support/png.js';
import { Random, rounds } from './random.js';

/** With alpha, because how it counts depends on the materials that use the picture. */
const picture = (seed: number) =>
  makePng(8, 8, (x, y) => [x * 30 + seed, y * 30, (x * y * seed) & 255, (x + y) % 3 === 0 ? 0 : 255]);

function model(images: readonly string[], seed: number): string {
  const builder = new GltfBuilder();
  addGrid(builder, 1 + seed, { material: 0 });
  for (const uri of images) builder.list('textures', { source: builder.list('images', { uri }) });
  builder.list('materials', {
    name: `m${seed}`,
    pbrMetallicRoughness: images.length > 0 ? { baseColorTexture: { index: 0 } } : {},
    ...(images.length > 1 ? { normalTexture: { index: 1 } } : {}),
  });
  builder.node({ mesh: 0 });
  return builder.gltf(`data:application/octet-stream;base64,${Buffer.from(builder.bin).toString('base64')}`);
}

/** Possible contents of each source; `undefined`: it does not exist. */
const VARIANTS: Readonly<Record<string, readonly (string | Uint8Array | undefined)[]>> = {
  'a.png': [picture(1), picture(2), undefined],
  'b.png': [picture(3), picture(1), undefined, 'no picture'],
  'n.n.png': [picture(4), picture(5), undefined],
  'tex/c.png': [picture(6), picture(7), undefined],
  'tex/d.png': [picture(8), picture(9)],
  'm.gltf': [
    model(['tex/c.png'], 1),
    model(['tex/c.png', 'tex/d.png'], 1),
    model([], 2),
    undefined,
    model(['a.png', 'tex/c.png'], 1),
  ],
  'dir/m.gltf': [model(['../tex/d.png', '../a.png'], 1), model(['../tex/d.png'], 1), undefined],
  'dir/u.gltf': [undefined, model(['../tex/d.png', '../b.png'], 3), model(['../b.png', '../tex/d.png'], 3)],
  'o.obj': ['mtllib o.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl R\nf 1/1 2/1 3/1\n', undefined],
  'o.mtl': ['newmtl R\nKd 1 0 0\n', 'newmtl R\nmap_Kd tex/c.png\n', undefined],
  'p.mat': [
    'name: P\ntextures: { baseColor: a.png }\n',
    'name: P\nroughnessFactor: 0.5\n',
    undefined,
    'name: P\ntextures: { normal: tex/d.png, occlusion: tex/c.png }\n',
    'name: P\ntextures: { normal: a.png, baseColor: n.n.png }\n',
  ],
  'g.lut.cube': [`LUT_3D_SIZE 2\n${'0 0.5 1\n'.repeat(8)}`, `LUT_3D_SIZE 2\n${'1 0.5 0\n'.repeat(8)}`, undefined],
  'level.json': ['{}', '{"a": 1}', undefined],
  'sky.array/0.png': [picture(1), picture(2)],
  'sky.array/1.png': [picture(3), undefined],
};

const LAYERS = [
  [],
  [rule('*', { texture: { quality: 'fast' } })],
  // Not `mips: false`: without mips, pictures of opaque and of other materials are compiled alike.
  [rule('tex/*', { texture: { mipFilter: 'kaiser' } })],
  [rule('m*', { mesh: { lods: [] } })],
  [rule('*', { texture: { standalone: 'all' } })],
  [rule('*', { texture: { standalone: 'all' } }), rule('tex/c.png', { texture: { role: 'linear' } })],
  [rule('*', { texture: { standalone: 'all', store: 'shared' } })],
  [rule('tex/*', { texture: { standalone: 'all' } })],
  [rule('*', { texture: { standalone: 'unreferenced' } })],
  [rule('*', { texture: { store: 'shared' } })],
];

class EditedProject extends MemoryProject {
  readonly random: Random;

  constructor(seed: number) {
    super();
    this.registry = registry;
    this.random = new Random(seed);
    for (const [path, [first]] of Object.entries(VARIANTS)) this.put(path, first);
  }

  put(path: string, content: string | Uint8Array | undefined): void {
    if (content === undefined) this.delete(path);
    else this.host.put(`/project/assets/${path}`, content);
  }

  edit(): string {
    const { random } = this;
    const outputs = Object.keys(this.outputs()).filter((path) => path !== 'assets.hman');
    const kind = random.below(12);
    if (kind === 0 && outputs.length > 0) {
      const path = random.one(outputs);
      this.host.files.delete(`/project/runtime/${path}`);
      return `delete output ${path}`;
    }
    if (kind === 1 && outputs.length > 0) {
      const path = random.one(outputs);
      this.host.put(`/project/runtime/${path}`, 'edited by hand');
      return `edit output ${path}`;
    }
    if (kind === 2) {
      const index = random.below(LAYERS.length);
      this.config = testConfig({ layers: LAYERS[index] ?? [] });
      return `settings ${index}`;
    }
    const path = random.one(Object.keys(VARIANTS));
    const variant = random.below(VARIANTS[path]?.length ?? 1);
    this.put(path, VARIANTS[path]?.[variant]);
    return `${path} = variant ${variant}`;
  }

  /** The same sources and settings, without any past. */
  async clean(): Promise<{ readonly result: BuildResult; readonly outputs: Record<string, string> }> {
    const fresh = new MemoryProject();
    fresh.registry = registry;
    fresh.config = this.config;
    for (const [path, { bytes }] of this.host.files)
      if (path.startsWith('/project/assets/')) fresh.host.put(path, bytes);
    const result = await fresh.build();
    return { result, outputs: fresh.outputs() };
  }

  why(path: string): Promise<readonly WhyReport[]> {
    return why({ config: this.config, path }, this.host, registry);
  }
}

const idsOf = (assets: readonly { readonly id: string }[]) => assets.map(({ id }) => id).sort();

/** `it is now compiled as normal (used by m.gltf)` */
const isAboutUse = (reason: string): boolean => /^it is now compiled as/.test(reason);

/** Why an asset would be built although everything that it depends on is as it was: undefined if there is a reason. */
const overBuilt = (report: WhyReport): boolean =>
  report.wouldRebuild &&
  report.cache === 'recorded' &&
  report.failed.length === 0 &&
  report.dependencies.every(({ state }) => state === 'unchanged') &&
  report.outputs.every(({ state }) => state === 'intact') &&
  !report.reasons.some((reason) => /→/.test(reason) || isAboutUse(reason));

const counted = { used: 0, disagreed: 0 };

async function step(project: EditedProject, edits: readonly string[]): Promise<void> {
  const about = edits.join('; ');
  const plan = await project.build({ dryRun: true });
  const planned = (plan.plan ?? []).filter(({ assumed }) => assumed !== true);
  for (const { id, action } of planned) {
    const report = (await project.why(id)).find((one) => one.id === id);
    expect(report?.action, `${about}: why ${id}`).toBe(action);
    if (report !== undefined) expect(overBuilt(report), `${about}: ${id} is built for nothing`).toBe(false);
  }
  const before = project.outputs();
  const result = await project.build();
  const after = project.outputs();
  for (const { id, reasons, outputs } of result.assets)
    if (reasons.length > 0 && reasons.every(isAboutUse)) {
      counted.used++;
      expect(
        outputs.some((path) => before[path] !== after[path]),
        `${about}: ${id} is built for nothing: ${reasons}`,
      ).toBe(true);
    }
  const status = new Map(result.assets.map((asset) => [asset.id, asset.status]));
  for (const { id, action } of planned) {
    const was = status.get(id);
    if (action === 'keep') expect(was, `${about}: ${id} was to be kept`).toBe('cached');
    if (action === 'build') expect(['built', 'restored', 'shared', 'failed'], `${about}: ${id}`).toContain(was);
  }
  const clean = await project.clean();
  expect(result.status, about).toBe(clean.result.status);
  const failed = (all: BuildResult) => idsOf(all.assets.filter((asset) => asset.status === 'failed'));
  expect(failed(result), about).toEqual(failed(clean.result));
  if (result.status !== 'ok') return;
  expect(project.outputs(), about).toEqual(clean.outputs);
  expect(result.diagnostics, about).toEqual(clean.result.diagnostics);
  counted.disagreed += result.diagnostics.filter(({ code }) => code === 'texture/two-roles').length;
  const checked = await checkPath(project.host, '/project/runtime');
  expect(
    checked?.diagnostics.filter(({ severity }) => severity === 'error'),
    about,
  ).toEqual([]);
}

describe('random edits of real kinds', () => {
  const count = rounds(40, 2000);

  it(
    `${count} of them leave the output of a clean build, and every verdict agrees`,
    async () => {
      let project = new EditedProject(1);
      for (let round = 0; round < count; round++) {
        if (round % 50 === 0) project = new EditedProject(round + 1);
        const edits = Array.from({ length: 1 + project.random.below(3) }, () => project.edit());
        await step(project, [`round ${round}`, ...edits]);
      }
      expect(counted.used).toBeGreaterThan(count / 20);
      expect(counted.disagreed).toBeGreaterThan(0);
    },
    rounds(240_000, 7_200_000),
  );
});
