// The oracle is a build with the suggested setting.

import { beforeEach, describe, expect, it } from 'vitest';
import { rgbaPng } from '../../../../tests/support/compile-texture.js';
import { measureClips } from '../kinds/mesh/measure-clips.js';
import { measureForms } from '../kinds/mesh/measure-forms.js';
import { recordedOutput } from '../pipeline/report/recorded-files.js';
import { MemoryProject } from '../pipeline/testing/memory-project.js';
import { registry } from '../registry.js';
import { GltfBuilder, grid } from '../testing/gltf-builder.js';
import { reportSizes } from './size-report.js';

const png = (size: number, seed: number) => rgbaPng(size, size, (x, y) => [(x * seed) & 255, y & 240, seed, 255]);
const BOUNDS = { listed: 20, measured: 50, ms: 10_000, fileBytes: 1e9 };

const MEASURES = { clips: measureClips, forms: measureForms, textures: () => undefined };

let project: MemoryProject;
const put = (path: string, content: Uint8Array | string) => project.host.put(`/project/assets/${path}`, content);
const set = (texture: { readonly [setting: string]: string }) => {
  project.config = { ...project.config, layers: [{ origin: 'default', match: undefined, values: { texture } }] };
};
const sizeOf = (path: string) => project.host.stat(`/project/runtime/${path}`)?.sizeBytes;
const report = (bounds = BOUNDS, now?: () => number) =>
  reportSizes(recordedOutput(project.host, '/project/runtime'), MEASURES, { bounds, now });

beforeEach(async () => {
  project = new MemoryProject();
  project.registry = registry;
  put('a.png', png(64, 3));
  put('b.n.png', png(32, 5));
  put('c.png', png(16, 7));
  put('data.json', '{}');
  await project.build();
});

