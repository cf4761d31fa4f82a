// `.blend` through a Blender, which is a program of the tests: what it is asked, what is recorded, and what happens if it fails.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { exportBlend } from '../../packages/compiler/src/importers/blend/export-blend.js';
import { ids, type MemoryProject, remadeIds } from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import { GltfBuilder, grid } from '../../packages/compiler/src/testing/gltf-builder.js';
import { realProject, type Sources } from '../diagnostics/raise.js';
import { makePng } from '../support/png.js';
import { FAKE_BLENDER, fakeBlend, withBlender } from './with-blender.js';

const wood = makePng(8, 8, (x, y) => [x * 30, y * 30, 90, 255]);
const other = makePng(8, 8, (x, y) => [y * 30, 20, x * 30, 255]);

/** A grid whose material has these images. */
function model(...images: readonly Uint8Array[]): Uint8Array {
  const builder = new GltfBuilder();
  const { positions, normals, uvs, indices } = grid(3);
  for (const [i, image] of images.entries()) {
    builder.list('images', { bufferView: builder.view(image), mimeType: 'image/png' });
    builder.list('textures', { source: i });
  }
  const slots = ['baseColorTexture', 'metallicRoughnessTexture'];
  builder.list('materials', {
    pbrMetallicRoughness: Object.fromEntries(images.map((_, index) => [slots[index], { index }])),
  });
  const attributes = {
    POSITION: builder.accessor(positions, 'VEC3'),
    NORMAL: builder.accessor(normals, 'VEC3'),
    TEXCOORD_0: builder.accessor(uvs, 'VEC2'),
  };
  builder.node({ mesh: builder.mesh({ attributes, indices: builder.accessor(indices, 'SCALAR'), material: 0 }) });
  return builder.glb();
}

const blending = (sources: Sources, mesh: object = {}, texture: object = {}): MemoryProject =>
  realProject(sources, { mesh: { blend: true, ...mesh }, texture: { ...texture } });

const withFake = <T>(run: (folder: string) => Promise<T>, variables: Readonly<Record<string, string>> = {}) =>
  withBlender({ ASSETC_BLENDER: FAKE_BLENDER, ...variables }, run);

const messagesOf = ({ diagnostics }: Awaited<ReturnType<MemoryProject['build']>>) =>
  diagnostics.map(({ code, file, message }) => `${code} ${file}: ${message}`);

it('is not compiled by default, and no Blender is started', async () => {
  await withFake(
    async (folder) => {
      process.env.FAKE_LOG = join(folder, 'log');
      const result = await realProject({ 'chair.blend': fakeBlend({}, model()) }).build();
      expect([result.assets, result.diagnostics, result.ignored]).toEqual([[], [], 1]);
      expect(existsSync(join(folder, 'log'))).toBe(false);
    },
    { FAKE_LOG: '' },
  );
});

it('writes what the exported GLB would, and leaves no temporary file', async () => {
  const glb = model(wood, other);
  const expected = realProject({ 'a/chair.glb': glb });
  await expected.build();
  const { result: project, left } = await withFake(async () => {
    const made = blending({ 'a/chair.blend': fakeBlend({}, glb) });
    expect((await made.build()).diagnostics).toEqual([]);
    return made;
  });
  const bytesOf = (from: MemoryProject, path: string) => from.host.files.get(`/project/runtime/${path}`)?.bytes;
  const paths = ['a/chair.hmesh', 'a/chair.hmat', 'a/chair/tex_0.ktx2', 'a/chair/tex_1.ktx2'];
  for (const path of paths) expect(bytesOf(project, path)).toEqual(bytesOf(expected, path));
  expect(Object.keys(project.outputs()).sort()).toEqual(Object.keys(expected.outputs()).sort());
  expect(left).toEqual([]);
});

