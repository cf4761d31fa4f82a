// Users that disagree about an image, and what `why` reports about its use.

import { describe, expect, it } from 'vitest';
import { reasonsOf } from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import { asRole, HELMET, helmet, model, picture, type Slot, UsesProject, warnings } from './uses-project.js';

describe('users that disagree', () => {
  const disagreeing = (first: Slot, second: Slot) =>
    new UsesProject({
      'x.png': picture(1),
      'b/second.gltf': model({ [second]: '../x.png' }),
      'a/first.gltf': model({ [first]: '../x.png' }),
    });

  it('are named in a warning, and the first wins', async () => {
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
    expect(reasonsOf(result, 'x.png')).toEqual(['it is now compiled as normal (used by b/second.gltf)']);
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
    expect(report?.takenFor).toBe('normal (used by helmet.gltf, other.gltf)');
    expect(report?.dependencies.slice(1)).toEqual([
      { path: 'helmet.gltf', what: 'use', state: 'unchanged' },
      { path: 'other.gltf', what: 'use', state: 'unchanged' },
    ]);
    expect(report?.reasons).toEqual([]);
  });

  it('names none where none decides', async () => {
    const project = helmet({ 'y.n.png': picture(7) });
    await project.agreed();
    expect((await project.why('y.n.png'))[0]?.takenFor).toBe('normal (name ends in ".n")');
  });
});
