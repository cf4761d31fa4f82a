import { describe, expect, it } from 'vitest';
import { registry } from '../../registry.js';
import { MemoryProject, type testConfig } from '../testing/memory-project.js';
import { toyRegistry } from '../testing/toy-registry.js';
import { listSkipped, skipReason } from './skipped-files.js';

/** Nothing in it is compiled, so that the real kinds cost nothing. */
function realProject(sources: Readonly<Record<string, string>>, changes: Parameters<typeof testConfig>[0] = {}) {
  const project = new MemoryProject(sources, { embed: [], ...changes });
  project.registry = registry;
  return project;
}

const warningsOf = async (project: MemoryProject) =>
  (await project.build()).diagnostics.map(({ code, file, message, hint }) => `${code} ${file}: ${message} | ${hint}`);

describe('files that nobody compiles', () => {
  it('are warned about once a sort where the name comes close', async () => {
    const project = realProject({ 'luts/iridas_3d.cube': '', 'luts/other.CUBE': '', 'fx/sky.slang': '', 'a.dae': '' });
    expect(await warningsOf(project)).toEqual([
      'build/near-miss fx/sky.slang: is not compiled: shaders are folders named *.shader | Move it into a folder sky.shader/.',
      'build/near-miss luts/iridas_3d.cube: is not compiled: LUTs must be named *.lut.cube; the same applies to 1 more file (see --list-skipped) | Rename it to iridas_3d.lut.cube.',
    ]);
  });

  it('are not warned about where people keep them next to what they export, or where they are a library', async () => {
    const values = { shader: { include: ['lib'] } };
    const layers = [{ origin: 'default', match: undefined, values }];
    const project = realProject(
      { 'a.dae': '', 'b.psd': '', 'c.blend': '', 'readme.md': '', 'lib/x.slang': '' },
      { layers },
    );
    expect(await warningsOf(project)).toEqual([]);
  });

  it('are listed with what would make them assets', async () => {
    const { config, host } = realProject({
      'a.dae': '',
      'a.vrm': '',
      'b.psd': '',
      'c.cube': '',
      'readme.md': '',
      'x/Makefile': '',
    });
    const { files } = await listSkipped({ config }, host);
    expect(files.map(({ path, remedy }) => [path, remedy])).toEqual([
      ['a.dae', 'Export it as glTF (.glb).'],
      ['a.vrm', 'It is a GLB with extensions. Name it .glb to compile its standard glTF content.'],
      ['b.psd', 'Export it as PNG, JPEG, WebP, AVIF, TGA, BMP or QOI, or as OpenEXR or Radiance if it is HDR.'],
      ['c.cube', 'Rename it to c.lut.cube.'],
      ['readme.md', null],
      ['x/Makefile', null],
    ]);
  });

  it('are FBX models that the project also has in another format', async () => {
    const obj = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';
    const project = realProject({
      'chair.fbx': 'not even FBX',
      'Chair.obj': obj,
      'x/table.FBX': '',
      'x/table.obj': obj,
    });
    const { status, diagnostics } = await project.build();
    expect(status).toBe('ok');
    expect(diagnostics).toEqual([
      {
        code: 'build/near-miss',
        severity: 'notice',
        file: 'chair.fbx',
        message:
          'is not compiled: the same model in another format (.glb, .gltf or .obj) is compiled instead; the same applies to 1 more file (see --list-skipped)',
        hint: 'Remove or exclude the other file to compile this one.',
      },
    ]);
    const { files } = await listSkipped({ config: project.config }, project.host);
    const remedy = 'Remove or exclude the other file to compile this one.';
    expect(files.map((file) => [file.path, file.remedy])).toEqual([
      ['chair.fbx', remedy],
      ['x/table.FBX', remedy],
    ]);
  });

  it('say why, each for its own reason', async () => {
    const project = new MemoryProject(
      { 'a.list': 'include d.raw', 'd.raw': '1', 'e.raw': '2', 'b.box/x': '', 'wip/x.list': '', '.git/x': '' },
      { exclude: ['wip/*'] },
    );
    await project.build();
    const { config, host } = project;
    const why = async (path: string) => (await skipReason({ config, path }, host, toyRegistry))?.reason;
    expect(await why('d.raw')).toBe('it is not an asset itself, but is read by a.list');
    expect(await why('/project/assets/e.raw')).toBe('no kind of asset compiles files with this name');
    expect(await why('b.box/x')).toBe('it is part of b.box');
    expect(await why('wip/x.list')).toBe('exclude in the configuration hides it: "wip/*"');
    expect(await why('.git/x')).toBe('files whose name begins with a dot are ignored');
    expect(await why('a.list')).toBeUndefined();
    expect(await why('gone.raw')).toBeUndefined();
    const { files, ...counts } = await listSkipped({ config }, host, toyRegistry);
    expect(files).toMatchObject([{ path: 'e.raw' }]);
    expect(counts).toEqual({ read: 1, yielded: 0, unbuilt: 0 });
  });

  it('are named by their path where a build is asked for one', async () => {
    const project = new MemoryProject({ 'models/x.fbx': '' });
    const { diagnostics } = await project.build({ paths: ['/project/assets/models/x.fbx'] });
    expect(diagnostics).toMatchObject([
      { code: 'build/no-such-source', file: 'models/x.fbx', message: 'is a file that no kind of asset compiles' },
    ]);
  });
});