it('asks Blender to run no script of the file and no setting of the user', async () => {
  await withFake(
    async (folder) => {
      process.env.FAKE_LOG = join(folder, 'log');
      await blending({ 'chair.blend': fakeBlend({}, model()) }).build();
      const [line = '[]', ...more] = readFileSync(join(folder, 'log'), 'utf8').trim().split('\n');
      const args: readonly string[] = JSON.parse(line);
      expect(more).toEqual([]);
      expect(args.slice(0, 3)).toEqual(['--background', '--factory-startup', '--disable-autoexec']);
      expect(args[5]).toMatch(/input.chair\.blend$/);
    },
    { FAKE_LOG: '' },
  );
});

it('records linked libraries, their libraries and images, and builds again when one changes', async () => {
  await withFake(async () => {
    const files = [
      { kind: 'library', path: '../lib/wheel.blend' },
      { kind: 'image', path: '../wood.png' },
    ];
    const project = blending({
      'cars/car.blend': fakeBlend({ files }, model(wood, other)),
      'lib/wheel.blend': JSON.stringify({ files: [{ kind: 'image', path: 'rim.png' }] }),
      'lib/rim.png': other,
      'wood.png': wood,
    });
    project.config = {
      ...project.config,
      layers: [
        ...project.config.layers,
        { origin: 'default.rules[0]', match: 'lib/**', values: { mesh: { blend: false } } },
      ],
    };
    const first = await project.build();
    expect(messagesOf(first)).toEqual([]);
    // Images that are files of the input are derived from these.
    expect(remadeIds(first)).toEqual(['cars/car.blend', 'cars/car.blend#tex_0', 'cars/car.blend#tex_1']);
    expect(remadeIds(await project.build())).toEqual([]);
    project.host.put(
      '/project/assets/lib/rim.png',
      makePng(8, 8, () => [1, 2, 3, 255]),
    );
    expect(remadeIds(await project.build())).toContain('cars/car.blend');
    project.write('lib/wheel.blend', '{"files":[]}');
    expect(remadeIds(await project.build())).toContain('cars/car.blend');
  });
});

it('writes shared textures only for images that are files', async () => {
  await withFake(async () => {
    const files = [{ kind: 'image', path: 'wood.png' }];
    const project = blending(
      { 'a.blend': fakeBlend({ files }, model(wood, other)), 'wood.png': wood },
      {},
      { store: 'shared' },
    );
    expect(messagesOf(await project.build())).toEqual([]);
    const names = Object.keys(project.outputs()).map((path) => path.replace(/[0-9a-f]{16}/, '#'));
    expect(names.filter((name) => name.endsWith('.ktx2')).sort()).toEqual(['a/tex_1.ktx2', 'tex/#.ktx2']);
  });
});

it('yields to an export next to it', async () => {
  await withFake(async () => {
    const sources = {
      'chair.blend': fakeBlend({ exits: 3 }),
      'Chair.FBX': 'not read here',
      'b.blend': fakeBlend({}, model()),
    };
    const result = await blending(sources).build();
    expect(ids(result, 'built')).toEqual(['b.blend']);
    expect(result.diagnostics.map(({ file, severity }) => [file, severity])).toEqual([
      ['Chair.FBX', 'error'],
      ['chair.blend', 'notice'],
    ]);
  });
});

it('builds again with another Blender', async () => {
  await withFake(
    async () => {
      const project = blending({ 'chair.blend': fakeBlend({}, model()) });
      await project.build();
      expect(remadeIds(await project.build())).toEqual([]);
      process.env.FAKE_VERSION = 'Blender 10.0.0';
      expect(remadeIds(await project.build())).toEqual(['chair.blend']);
    },
    { FAKE_VERSION: 'Blender 9.9.9' },
  );
});

