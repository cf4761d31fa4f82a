// Hooks of plug-ins on models and images of assetc's own kinds.

import { afterEach, describe, expect, it } from 'vitest';
import { loadZstd } from '../../packages/compiler/src/encoding/zstd.js';
import { GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { decodeHmat, decodeHmesh, decodeHscene, decodeKtx2, readLevel } from '../../packages/formats/src/index.js';
import { makePng } from '../support/png.js';
import { PluginProject } from './plugin-project.js';

let project: PluginProject | undefined;
afterEach(() => project?.remove());

const zstd = await loadZstd();
const picture = makePng(4, 4, (x, y) => [x * 60, y * 60, 100, 255]);

/** Two triangles side by side, the second marked as one for the editor; both of a red material with the picture. */
function model(): Uint8Array {
  const builder = new GltfBuilder();
  const POSITION = builder.accessor(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), 'VEC3');
  const TEXCOORD_0 = builder.accessor(Float32Array.of(0, 0, 1, 0, 0, 1), 'VEC2');
  const image = builder.list('images', { bufferView: builder.view(picture), mimeType: 'image/png' });
  const index = builder.list('textures', { source: image });
  const material = builder.list('materials', {
    name: 'paint',
    pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, 1], baseColorTexture: { index } },
  });
  const mesh = builder.mesh({ attributes: { POSITION, TEXCOORD_0 }, material });
  builder.node({ name: 'body', mesh, extras: { team: 3 } });
  const helper = builder.node({ name: 'child', mesh }, false);
  builder.node({ name: 'helper', mesh, children: [helper], translation: [5, 0, 0], extras: { editorOnly: true } });
  return builder.glb();
}

const plugin = (hooks: string, name = 'studio'): string => `
import { definePlugin } from 'assetc';
export default definePlugin({ name: '${name}', version: '1', hooks: [${hooks}] });
`;

const CONFIG = `plugins: [./tools/hooks.ts]
default: { texture: { compress: false, mips: false }, mesh: { merge: false }, scene: { emit: true } }
`;

const projectOf = (hooks: string, files: Readonly<Record<string, string | Uint8Array>> = {}): PluginProject =>
  new PluginProject({
    'assetc.yml': CONFIG,
    'tools/hooks.ts': plugin(hooks),
    'assets/car.glb': model(),
    'assets/tree.glb': model(),
    'assets/wall.png': picture,
    ...files,
  });

const texels = (of: PluginProject, path: string): Uint8Array => {
  const [level] = decodeKtx2(of.read(path)).levels;
  if (level === undefined) throw new Error('there is no level');
  return readLevel(level, (frame, length) => zstd.decompress(frame, length));
};

