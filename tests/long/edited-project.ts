// A project of real kinds on the disk's double, and random edits of its sources, companions, settings and outputs.

import type { BuildResult } from '../../packages/compiler/src/pipeline/build-options.js';
import { type WhyReport, why } from '../../packages/compiler/src/pipeline/report/why.js';
import { MemoryProject, rule, testConfig } from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import { registry } from '../../packages/compiler/src/registry.js';
import { addGrid, GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { makePng } from '../support/png.js';
import { Random } from './random.js';

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

export class EditedProject extends MemoryProject {
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

  /** An edit that concerns few assets: other content, a value of a rule, a file that comes or goes. */
  editLittle(): string {
    const { random } = this;
    const kind = random.below(6);
    if (kind === 0) {
      const values = random.one([{ quality: 'fast' }, { quality: 'normal' }, { mips: false }]);
      this.config = testConfig({ layers: [rule('tex/*', { texture: values }), rule('m*', { mesh: {} })] });
      return `settings of tex: ${JSON.stringify(values)}`;
    }
    if (kind === 1) {
      const path = `extra/${random.below(3)}.json`;
      const isThere = this.host.files.has(`/project/assets/${path}`);
      this.put(path, isThere ? undefined : `{"extra": ${random.below(9)}}`);
      return `${path} ${isThere ? 'removed' : 'added'}`;
    }
    const path = random.one(['a.png', 'n.n.png', 'tex/c.png', 'tex/d.png', 'sky.array/0.png', 'level.json']);
    const seed = random.below(30);
    if (this.host.files.has(`/project/assets/${path}`))
      this.put(path, path.endsWith('.json') ? `{"level": ${seed}}` : picture(seed));
    return `${path} = content ${seed}`;
  }

  /** Removes what may not compile. */
  repair(): void {
    this.put('b.png', picture(3));
    for (const path of ['dir/u.gltf', 'dir/m.gltf', 'm.gltf', 'p.mat', 'o.mtl']) this.put(path, VARIANTS[path]?.[0]);
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