it('reports what Blender reports, without paths of this machine, and removes its folder', async () => {
  const sources = {
    'absolute.blend': fakeBlend({ files: [{ kind: 'library', path: '/elsewhere/lib.blend' }] }, model()),
    'damaged.blend': fakeBlend({ error: 'the file cannot be opened' }),
    'empty.blend': fakeBlend({}),
    'exits.blend': fakeBlend({ exits: 7, prints: 'Error: not a blend file' }),
    'nonsense.blend': fakeBlend({ answers: 'nonsense' }),
    'numpy.blend': fakeBlend({ error: "No module named 'numpy'" }),
    'outside.blend': fakeBlend({ files: [{ kind: 'image', path: '../../secret.png' }] }, model()),
    'picture.blend': fakeBlend({}, wood),
  };
  const { result, left } = await withFake(() => blending(sources).build());
  expect(messagesOf(result)).toEqual([
    'blend/outside-input absolute.blend: refers to the library /elsewhere/lib.blend, which is outside the input folder',
    'blend/failed damaged.blend: Blender cannot export it: the file cannot be opened',
    'blend/failed empty.blend: Blender cannot export it: the exporter has written nothing',
    'blend/failed exits.blend: Blender cannot export it: it ended with code 7, without a result (Error: not a blend file)',
    `blend/unusable nonsense.blend: ${FAKE_BLENDER} cannot be used: its answer cannot be read`,
    "blend/failed numpy.blend: Blender cannot export it: No module named 'numpy'",
    'blend/outside-input outside.blend: refers to the image ../../secret.png, which is outside the input folder',
    'blend/failed picture.blend: Blender cannot export it: the exporter has written something else than GLB',
  ]);
  expect(result.diagnostics.find(({ file }) => file === 'numpy.blend')?.hint).toContain('python3-numpy');
  expect(left).toEqual([]);
});

/** Starts a Blender that hangs on a thread, and returns when it runs. */
async function hangingThread(folder: string): Promise<Worker> {
  const context = `{ path: 'a.blend', read: async () => Buffer.from('{"hangs":true}'), warn() {}, signal: new AbortController().signal }`;
  const program = `import { exportBlend } from ${JSON.stringify(await bundled(folder))};
    await exportBlend(${context}, { blender: ${JSON.stringify(FAKE_BLENDER)} });`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`));
  await expect.poll(() => existsSync(join(folder, 'log'))).toBe(true);
  return worker;
}

/** The exporter as one file, which a thread can load. */
async function bundled(folder: string): Promise<string> {
  const entry = resolve(import.meta.dirname, '../../packages/compiler/src/importers/blend/export-blend.ts');
  const outfile = join(folder, 'export-blend.mjs');
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['assetc-source'],
  });
  return pathToFileURL(outfile).href;
}

it('leaves neither a Blender nor its folder if the thread is ended, as in a build that is interrupted', async () => {
  await withFake(
    async (folder) => {
      process.env.FAKE_LOG = join(folder, 'log');
      const worker = await hangingThread(folder);
      const before = readdirSync(folder).filter((name) => name.startsWith('assetc-blend-'));
      expect(before).toHaveLength(1);
      await worker.terminate();
      await expect.poll(() => readdirSync(folder).filter((name) => name.startsWith('assetc-blend-'))).toEqual([]);
    },
    { FAKE_LOG: '' },
  );
});

it.each(['limit', 'signal'] as const)('ends a Blender that hangs, by its %s, and removes its folder', async (by) => {
  const controller = new AbortController();
  const { left } = await withFake(
    async (folder) => {
      process.env.FAKE_LOG = join(folder, 'log');
      const source = new TextEncoder().encode(fakeBlend({ hangs: true }));
      const context = {
        path: 'a.blend',
        read: async () => source,
        tryRead: async () => undefined,
        warn() {},
        signal: controller.signal,
      };
      // It never ends by itself, so the shortest limit is as good as any.
      const limit = by === 'limit' ? { limitMs: 1 } : {};
      const failure = exportBlend(context, { blender: FAKE_BLENDER, ...limit }).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (by === 'signal') {
        await expect.poll(() => existsSync(join(folder, 'log'))).toBe(true);
        controller.abort(new Error('interrupted'));
        expect(await failure).toMatchObject({ message: 'interrupted' });
      } else expect(await failure).toMatchObject({ diagnostic: { code: 'blend/unusable' } });
    },
    { FAKE_LOG: '' },
  );
  expect(left).toEqual([]);
});