describe('a hook on a scene', () => {
  it('renames, drops by extras and recolors, and only where it matches', async () => {
    project = projectOf(`{
      match: 'car.glb',
      scene(scene, ctx) {
        for (const node of scene.nodes) {
          const { extras } = node;
          if (typeof extras === 'object' && extras !== null && 'editorOnly' in extras) node.drop();
          else node.name = \`\${ctx.path}:\${node.name}\`;
        }
        for (const material of scene.materials) material.baseColorFactor = [0, 0.5, 1, 1];
      },
    }`);
    expect(await project.build()).toMatchObject({ status: 'ok' });
    const names = (path: string) =>
      decodeHscene(project?.read(path) ?? new Uint8Array(0)).nodes.map(({ name }) => name);
    expect(names('runtime/car.hscene')).toEqual(['car.glb:body']);
    expect(names('runtime/tree.hscene')).toEqual(['body', 'helper', 'child']);
    const color = (path: string) => decodeHmat(project?.read(path) ?? new Uint8Array(0))[0]?.baseColorFactor;
    expect(color('runtime/car.hmat')).toEqual([0, 0.5, 1, 1]);
    expect(color('runtime/tree.hmat')).toEqual([1, 0, 0, 1]);
  });

  it('moves vertices and nodes, shows what came in, and runs in list order', async () => {
    project = projectOf(
      `{ match: '*.glb', scene(scene) { for (const { primitives } of scene.meshes) for (const p of primitives) p.positions[0] = 7; } },
       { match: 'car.glb', scene(scene, ctx) {
           for (const { primitives } of scene.meshes) for (const p of primitives) p.positions[0] *= 2;
           const [body] = scene.nodes;
           if (body !== undefined) body.matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 9, 0, 0, 1];
           ctx.warn({ pointer: '/nodes/0' }, \`\${scene.nodes.length} nodes\`);
       } }`,
    );
    const { status, diagnostics } = await project.build();
    expect(status).toBe('ok');
    expect(diagnostics).toMatchObject([
      { code: 'plugin/warning', file: 'car.glb', where: { pointer: '/nodes/0' }, message: '3 nodes' },
    ]);
    const far = (path: string) => decodeHmesh(project?.read(path) ?? new Uint8Array(0)).bounds;
    expect(JSON.stringify(far('runtime/car.hmesh'))).toContain('14');
    expect(JSON.stringify(far('runtime/tree.hmesh'))).toContain('7');
    const scene = decodeHscene(project.read('runtime/car.hscene'));
    expect(JSON.stringify(scene.nodes[0])).toContain('9');
  });

  it('rebuilds what it matches when it is edited, and what reads a file when that is; nothing else', async () => {
    const hook = (tint: number) => `{
      match: 'car.glb',
      async scene(scene, ctx) {
        const green = Number(await ctx.readText('green.txt'));
        for (const material of scene.materials) material.baseColorFactor = [${tint}, green, 0, 1];
      },
    }`;
    project = projectOf(hook(0.25), { 'assets/green.txt': '0.5' });
    await project.build();
    const rebuilt = async () => {
      const { assets } = (await project?.build()) ?? { assets: [] };
      return assets.filter(({ status }) => status !== 'cached').map(({ id }) => id);
    };
    expect(await rebuilt()).toEqual([]);
    project.write('tools/hooks.ts', plugin(hook(0.75)));
    expect(await rebuilt()).toEqual(['car.glb']);
    project.write('assets/green.txt', '1');
    expect(await rebuilt()).toEqual(['car.glb']);
    expect(decodeHmat(project.read('runtime/car.hmat'))[0]?.baseColorFactor).toEqual([0.75, 1, 0, 1]);
    project.write('assetc.yml', CONFIG.replace('plugins: [./tools/hooks.ts]', ''));
    expect(await rebuilt()).toEqual(['car.glb']);
    expect(decodeHmat(project.read('runtime/car.hmat'))[0]?.baseColorFactor).toEqual([1, 0, 0, 1]);
  });

  it.each([
    ['throws', 'scene() { throw new TypeError("no"); }', 'plugin/threw', 'threw TypeError: no'],
    [
      'returns something',
      'scene: (scene) => scene',
      'plugin/bad-return',
      'a hook returned a value; it must change its argument instead, while its hook had car.glb',
    ],
    [
      'sets what is no number',
      "scene(s) { s.materials[0].metallicFactor = 'x'; }",
      'plugin/bad-call',
      'metallicFactor',
    ],
    [
      'sets a name that is none',
      'scene(s) { s.nodes[0].name = 3; }',
      'plugin/bad-call',
      'a name must be text, not 3, while its hook had car.glb',
    ],
    [
      'makes vertices infinite',
      'scene(s) { s.meshes[0].primitives[0].positions[1] = 1 / 0; }',
      'plugin/bad-call',
      'positions[1]',
    ],
    [
      'puts in what is no JSON',
      'scene(s) { s.nodes[0].extras = { n: 1n }; }',
      'plugin/bad-call',
      'extras must be JSON',
    ],
    ['tells an error', "scene(s, ctx) { ctx.error({ line: 2 }, 'is wrong'); }", 'plugin/error', 'is wrong'],
    [
      'reads what is not there',
      "async scene(s, ctx) { await ctx.read('gone.txt'); }",
      'build/missing-file',
      'gone.txt',
    ],
  ])('that %s fails its asset alone', async (_, code, expected, message) => {
    project = projectOf(`{ match: 'car.glb', ${code} }`);
    project.write('tools/hooks.ts', `// @ts-nocheck\n${plugin(`{ match: 'car.glb', ${code} }`)}`);
    const { diagnostics, assets } = await project.build();
    expect(diagnostics).toMatchObject([{ code: expected, message: expect.stringContaining(message) }]);
    expect(assets.filter(({ status }) => status === 'failed').map(({ id }) => id)).toEqual(['car.glb']);
  });

  it.each([
    ['{ scene() {} }', 'a hook needs a match: a glob or a list of globs'],
    ["{ match: '*' }", 'neither scene nor image'],
    ["{ match: '*', scene: 3 }", 'functions'],
    ["{ match: '*', mesh() {} }", '"mesh"'],
  ])('that is none is reported when it is loaded: %s', async (hook, message) => {
    project = projectOf('');
    project.write('tools/hooks.ts', `// @ts-nocheck\n${plugin(hook)}`);
    expect(await project.complaints()).toMatchObject([
      { code: 'plugin/bad-definition', message: expect.stringContaining(message) },
    ]);
  });
});

describe('a hook on an image', () => {
  const invert = (match: string) => `{
    match: ${match},
    image(image) {
      for (let i = 0; i < image.pixels.length; i += 4)
        for (let c = 0; c < 3; c++) image.pixels[i + c] = image.full - (image.pixels[i + c] ?? 0);
    },
  }`;
  const inverted = (of: Uint8Array) => of.map((value, i) => (i % 4 === 3 ? value : 255 - value));

  it('changes images of their own, those in a model, and layers, each by its name', async () => {
    project = projectOf(invert(`['wall.png', 'car/tex_*', '*.array']`), {
      'assets/floor.png': picture,
      'assets/ground.array/0.png': picture,
    });
    expect(await project.build()).toMatchObject({ status: 'ok' });
    const plain = texels(project, 'runtime/floor.ktx2');
    expect(plain).toHaveLength(64);
    expect(texels(project, 'runtime/wall.ktx2')).toEqual(inverted(plain));
    expect(texels(project, 'runtime/car/tex_0.ktx2')).toEqual(inverted(plain));
    expect(texels(project, 'runtime/tree/tex_0.ktx2')).toEqual(plain);
    expect(texels(project, 'runtime/ground.arr.ktx2')).toEqual(inverted(plain));
  });

  it('may look at the path: equal images are not taken for one another', async () => {
    project = projectOf(`{ match: '*.png', image(image, ctx) { image.pixels.fill(ctx.path.length); } }`, {
      'assets/floors.png': picture,
    });
    await project.build();
    expect(texels(project, 'runtime/wall.ktx2')[0]).toBe('wall.png'.length);
    expect(texels(project, 'runtime/floors.ktx2')[0]).toBe('floors.png'.length);
  });

  it('may put another in its place', async () => {
    project = projectOf(
      `{ match: 'wall.png', image(image) { image.replace({ width: 8, height: 2, pixels: new Uint8Array(64).fill(image.role === 'color' ? 9 : 1) }); } }`,
    );
    await project.build();
    expect(decodeKtx2(project.read('runtime/wall.ktx2'))).toMatchObject({ pixelWidth: 8, pixelHeight: 2 });
    expect(texels(project, 'runtime/wall.ktx2')).toEqual(new Uint8Array(64).fill(9));
  });
});
