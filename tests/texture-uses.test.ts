// With `texture.standalone: all` an image under its own name is what models and material files use it for. Every case is compared with a
// clean build, and the bytes with those of the same image under a configured role.

import { describe, expect, it } from 'vitest';
import type { Layer } from '../packages/compiler/src/config/config.js';
import type { BuildResult } from '../packages/compiler/src/pipeline/build-options.js';
import { ids, MemoryProject, reasonsOf, rule } from '../packages/compiler/src/pipeline/testing/memory-project.js';
import { type WhyReport, why } from '../packages/compiler/src/pipeline/why.js';
import { registry } from '../packages/compiler/src/registry.js';
import { addGrid, GltfBuilder } from '../packages/compiler/src/testing/gltf-builder.js';
import { makePng } from './png.js';

type Slot = 'baseColor' | 'metallicRoughness' | 'normal' | 'occlusion' | 'emissive';

const picture = (seed: number) => makePng(8, 8, (x, y) => [x * 20 + seed, y * 25, (x * y * seed) & 255, 255]);

/** A model that shows images in slots, as exporters write them. */
function model(slots: Readonly<Partial<Record<Slot, string>>>): string {
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

const ALL: Layer = { origin: 'default', match: undefined, values: { texture: { standalone: 'all' } } };

const HELMET = model({
  baseColor: 'albedo.png',
  metallicRoughness: 'orm.png',
  occlusion: 'orm.png',
  normal: 'helmet_nrm.png',
  emissive: 'glow.png',
});

const IMAGES = { 'albedo.png': 1, 'orm.png': 2, 'helmet_nrm.png': 3, 'glow.png': 4 } as const;

class UsesProject extends MemoryProject {
  constructor(files: Readonly<Record<string, string | Uint8Array>>, layers: readonly Layer[] = [ALL]) {
    super({}, { layers });
    this.registry = registry;
    for (const [path, content] of Object.entries(files)) this.put(path, content);
  }

  put(path: string, content: string | Uint8Array): void {
    this.host.put(`/project/assets/${path}`, content);
  }

  /** Builds, after --dry-run and `why` said the same of everything that they were sure of, and compares with a clean build. */
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
    expect([...ids(again, 'built'), ...ids(again, 'restored')]).toEqual([]);
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

const helmet = (extra: Readonly<Record<string, string | Uint8Array>> = {}, layers?: readonly Layer[]) =>
  new UsesProject(
    {
      ...Object.fromEntries(Object.entries(IMAGES).map(([path, seed]) => [path, picture(seed)])),
      'helmet.gltf': HELMET,
      ...extra,
    },
    layers,
  );

/** The bytes of a picture that the configuration gives a role, in a project without any model. */
async function asRole(seed: number, role: string): Promise<string | undefined> {
  const project = new UsesProject({ 'x.png': picture(seed) }, [rule('*', { texture: { role } })]);
  await project.build();
  return project.output('x.ktx2');
}

const remade = (result: BuildResult) => [...ids(result, 'built'), ...ids(result, 'restored')].sort();
const warnings = (result: BuildResult) => result.diagnostics.filter(({ code }) => code === 'texture/two-roles');

describe('an image under its own name', () => {
  it('has the role that a model uses it in', async () => {
    const project = helmet();
    const result = await project.agreed();
    expect(result.diagnostics).toEqual([]);
    expect(project.output('albedo.ktx2')).toBe(await asRole(1, 'color'));
    expect(project.output('orm.ktx2')).toBe(await asRole(2, 'linear'));
    expect(project.output('helmet_nrm.ktx2')).toBe(await asRole(3, 'normal'));
    expect(project.output('glow.ktx2')).toBe(await asRole(4, 'color'));
    expect(project.output('helmet_nrm.ktx2')).not.toBe(await asRole(3, 'color'));
    // The model's own texture is the same one: encoded once.
    expect(project.output('helmet_nrm.ktx2')).toBe(project.output('helmet/tex_2.ktx2'));
    expect(ids(result, 'restored')).toEqual(expect.arrayContaining(['helmet_nrm.png', 'orm.png']));
    expect(result.shared).toBe(2);
  });

  it('gets the same bytes from one and from two threads', async () => {
    const [one, two] = [helmet(), helmet()];
    await one.build({ jobs: 1 });
    await two.build({ jobs: 2 });
    expect(one.outputs()).toEqual(two.outputs());
  });

  it('keeps the role of its name where it is left out of the models’ hands', async () => {
    const project = helmet({}, []);
    project.put('p.mat', 'name: P\ntextures: { normal: helmet_nrm.png }\n');
    const result = await project.build();
    expect(project.output('helmet_nrm.ktx2')).toBe(await asRole(3, 'color'));
    expect(result.diagnostics.map(({ code }) => code)).toEqual(['texture/normals-as-color', 'material/role-mismatch']);
  });

  it('follows roughness and metallic maps of an .obj as linear data', async () => {
    const project = new UsesProject({
      'o.obj': 'mtllib o.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl R\nf 1/1 2/1 3/1\n',
      'o.mtl': 'newmtl R\nmap_Pr rough.png\nmap_Pm metal.png\n',
      'rough.png': picture(5),
      'metal.png': picture(6),
    });
    await project.agreed();
    expect(project.output('rough.ktx2')).toBe(await asRole(5, 'linear'));
    expect(project.output('metal.ktx2')).toBe(await asRole(6, 'linear'));
  });

  it('does not follow a model that holds an equal image inside itself, nor one that is excluded', async () => {
    const project = helmet({
      'own.gltf': model({ normal: `data:image/png;base64,${Buffer.from(picture(3)).toString('base64')}` }),
    });
    project.config = { ...project.config, exclude: ['helmet.gltf'] };
    await project.build();
    expect(project.output('helmet_nrm.ktx2')).toBe(await asRole(3, 'color'));
  });
});

describe('what wins over use', () => {
  it('the name of the file', async () => {
    const project = new UsesProject({
      'm.gltf': model({ baseColor: 'a.n.png', normal: 'b.ao.png' }),
      'a.n.png': picture(1),
      'b.ao.png': picture(2),
    });
    const result = await project.agreed();
    expect(project.output('a.n.ktx2')).toBe(await asRole(1, 'normal'));
    expect(project.output('b.ao.ktx2')).toBe(await asRole(2, 'grayscale'));
    expect(warnings(result)).toEqual([]);
  });

  it('an ending of names that the configuration knows', async () => {
    const endings: Layer = { ...ALL, values: { texture: { standalone: 'all', suffixes: { linear: ['_nrm'] } } } };
    const project = helmet({}, [endings]);
    await project.agreed();
    expect(project.output('helmet_nrm.ktx2')).toBe(await asRole(3, 'linear'));
    project.config = { ...project.config, layers: [ALL] };
    expect(remade(await project.agreed())).toEqual(['helmet_nrm.png']);
    // One that says what the model says changes nothing.
    const agreeing: Layer = { ...ALL, values: { texture: { standalone: 'all', suffixes: { normal: ['_nrm'] } } } };
    project.config = { ...project.config, layers: [agreeing] };
    expect(remade(await project.agreed())).toEqual([]);
  });

  it('texture.role of the configuration', async () => {
    const project = helmet({}, [ALL, rule('helmet_nrm.png', { texture: { role: 'color' } })]);
    await project.agreed();
    expect(project.output('helmet_nrm.ktx2')).toBe(await asRole(3, 'color'));
    // Taken away again, the model has its say.
    project.config = { ...project.config, layers: [ALL] };
    const result = await project.agreed();
    expect(project.output('helmet_nrm.ktx2')).toBe(await asRole(3, 'normal'));
    expect(remade(result)).toEqual(['helmet_nrm.png']);
    project.config = { ...project.config, layers: [ALL, rule('helmet_nrm.png', { texture: { role: 'color' } })] };
    expect(reasonsOf(await project.agreed(), 'helmet_nrm.png')).toEqual([
      'texture.role: auto → color by default.rules[0]',
      'it is now taken for color, by texture.role',
    ]);
  });
});

describe('a change of use', () => {
  it('rebuilds exactly the image, and names the model', async () => {
    const project = helmet();
    project.delete('helmet.gltf');
    await project.agreed();
    expect(project.output('helmet_nrm.ktx2')).toBe(await asRole(3, 'color'));

    project.put('helmet.gltf', HELMET);
    const added = await project.agreed();
    expect(remade(added).filter((id) => !id.startsWith('helmet.gltf'))).toEqual(['helmet_nrm.png', 'orm.png']);
    expect(reasonsOf(added, 'helmet_nrm.png')).toEqual(['it is now taken for normal, by its use in helmet.gltf']);
    expect(reasonsOf(added, 'orm.png')).toEqual(['it is now taken for linear, by its use in helmet.gltf']);
    expect(project.output('helmet_nrm.ktx2')).toBe(await asRole(3, 'normal'));

    project.put('helmet.gltf', model({ baseColor: 'albedo.png', occlusion: 'helmet_nrm.png' }));
    const changed = await project.agreed();
    expect(remade(changed).filter((id) => !id.startsWith('helmet.gltf'))).toEqual(['helmet_nrm.png', 'orm.png']);
    expect(reasonsOf(changed, 'helmet_nrm.png')).toEqual(['it is now taken for linear, by its use in helmet.gltf']);
    expect(reasonsOf(changed, 'orm.png')).toEqual(['it is now taken for color, by nothing in its name']);

    project.delete('helmet.gltf');
    const removed = await project.agreed();
    expect(remade(removed)).toEqual(['helmet_nrm.png']);
    expect(reasonsOf(removed, 'helmet_nrm.png')).toEqual(['it is now taken for color, by nothing in its name']);
    expect(project.output('helmet_nrm.ktx2')).toBe(await asRole(3, 'color'));
  });

  it('rebuilds nothing where the role stays', async () => {
    const project = helmet({ 'second.gltf': HELMET });
    await project.agreed();
    project.delete('helmet.gltf');
    expect(remade(await project.agreed())).toEqual([]);
    project.put('third.gltf', model({ baseColor: 'albedo.png', normal: 'helmet_nrm.png' }));
    expect(remade(await project.agreed()).filter((id) => id.endsWith('.png'))).toEqual([]);
  });

  it('is known to a dry run that need not guess', async () => {
    const project = helmet();
    await project.agreed();
    project.delete('helmet.gltf');
    const { plan } = await project.build({ dryRun: true });
    expect(plan.find(({ id }) => id === 'helmet_nrm.png')).toMatchObject({
      action: 'build',
      reasons: ['it is now taken for color, by nothing in its name'],
      assumed: false,
    });
    expect(plan.find(({ id }) => id === 'albedo.png')).toMatchObject({ action: 'keep', assumed: false });
  });

  it('is marked as assumed where the model is about to be compiled', async () => {
    const project = helmet();
    await project.agreed();
    project.put('helmet.gltf', model({ normal: 'albedo.png' }));
    const { plan } = await project.build({ dryRun: true });
    expect(plan.find(({ id }) => id === 'albedo.png')).toMatchObject({ action: 'keep', assumed: true });
  });

  it('counts in a build of the image alone', async () => {
    const project = helmet();
    await project.agreed();
    project.put('helmet_nrm.png', picture(9));
    const result = await project.build({ paths: ['helmet_nrm.png'] });
    expect(remade(result)).toEqual(['helmet_nrm.png']);
    expect(project.output('helmet_nrm.ktx2')).toBe(await asRole(9, 'normal'));
  });

  it('comes and goes with texture.standalone', async () => {
    const project = helmet({ 'p.mat': 'name: P\ntextures: { normal: helmet_nrm.png }\n' });
    await project.agreed();
    project.config = { ...project.config, layers: [] };
    const result = await project.agreed();
    expect(reasonsOf(result, 'helmet_nrm.png')).toEqual(['it is now taken for color, by nothing in its name']);
    expect(ids(result, 'cached')).toContain('helmet.gltf');
    expect(project.output('helmet_nrm.ktx2')).toBe(await asRole(3, 'color'));
  });
});

describe('a material file', () => {
  it('is a user like a model', async () => {
    const project = new UsesProject({
      'p.mat': 'name: P\ntextures: { normal: bumps.png, occlusion: ao.png }\n',
      'bumps.png': picture(1),
      'ao.png': picture(2),
    });
    const result = await project.agreed();
    expect(result.diagnostics).toEqual([]);
    expect(project.output('bumps.ktx2')).toBe(await asRole(1, 'normal'));
    expect(project.output('ao.ktx2')).toBe(await asRole(2, 'linear'));
    project.put('p.mat', 'name: P\ntextures: { occlusion: ao.png }\n');
    expect(remade(await project.agreed())).toEqual(['bumps.png', 'p.mat']);
    expect(project.output('bumps.ktx2')).toBe(await asRole(1, 'color'));
  });

  it('warns of a role that a name or the configuration gives', async () => {
    const project = new UsesProject({
      'p.mat': 'name: P\ntextures: { normal: flat.r.png }\n',
      'flat.r.png': picture(1),
    });
    const result = await project.agreed();
    expect(result.diagnostics.map(({ code }) => code)).toEqual(['material/role-mismatch']);
  });
});

describe('users that disagree', () => {
  const disagreeing = (first: Slot, second: Slot) =>
    new UsesProject({
      'x.png': picture(1),
      'b/second.gltf': model({ [second]: '../x.png' }),
      'a/first.gltf': model({ [first]: '../x.png' }),
    });

  it('are named in a warning, and the first has its way', async () => {
    const project = disagreeing('normal', 'baseColor');
    const result = await project.agreed();
    expect(warnings(result)).toEqual([
      {
        code: 'texture/two-roles',
        severity: 'warning',
        file: 'x.png',
        message: 'a/first.gltf uses it as normal, b/second.gltf as color; it is encoded as normal',
      },
    ]);
    expect(project.output('x.ktx2')).toBe(await asRole(1, 'normal'));
  });

  it('first by their paths, not by which was built first', async () => {
    const project = disagreeing('baseColor', 'normal');
    const result = await project.agreed();
    expect(warnings(result)[0]?.message).toBe(
      'a/first.gltf uses it as color, b/second.gltf as normal; it is encoded as color',
    );
    expect(project.output('x.ktx2')).toBe(await asRole(1, 'color'));
    // Of a build of some sources, too.
    project.put('x.png', picture(2));
    project.put('b/second.gltf', model({ normal: '../x.png', emissive: '../x.png' }));
    await project.build({ paths: ['b', 'x.png'] });
    expect(project.output('x.ktx2')).toBe(await asRole(2, 'color'));
  });

  it.each([
    ['normal', 'occlusion'],
    ['occlusion', 'normal'],
  ] as const)('lose no channel: %s and %s give linear', async (first, second) => {
    const project = disagreeing(first, second);
    const result = await project.agreed();
    expect(warnings(result)[0]?.message).toMatch(/; it is encoded as linear$/);
    expect(project.output('x.ktx2')).toBe(await asRole(1, 'linear'));
  });

  it('are silent when one of them goes', async () => {
    const project = disagreeing('baseColor', 'normal');
    expect(warnings(await project.agreed())).toHaveLength(1);
    project.delete('a/first.gltf');
    const result = await project.agreed();
    expect(warnings(result)).toEqual([]);
    expect(reasonsOf(result, 'x.png')).toEqual(['it is now taken for normal, by its use in b/second.gltf']);
  });

  it('may be a material file', async () => {
    const project = new UsesProject({
      'x.png': picture(1),
      'm.gltf': model({ normal: 'x.png' }),
      'p.mat': 'name: P\ntextures: { baseColor: x.png }\n',
    });
    const result = await project.agreed();
    expect(result.diagnostics.map(({ message }) => message)).toEqual([
      'm.gltf uses it as normal, p.mat as color; it is encoded as normal',
    ]);
  });
});

describe('why', () => {
  it('names the models that an image is used by', async () => {
    const project = helmet({ 'other.gltf': HELMET });
    await project.agreed();
    const [report] = await project.why('helmet_nrm.png');
    expect(report?.takenFor).toBe('normal, by its use in helmet.gltf, other.gltf');
    expect(report?.dependencies.slice(1)).toEqual([
      { path: 'helmet.gltf', what: 'use', state: 'unchanged' },
      { path: 'other.gltf', what: 'use', state: 'unchanged' },
    ]);
    expect(report?.reasons).toEqual([]);
  });

  it('names none where none decides', async () => {
    const project = helmet({ 'y.n.png': picture(7) });
    await project.agreed();
    expect((await project.why('y.n.png'))[0]?.takenFor).toBe('normal, by the ending ".n" of its name');
  });
});
