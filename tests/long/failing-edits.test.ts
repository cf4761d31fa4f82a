// Random edits while models fail: their buffers are links out of the input, or missing. A model that fails counts as it did when it last
// compiled: an image that it uses keeps its role and is not compiled on its own all of a sudden. So the other outputs are those of a clean
// build with the models as they last compiled. They may differ from a clean build with the failing models, which nothing knows.

import { describe, expect, it } from 'vitest';
import type { BuildResult } from '../../packages/compiler/src/pipeline/build-options.js';
import { MemoryHost } from '../../packages/compiler/src/pipeline/testing/memory-host.js';
import { MemoryProject, rule, testConfig } from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import { registry } from '../../packages/compiler/src/registry.js';
import { addGrid, GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { makePng } from '../support/png.js';
import { Random, rounds } from './random.js';

/** A link to a file outside the input. */
const LINK = Symbol('link');
type Content = string | Uint8Array | typeof LINK;
type Sources = ReadonlyMap<string, Content>;

const picture = (seed: number) => makePng(8, 8, (x, y) => [x * 30 + seed, y * 30, (x * y * seed) & 255, 255]);

function makeModel(slot: 'baseColor' | 'normal' | 'none', buffer: string) {
  const builder = new GltfBuilder();
  addGrid(builder, 1, { material: 0 });
  if (slot !== 'none') builder.list('textures', { source: builder.list('images', { uri: 'skin.png' }) });
  builder.list('materials', {
    pbrMetallicRoughness: slot === 'baseColor' ? { baseColorTexture: { index: 0 } } : {},
    ...(slot === 'normal' ? { normalTexture: { index: 0 } } : {}),
  });
  builder.node({ mesh: 0 });
  return { text: builder.gltf(buffer), buffer: builder.bin };
}

const modelUsing = (slot: Parameters<typeof makeModel>[0], buffer: string) => makeModel(slot, buffer).text;
const { buffer } = makeModel('none', '');

/** What each source may be; `undefined`: nothing. */
const VARIANTS: Readonly<Record<string, readonly (Content | undefined)[]>> = {
  'models/skin.png': [picture(1), picture(2)],
  'models/hero.gltf': [
    modelUsing('baseColor', 'hero.bin'),
    modelUsing('normal', 'hero.bin'),
    modelUsing('none', 'hero.bin'),
  ],
  'models/hero.bin': [buffer, LINK, LINK, undefined],
  'models/second.gltf': [undefined, modelUsing('normal', 'second.bin'), modelUsing('baseColor', 'second.bin')],
  'models/second.bin': [buffer, LINK, undefined],
  'models/skin.mat': [undefined, undefined, 'name: P\ntextures: { normal: skin.png }\n'],
};

const MODELS = ['models/hero', 'models/second'];

const LAYERS = ['source', 'shared'].flatMap((store) =>
  ['all', 'unreferenced'].flatMap((standalone) =>
    ['normal', 'fast'].map((quality) => [rule('*', { texture: { store, standalone, quality } })]),
  ),
);

class LinkingHost extends MemoryHost {
  readonly links = new Set<string>();

  override realPath(path: string) {
    return this.links.has(path) ? `/elsewhere${path}` : super.realPath(path);
  }

  override entryType(path: string) {
    return this.links.has(path) ? 'link' : super.entryType(path);
  }

  override readFolder(path: string) {
    const isLink = (name: string) => this.links.has(`${path}/${name}`);
    return super.readFolder(path).map((entry) => (isLink(entry.name) ? { ...entry, type: 'link' as const } : entry));
  }
}

class LinkingProject extends MemoryProject {
  override host = new LinkingHost();
  readonly sources = new Map<string, Content>();

  constructor(sources: Sources = new Map(), config = testConfig()) {
    super();
    this.config = config;
    this.registry = registry;
    this.host.folders.add('/project');
    this.host.put('/project/assets/.keep', '');
    for (const [path, content] of sources) this.put(path, content);
  }

  put(path: string, content: Content | undefined): void {
    const file = `/project/assets/${path}`;
    this.host.links.delete(file);
    if (content === undefined) {
      this.sources.delete(path);
      this.delete(path);
      return;
    }
    this.sources.set(path, content);
    this.host.put(file, content === LINK ? buffer : content);
    if (content === LINK) this.host.links.add(file);
  }

  edit(random: Random): string {
    const kind = random.below(8);
    if (kind < 2) {
      const index = random.below(LAYERS.length);
      this.config = testConfig({ layers: LAYERS[index] ?? [] });
      return `settings ${index}`;
    }
    const outputs = Object.keys(this.outputs()).filter((path) => path !== 'assets.hman');
    if (kind === 2 && outputs.length > 0) {
      const path = random.one(outputs);
      if (random.below(2) === 0) this.host.files.delete(`/project/runtime/${path}`);
      else this.host.put(`/project/runtime/${path}`, 'edited by hand');
      return `damage ${path}`;
    }
    const path = random.one(Object.keys(VARIANTS));
    const variant = random.below(VARIANTS[path]?.length ?? 1);
    this.put(path, VARIANTS[path]?.[variant]);
    return `${path} = variant ${variant}`;
  }
}

const failedIn = ({ assets }: BuildResult): ReadonlySet<string> =>
  new Set(assets.filter(({ status }) => status === 'failed').map(({ source }) => source));

const counted = { failed: 0, compared: 0, unlikeClean: 0 };

/** `known`: by model, its files when it last compiled. */
async function step(project: LinkingProject, known: Map<string, Sources>, about: string): Promise<void> {
  const result = await project.build();
  const failed = failedIn(result);
  for (const model of MODELS) {
    const files = [`${model}.gltf`, `${model}.bin`].flatMap((path) => {
      const content = project.sources.get(path);
      return content === undefined ? [] : [[path, content] as const];
    });
    const isThere = project.sources.has(`${model}.gltf`);
    if (isThere && !failed.has(`${model}.gltf`)) known.set(`${model}.gltf`, new Map(files));
    // A build that fails removes nothing, and so forgets nothing.
    else if (!isThere && result.status === 'ok') known.delete(`${model}.gltf`);
  }
  const clean = new LinkingProject(project.sources, project.config);
  const { status } = await clean.build();
  expect(result.status, about).toBe(status);
  const [outputs, cleanOutputs] = [project.outputs(), clean.outputs()];
  if (failed.size === 0) {
    if (status === 'ok') expect(outputs, about).toEqual(cleanOutputs);
    return;
  }
  counted.failed++;
  const asKnown = [...failed].flatMap((source) => [...(known.get(source) ?? [])]);
  const oracle = new LinkingProject(new Map([...project.sources, ...asKnown]), project.config);
  const expected = await oracle.build();
  const others = ({ assets }: BuildResult) => assets.filter(({ source }) => !failed.has(source));
  const ids = (all: BuildResult) => others(all).map(({ id }) => id);
  expect(ids(result), about).toEqual(ids(expected));
  for (const path of others(result).flatMap((asset) => asset.outputs)) {
    expect(outputs[path], `${about}: ${path}`).toBe(oracle.outputs()[path]);
    counted.compared++;
    if (outputs[path] !== cleanOutputs[path]) counted.unlikeClean++;
  }
  const again = await project.build();
  expect([again.built, again.restored], about).toEqual([0, 0]);
  expect(project.outputs(), about).toEqual(outputs);
}

it('an image keeps the role that a model gave it while that model fails', async () => {
  const normal = new Map<string, Content>([
    ['models/skin.png', picture(1)],
    ['models/hero.gltf', modelUsing('normal', 'hero.bin')],
    ['models/hero.bin', buffer],
  ]);
  const settings = (store: string) => testConfig({ layers: [rule('*', { texture: { store, standalone: 'all' } })] });
  const project = new LinkingProject(normal, settings('source'));
  expect((await project.build()).status).toBe('ok');
  project.put('models/hero.bin', LINK);
  project.config = settings('shared');
  expect((await project.build()).status).toBe('failed');
  const asNormal = new LinkingProject(normal, settings('shared'));
  await asNormal.build();
  expect(project.outputs()['models/skin.ktx2']).toBe(asNormal.outputs()['models/skin.ktx2']);
  const unknown = new LinkingProject(project.sources, settings('shared'));
  expect((await unknown.build()).status).toBe('failed');
  expect(project.outputs()['models/skin.ktx2']).not.toBe(unknown.outputs()['models/skin.ktx2']);
});

describe('random edits while models fail', () => {
  const count = rounds(75, 3000);

  it(
    `${count} of them leave what a clean build makes with the models as they last compiled`,
    async () => {
      let [random, project, known] = [new Random(0), new LinkingProject(), new Map<string, Sources>()];
      for (let round = 0; round < count; round++) {
        if (round % 25 === 0) {
          [random, project, known] = [new Random(round + 1), new LinkingProject(), new Map()];
          for (const [path, [first]] of Object.entries(VARIANTS)) project.put(path, first);
        }
        const edits = Array.from({ length: 1 + random.below(2) }, () => project.edit(random));
        await step(project, known, `round ${round}: ${edits.join('; ')}`);
      }
      for (const [what, number] of Object.entries(counted)) expect(number, what).toBeGreaterThan(count / 75);
    },
    rounds(240_000, 7_200_000),
  );
});
