// With `texture.standalone: all` an image under its own name is what models and material files use it for. Every case is compared with a
// clean build, and the bytes with those of the same image under a configured role.

import { describe, expect, it } from 'vitest';
import type { Layer } from '../../packages/compiler/src/config/config.js';
import { ids, reasonsOf, remadeIds, rule } from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import { ALL, asRole, HELMET, helmet, model, picture, UsesProject, warnings } from './uses-project.js';

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
    expect(ids(result, 'shared')).toEqual(['helmet_nrm.png', 'orm.png']);
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

  it('follows a map of opacity of an .obj as linear data, and the colors that it is put into as color', async () => {
    const project = new UsesProject({
      'o.obj': 'mtllib o.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl R\nf 1/1 2/1 3/1\n',
      'o.mtl': 'newmtl R\nmap_Kd leaf.png\nmap_d holes.png\n',
      'leaf.png': picture(5),
      'holes.png': picture(6),
    });
    await project.agreed();
    expect(project.output('leaf.ktx2')).toBe(await asRole(5, 'color'));
    expect(project.output('holes.ktx2')).toBe(await asRole(6, 'linear'));
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
    expect(remadeIds(await project.agreed())).toEqual(['helmet_nrm.png']);
    // A second user that agrees with the model changes nothing.
    const agreeing: Layer = { ...ALL, values: { texture: { standalone: 'all', suffixes: { normal: ['_nrm'] } } } };
    project.config = { ...project.config, layers: [agreeing] };
    expect(remadeIds(await project.agreed())).toEqual([]);
  });

  it('texture.role of the configuration', async () => {
    const project = helmet({}, [ALL, rule('helmet_nrm.png', { texture: { role: 'color' } })]);
    await project.agreed();
    expect(project.output('helmet_nrm.ktx2')).toBe(await asRole(3, 'color'));
    // Without it, the model decides again.
    project.config = { ...project.config, layers: [ALL] };
    const result = await project.agreed();
    expect(project.output('helmet_nrm.ktx2')).toBe(await asRole(3, 'normal'));
    expect(remadeIds(result)).toEqual(['helmet_nrm.png']);
    project.config = { ...project.config, layers: [ALL, rule('helmet_nrm.png', { texture: { role: 'color' } })] };
    expect(reasonsOf(await project.agreed(), 'helmet_nrm.png')).toEqual([
      'texture.role: auto → color by default.rules[0]',
      'it is now compiled as color (texture.role)',
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
    const images = (result: Parameters<typeof remadeIds>[0]) =>
      remadeIds(result).filter((id) => !id.startsWith('helmet.gltf'));
    expect(images(added)).toEqual(['albedo.png', 'glow.png', 'helmet_nrm.png', 'orm.png']);
    expect(reasonsOf(added, 'albedo.png')).toEqual(['it is now compiled as opaque color (used by helmet.gltf)']);
    expect(reasonsOf(added, 'helmet_nrm.png')).toEqual(['it is now compiled as normal (used by helmet.gltf)']);
    expect(reasonsOf(added, 'orm.png')).toEqual(['it is now compiled as linear (used by helmet.gltf)']);
    expect(project.output('helmet_nrm.ktx2')).toBe(await asRole(3, 'normal'));

    project.put('helmet.gltf', model({ baseColor: 'albedo.png', occlusion: 'helmet_nrm.png' }));
    const changed = await project.agreed();
    expect(images(changed)).toEqual(['glow.png', 'helmet_nrm.png', 'orm.png']);
    expect(reasonsOf(changed, 'helmet_nrm.png')).toEqual(['it is now compiled as linear (used by helmet.gltf)']);
    expect(reasonsOf(changed, 'orm.png')).toEqual(['it is now compiled as color (default)']);

    project.delete('helmet.gltf');
    const removed = await project.agreed();
    expect(remadeIds(removed)).toEqual(['albedo.png', 'helmet_nrm.png']);
    expect(reasonsOf(removed, 'helmet_nrm.png')).toEqual(['it is now compiled as color (default)']);
    expect(project.output('helmet_nrm.ktx2')).toBe(await asRole(3, 'color'));
  });

  it('rebuilds nothing where the role stays', async () => {
    const project = helmet({ 'second.gltf': HELMET });
    await project.agreed();
    project.delete('helmet.gltf');
    expect(remadeIds(await project.agreed())).toEqual([]);
    project.put('third.gltf', model({ baseColor: 'albedo.png', normal: 'helmet_nrm.png' }));
    expect(remadeIds(await project.agreed()).filter((id) => id.endsWith('.png'))).toEqual([]);
  });

  it('is known to a dry run that need not guess', async () => {
    const project = helmet({ 'lone.png': picture(5) });
    await project.agreed();
    project.delete('helmet.gltf');
    const { plan } = await project.build({ dryRun: true });
    expect(plan.find(({ id }) => id === 'helmet_nrm.png')).toMatchObject({
      action: 'build',
      reasons: ['it is now compiled as color (default)'],
      assumed: false,
    });
    expect(plan.find(({ id }) => id === 'orm.png')).toMatchObject({ action: 'build', assumed: false });
    expect(plan.find(({ id }) => id === 'lone.png')).toMatchObject({ action: 'keep', assumed: false });
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
    expect(remadeIds(result)).toEqual(['helmet_nrm.png']);
    expect(project.output('helmet_nrm.ktx2')).toBe(await asRole(9, 'normal'));
  });

  it('comes and goes with texture.standalone', async () => {
    const project = helmet({ 'p.mat': 'name: P\ntextures: { normal: helmet_nrm.png }\n' });
    await project.agreed();
    project.config = { ...project.config, layers: [] };
    const result = await project.agreed();
    expect(reasonsOf(result, 'helmet_nrm.png')).toEqual(['it is now compiled as color (default)']);
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
    expect(remadeIds(await project.agreed())).toEqual(['bumps.png', 'p.mat']);
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