describe('reportSizes', () => {
  it('lists files and kinds, largest first, with what was read and written', async () => {
    const { files, kinds, largest, sizeBytes, sourceBytes } = await report();
    expect(files).toBe(4);
    expect(largest.map(({ path, asset, kind }) => [path, asset, kind])).toEqual([
      ['a.ktx2', 'a.png', 'texture'],
      ['b.n.ktx2', 'b.n.png', 'texture'],
      ['c.ktx2', 'c.png', 'texture'],
      ['data.json', 'data.json', 'embed'],
    ]);
    for (const file of largest) expect(file.sizeBytes).toBe(sizeOf(file.path));
    expect(largest[0]?.sourceBytes).toBe(png(64, 3).length);
    const sources = [png(64, 3), png(32, 5), png(16, 7)].reduce((sum, { length }) => sum + length, 0);
    expect(kinds).toEqual([
      { kind: 'texture', assets: 3, files: 3, sourceBytes: sources, sizeBytes: sizeBytes - 2 },
      { kind: 'embed', assets: 1, files: 1, sourceBytes: 2, sizeBytes: 2 },
    ]);
    expect(sourceBytes).toBe(sources + 2);
  });

  it.each(['fast', 'normal', 'max'])(
    'measures what a build with Zstd then writes, to the byte (quality %s)',
    async (quality) => {
      set({ quality });
      await project.build();
      const { largest, supercompress } = await report();
      set({ quality, supercompress: 'zstd' });
      await project.build();
      const textures = largest.filter(({ kind }) => kind === 'texture');
      expect(textures.map(({ packedBytes }) => packedBytes)).toEqual(textures.map(({ path }) => sizeOf(path)));
      expect(largest.at(-1)?.packedBytes).toBeNull();
      expect(supercompress).toEqual({
        measured: 3,
        measuredBytes: textures.reduce((sum, file) => sum + file.sizeBytes, 0),
        packedBytes: textures.reduce((sum, { path }) => sum + (sizeOf(path) ?? 0), 0),
        unmeasured: 0,
        unmeasuredBytes: 0,
      });
      // Already compressed: nothing is suggested.
      expect((await report()).supercompress).toMatchObject({ measured: 0, unmeasured: 0 });
    },
  );

  it('reports how much was not measured because of the limits of count, size and time', async () => {
    const [a = 0, b = 0, c = 0] = ['a.ktx2', 'b.n.ktx2', 'c.ktx2'].map(sizeOf);
    expect((await report({ ...BOUNDS, measured: 1 })).supercompress).toMatchObject({
      measured: 1,
      measuredBytes: a,
      unmeasured: 2,
      unmeasuredBytes: b + c,
    });
    expect((await report({ ...BOUNDS, fileBytes: b })).supercompress).toMatchObject({
      measured: 2,
      measuredBytes: b + c,
      unmeasured: 1,
      unmeasuredBytes: a,
    });
    let ms = 0;
    const late = await report(BOUNDS, () => (ms += 4000));
    expect(late.supercompress).toMatchObject({ measured: 2, unmeasured: 1, unmeasuredBytes: c });
    expect((await report({ ...BOUNDS, listed: 2 })).largest).toHaveLength(2);
  });

  it('measures other forms of meshes that would shrink', async () => {
    const builder = new GltfBuilder();
    const { positions, normals, indices } = grid(40);
    const attributes = {
      POSITION: builder.accessor(positions, 'VEC3'),
      NORMAL: builder.accessor(normals ?? new Float32Array(0), 'VEC3'),
    };
    builder.node({ mesh: builder.mesh({ attributes, indices: builder.accessor(indices, 'SCALAR') }) });
    put('m.glb', builder.glb());
    await project.build();
    const { forms } = await report();
    expect(forms).toMatchObject({ unmeasured: 0, meshes: [{ path: 'm.hmesh', sizeBytes: sizeOf('m.hmesh') }] });
    const [found] = forms.meshes;
    for (const [mesh, bytes] of [
      [{ vertices: 'compact', indexWidth: 'smallest' }, found?.compactBytes],
      [{ compression: 'meshopt' }, found?.compressedBytes],
      [{ vertices: 'compact', indexWidth: 'smallest', compression: 'meshopt' }, found?.bothBytes],
    ] as const) {
      project.config = { ...project.config, layers: [{ origin: 'default', match: undefined, values: { mesh } }] };
      await project.build();
      expect(Math.abs((bytes ?? 0) / (sizeOf('m.hmesh') ?? 1) - 1)).toBeLessThan(0.04);
    }
    expect((await report()).forms).toEqual({ meshes: [], unmeasured: 0, unmeasuredBytes: 0 });
    expect((await report({ ...BOUNDS, measured: 0 })).forms).toMatchObject({ meshes: [], unmeasured: 1 });
  });

  it('reads only files of the output, and follows no links', async () => {
    const read: string[] = [];
    project.host.onRead = (path) => read.push(path);
    await report();
    // Outside the output only the key that seals the record.
    expect(read.filter((path) => !path.startsWith('/project/runtime/'))).toEqual(['/home/cache/record-key']);
    expect(read).toContain('/project/runtime/a.ktx2');
    read.length = 0;
    const { host } = project;
    const lookAt = host.entryType.bind(host);
    host.entryType = (path) => (path.endsWith('a.ktx2') ? 'link' : lookAt(path));
    expect((await report()).supercompress.measured).toBe(2);
    expect(read).not.toContain('/project/runtime/a.ktx2');
  });

  it('leaves out files that are gone, edited or no longer textures', async () => {
    project.host.files.delete('/project/runtime/a.ktx2');
    project.host.put('/project/runtime/b.n.ktx2', 'short');
    project.host.put('/project/runtime/c.ktx2', new Uint8Array(sizeOf('c.ktx2') ?? 0));
    expect(await report()).toMatchObject({ files: 4, supercompress: { measured: 0, unmeasured: 0 } });
  });

  it('measures what a build with compressed clips then writes, to the byte, model by model', async () => {
    const motion = (keyCount: number): Uint8Array => {
      const builder = new GltfBuilder();
      const times = Float32Array.from({ length: keyCount }, (_, i) => i / 30);
      const values = Float32Array.from({ length: keyCount * 3 }, (_, i) => ((i * i) % 17) / 10);
      const target = { node: builder.node({ name: 'hip' }), path: 'translation' };
      const sampler = { input: builder.accessor(times, 'SCALAR'), output: builder.accessor(values, 'VEC3') };
      builder.list('animations', { samplers: [sampler], channels: [{ sampler: 0, target }] });
      return builder.glb();
    };
    put('long.glb', motion(60));
    put('short.glb', motion(20));
    await project.build();
    const { models } = (await report()).compression;
    expect(models.map(({ path, sizeBytes }) => [path, sizeBytes])).toEqual(
      ['long', 'short'].map((path) => [path, sizeOf(`${path}.hanim`)]),
    );
    const animation = { compression: 'auto' };
    project.config = { ...project.config, layers: [{ origin: 'default', match: undefined, values: { animation } }] };
    await project.build();
    expect(models.map(({ packedBytes }) => packedBytes)).toEqual(
      ['long', 'short'].map((path) => sizeOf(`${path}.hclip`)),
    );
    expect((await report()).compression).toEqual({ models: [], unmeasured: 0, unmeasuredBytes: 0 });
  });

  it('is empty if nothing was built', async () => {
    const nothing = await reportSizes(recordedOutput(new MemoryProject().host, '/project/runtime'), MEASURES);
    expect(nothing).toMatchObject({ files: 0, sizeBytes: 0, kinds: [], largest: [] });
  });
});
