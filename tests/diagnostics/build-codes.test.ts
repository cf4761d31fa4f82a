// Problems of the build itself that no other test raises.

import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkPath } from '../../packages/compiler/src/inspect/check-path.js';
import { makeManifest } from '../../packages/compiler/src/pipeline/finish/manifest.js';
import { hostError } from '../../packages/compiler/src/pipeline/testing/memory-file.js';
import { MemoryProject } from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import { registry } from '../../packages/compiler/src/registry.js';
import { GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { complaintsOf } from './raise.js';
import { wallRecord } from './wall-record.js';

describe('a build', () => {
  it('refuses names that are no Unicode', async () => {
    const complaints = await complaintsOf({ 'a\ud800.json': '{}', 'b.json': '{}' });
    expect(complaints).toEqual([
      'build/bad-output a\ud800.json: would write "a\\ud800.json", but a path must be valid Unicode',
    ]);
  });

  it('refuses references to bytes that are not there', async () => {
    const project = new MemoryProject({ 'a.list': 'part big.raw 8 20', 'big.raw': '0123456789' });
    const { diagnostics } = await project.build();
    expect(diagnostics).toMatchObject([
      { code: 'build/bad-reference', message: 'refers to bytes 8 to 28, but there are only 10' },
    ]);
  });

  it('refuses files beyond 2 GiB without reading them', async () => {
    const project = new MemoryProject({ 'a.list': 'include big.raw', 'big.raw': 'x' });
    const { host } = project;
    const stat = host.stat.bind(host);
    host.stat = (path) => {
      const found = stat(path);
      return found !== undefined && path.endsWith('big.raw') ? { ...found, sizeBytes: 2 ** 31 } : found;
    };
    host.onRead = (path) => {
      if (path.endsWith('big.raw')) throw new Error('it was read');
    };
    expect((await project.build()).diagnostics).toMatchObject([
      { code: 'build/file-too-large', file: 'big.raw', message: 'is 2147483648 bytes long; the limit is 2147483647' },
    ]);
  });

  it('says that the pack could not be written, and keeps the last one', async () => {
    const project = new MemoryProject({ 'a.json': '1' }, { pack: true });
    expect(await project.build()).toMatchObject({ status: 'ok' });
    const before = project.host.text('/project/runtime.hpack');
    project.write('a.json', '2');
    project.host.onOperation = (operation, path) => {
      if (operation === 'write' && dirname(path) === '/project') throw hostError('ENOSPC', path);
    };
    const failed = await project.build();
    expect(failed.status).toBe('failed');
    expect(failed.diagnostics).toMatchObject([
      { code: 'build/pack-failed', message: expect.stringContaining('ENOSPC') },
    ]);
    expect(project.host.text('/project/runtime.hpack')).toBe(before);
  });
});

describe('check', () => {
  it('names the parts of a prefab that are not there', async () => {
    const builder = new GltfBuilder();
    const attributes = { POSITION: builder.accessor(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), 'VEC3') };
    builder.node({ mesh: builder.mesh({ attributes }) });
    const values = { mesh: { format: 'vkguide', lods: [] }, texture: { format: 'vkguide' } };
    const project = new MemoryProject({}, { layers: [{ origin: 'default', match: undefined, values }] });
    project.registry = registry;
    project.host.put('/project/assets/a.glb', builder.glb());
    expect(await project.build()).toMatchObject({ status: 'ok', diagnostics: [] });
    expect(await checkPath(project.host, '/project/runtime')).toMatchObject({ diagnostics: [] });
    const mesh = Object.keys(project.outputs()).find((path) => path.endsWith('.mesh')) ?? '';
    project.host.files.delete(`/project/runtime/${mesh}`);
    const complaints = (await checkPath(project.host, '/project/runtime'))?.diagnostics;
    expect(complaints?.find(({ code }) => code === 'check/missing-part')).toMatchObject({
      file: 'a.pfb',
      message: `its mesh ${mesh} does not exist`,
    });
  });
});

describe('a manifest', () => {
  it('is not made where two outputs have one hash', async () => {
    expect(makeManifest([wallRecord('wall.png', 'srgb'), wallRecord('wall.jpg', 'linear')], 'all')).toMatchObject({
      problems: [{ code: 'build/manifest-clash', message: expect.stringMatching(/wall\.png.*wall\.jpg.*same hash/) }],
    });
    expect(makeManifest([wallRecord('wall.png', 'srgb')], 'all')).toMatchObject({ entries: 1 });
  });
});
