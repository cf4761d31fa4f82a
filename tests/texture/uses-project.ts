// A project with a model and its images, whose roles follow from their uses.

import { expect } from 'vitest';
import type { Layer } from '../../packages/compiler/src/config/config.js';
import type { BuildResult } from '../../packages/compiler/src/pipeline/build-options.js';
import { type WhyReport, why } from '../../packages/compiler/src/pipeline/report/why.js';
import { ids, MemoryProject, remadeIds, rule } from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import { registry } from '../../packages/compiler/src/registry.js';
import { addGrid, GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { makePng } from '../support/png.js';

export type Slot = 'baseColor' | 'metallicRoughness' | 'normal' | 'occlusion' | 'emissive';

export const picture = (seed: number) => makePng(8, 8, (x, y) => [x * 20 + seed, y * 25, (x * y * seed) & 255, 255]);

/** A model that shows images in slots, as exporters write them. */
export function model(slots: Readonly<Partial<Record<Slot, string>>>): string {
  const builder = new GltfBuilder();
  addGrid(builder, 1, { material: 0 });
  const indices = new Map<string, number>();
  const texture = (slot: Slot) => {
    const uri = slots[slot];
    if (uri === undefined) return undefined;
    const known = indices.get(uri);
    if (known !== undefined) return { index: known };
    const index = builder.list('textures', { source: builder.list('images', { uri }) });
    indices.set(uri, index);
    return { index };
  };
  const named = (name: string, slot: Slot) => {
    const value = texture(slot);
    return value === undefined ? {} : { [name]: value };
  };
  builder.list('materials', {
    name: 'M',
    pbrMetallicRoughness: {
      ...named('baseColorTexture', 'baseColor'),
      ...named('metallicRoughnessTexture', 'metallicRoughness'),
    },
    ...named('normalTexture', 'normal'),
    ...named('occlusionTexture', 'occlusion'),
    ...named('emissiveTexture', 'emissive'),
  });
  builder.node({ mesh: 0 });
  return builder.gltf(`data:application/octet-stream;base64,${Buffer.from(builder.bin).toString('base64')}`);
}

export const ALL: Layer = { origin: 'default', match: undefined, values: { texture: { standalone: 'all' } } };

export const HELMET = model({
  baseColor: 'albedo.png',
  metallicRoughness: 'orm.png',
  occlusion: 'orm.png',
  normal: 'helmet_nrm.png',
  emissive: 'glow.png',
});

export const IMAGES = { 'albedo.png': 1, 'orm.png': 2, 'helmet_nrm.png': 3, 'glow.png': 4 } as const;

export class UsesProject extends MemoryProject {
  constructor(files: Readonly<Record<string, string | Uint8Array>>, layers: readonly Layer[] = [ALL]) {
    super({}, { layers });
    this.registry = registry;
    for (const [path, content] of Object.entries(files)) this.put(path, content);
  }

  put(path: string, content: string | Uint8Array): void {
    this.host.put(`/project/assets/${path}`, content);
  }

  /** Builds, checks that --dry-run and `why` predicted it (apart from assumptions), and compares with a clean build. */
  async agreed(options: { readonly jobs?: number } = {}): Promise<BuildResult> {
    const predicted = await this.build({ dryRun: true });
    const reports = new Map<string, WhyReport | undefined>();
    for (const { id } of predicted.plan)
      reports.set(
        id,
        (await this.why(id)).find((one) => one.id === id),
      );
    const result = await this.build(options);
    expect(ids(result, 'failed')).toEqual([]);
    const outcomes = new Map(result.assets.map((outcome) => [outcome.id, outcome]));
    for (const { id, action, reasons, assumed } of predicted.plan) {
      expect(reports.get(id)).toMatchObject({ action, reasons, assumed });
      if (assumed) continue;
      const outcome = outcomes.get(id);
      expect([id, outcome === undefined ? 'yield' : outcome.status === 'cached' ? 'keep' : 'build']).toEqual([
        id,
        action,
      ]);
      expect(outcome?.reasons ?? reasons).toEqual(reasons);
    }
    const clean = await this.clean();
    expect(this.outputs()).toEqual(clean.outputs());
    const again = await this.build();
    expect(remadeIds(again)).toEqual([]);
    expect(again.diagnostics).toEqual(result.diagnostics);
    return result;
  }

  async clean(): Promise<MemoryProject> {
    const fresh = new MemoryProject({}, { layers: this.config.layers });
    fresh.registry = registry;
    for (const [path, { bytes }] of this.host.files)
      if (path.startsWith('/project/assets/')) fresh.host.put(path, bytes);
    expect((await fresh.build()).status).toBe('ok');
    return fresh;
  }

  why(path: string): Promise<readonly WhyReport[]> {
    return why({ config: this.config, path }, this.host, registry);
  }
}

export const helmet = (extra: Readonly<Record<string, string | Uint8Array>> = {}, layers?: readonly Layer[]) =>
  new UsesProject(
    {
      ...Object.fromEntries(Object.entries(IMAGES).map(([path, seed]) => [path, picture(seed)])),
      'helmet.gltf': HELMET,
      ...extra,
    },
    layers,
  );

/** The bytes of a picture that the configuration gives a role, in a project without any model. */
export async function asRole(seed: number, role: string): Promise<string | undefined> {
  const project = new UsesProject({ 'x.png': picture(seed) }, [rule('*', { texture: { role } })]);
  await project.build();
  return project.output('x.ktx2');
}

export const warnings = (result: BuildResult) => result.diagnostics.filter(({ code }) => code === 'texture/two-roles');
