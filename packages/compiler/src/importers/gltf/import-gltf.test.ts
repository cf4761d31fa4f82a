import { describe, expect, it } from 'vitest';
import { AssetError } from '../../diagnostics/diagnostic.js';
import { GltfBuilder } from '../../testing/gltf-builder.js';
import { TestContext } from '../../testing/test-context.js';
import { importGltf } from './import-gltf.js';

const POSITIONS = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
type Options = Partial<Parameters<typeof importGltf>[1]>;

async function load(builder: GltfBuilder, options: Options = {}, files: Readonly<Record<string, string>> = {}) {
  const context = new TestContext({ path: 'm/a.glb', input: { 'm/a.glb': builder.glb(), ...files } });
  const scene = await importGltf(context, { scene: 'auto', ...options });
  return { scene, context };
}

async function refusal(builder: GltfBuilder, options: Options = {}) {
  const error: unknown = await load(builder, options).catch((reason: unknown) => reason);
  if (!(error instanceof AssetError)) throw new Error(`it was not refused: ${String(error)}`);
  const { code, where, message } = error.diagnostic;
  return `${code} ${where?.pointer}: ${message}`;
}

/** A triangle with this material, as a mesh. */
const triangle = (builder: GltfBuilder, more: object = {}) =>
  builder.mesh({ attributes: { POSITION: builder.accessor(POSITIONS, 'VEC3') }, ...more });

/** Images at URIs, with a texture and a material each; returns the indices of the materials. */
function materials(builder: GltfBuilder, ...uris: readonly string[]): readonly number[] {
  return uris.map((uri) => {
    const source = builder.list('images', { uri });
    const index = builder.list('textures', { source });
    return builder.list('materials', { pbrMetallicRoughness: { baseColorTexture: { index } } });
  });
}

describe('a glTF file', () => {
  it('becomes a scene of its nodes, from the roots of the chosen scene', async () => {
    const builder = new GltfBuilder();
    const child = builder.node({ name: 'child', mesh: triangle(builder), translation: [1, 2, 3] }, false);
    const root = builder.node({ name: 'root', children: [child] });
    const { scene } = await load(builder);
    expect(scene.roots).toEqual([root]);
    expect(scene.nodes.map(({ name, parent, children }) => ({ name, parent, children }))).toEqual([
      { name: 'child', parent: root, children: [] },
      { name: 'root', parent: undefined, children: [child] },
    ]);
    expect([...(scene.nodes[child]?.local.slice(12, 15) ?? [])]).toEqual([1, 2, 3]);
    expect(scene.meshes[0]?.primitives[0]?.positions).toEqual(POSITIONS);
    expect(scene.meshes[0]?.primitives[0]?.indices).toEqual(Uint32Array.of(0, 1, 2));
  });

  it('without a scene or nodes, contains each of its meshes once, untransformed', async () => {
    const builder = new GltfBuilder();
    triangle(builder);
    triangle(builder);
    builder.json.scenes = [];
    const { scene } = await load(builder);
    expect(scene.roots).toEqual([0, 1]);
    expect(scene.nodes.map(({ mesh }) => mesh)).toEqual([0, 1]);
    expect([...(scene.nodes[1]?.local ?? [])]).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
  });

  it('keeps the index of an unused mesh, without its triangles, with a warning', async () => {
    const builder = new GltfBuilder();
    triangle(builder);
    builder.node({ mesh: triangle(builder) });
    const { scene, context } = await load(builder);
    expect(scene.meshes.map(({ primitives }) => primitives.length)).toEqual([0, 1]);
    expect(context.warnings).toMatchObject([
      {
        code: 'gltf/left-out-scene',
        where: { pointer: '/meshes/0' },
        message: expect.stringContaining('1 of 2 meshes'),
      },
    ]);
  });

  it('causes a warning if it has no triangle, line, skin or clip', async () => {
    const builder = new GltfBuilder();
    builder.node({ mesh: triangle(builder, { mode: 1 }) });
    const codes = async (options: Options) => (await load(builder, options)).context.warnings.map(({ code }) => code);
    expect(await codes({})).toEqual(['gltf/skipped-primitive', 'gltf/no-triangles']);
    expect(await codes({ lines: true })).toEqual(['gltf/partial-triangles']);
    builder.list('skins', { joints: [0] });
    expect(await codes({})).toEqual(['gltf/skipped-primitive']);
  });
});

describe('images', () => {
  it('are read only for materials in use, and no pixel is read', async () => {
    const builder = new GltfBuilder();
    const [, shown] = materials(builder, 'gone.png', 'there.png');
    builder.node({ mesh: triangle(builder, { material: shown }) });
    const { scene, context } = await load(builder, {}, { 'm/there.png': 'not an image, but never decoded' });
    expect(scene.images.map((image) => image?.source)).toEqual([undefined, { whole: { file: 'm/there.png' } }]);
    expect(context.seen).not.toContain('m/there.png');
  });

  it('of every material are read on request', async () => {
    const builder = new GltfBuilder();
    materials(builder, 'b.png', 'a.png');
    builder.node({ mesh: triangle(builder) });
    const files = { 'm/a.png': '', 'm/b.png': '' };
    const { scene } = await load(builder, { allMaterials: true }, files);
    expect(scene.images.map((image) => image?.source)).toEqual([
      { whole: { file: 'm/b.png' } },
      { whole: { file: 'm/a.png' } },
    ]);
  });
});

describe('an error', () => {
  const shown = () => {
    const builder = new GltfBuilder();
    builder.node({ mesh: triangle(builder) });
    return builder;
  };

  it.each([
    ['1.0', undefined, 'gltf/version /asset/version: glTF 1.0 is not supported, only 2.x'],
    [0.8, undefined, 'gltf/version /asset/version: glTF 0.8 is not supported, only 2.x'],
    ['20', undefined, 'gltf/version /asset/version: glTF 20 is not supported, only 2.x'],
    [true, undefined, 'gltf/bad-json /asset/version: must be text, not true'],
    ['2.0', '3.0', 'gltf/version /asset/minVersion: the file requires glTF 3.0, only 2.x is supported'],
    ['2.0', 'two', 'gltf/version /asset/minVersion: the file requires glTF two, only 2.x is supported'],
  ])('is version %s that requires %s', async (version, minVersion, expected) => {
    const builder = shown();
    Object.assign(builder.json.asset, { version, ...(minVersion !== undefined && { minVersion }) });
    expect(await refusal(builder)).toBe(expected);
  });

  it.each(['2', 2, '2.0', '2.1'])('is not version %j', async (version) => {
    const builder = shown();
    Object.assign(builder.json.asset, { version });
    const { scene } = await load(builder);
    expect(scene.meshes.length).toBe(1);
  });

  it.each([
    ['2.1', '2.1'],
    ['2.0', '2.1'],
    ['2.1', 2.1],
  ])('is not version %s that requires %s, which is read as 2.0 with a warning', async (version, minVersion) => {
    const builder = shown();
    Object.assign(builder.json.asset, { version, minVersion });
    const { scene, context } = await load(builder);
    expect(scene.meshes[0]?.primitives[0]?.positions).toEqual(POSITIONS);
    expect(context.warnings).toMatchObject([
      {
        code: 'gltf/newer-version',
        where: { pointer: '/asset/minVersion' },
        message: 'the file requires glTF 2.1 and is read as 2.0',
      },
    ]);
  });

  describe('is not a buffer without a URI', () => {
    /** A second buffer that is nowhere, and an accessor in it. */
    function homeless(accessor: object): GltfBuilder {
      const builder = shown();
      builder.json.buffers = [{ byteLength: POSITIONS.byteLength }, { byteLength: 1000 }];
      const bufferView = builder.json.bufferViews.push({ buffer: 1, byteLength: 1000 }) - 1;
      builder.json.accessors.push({ bufferView, componentType: 5126, ...accessor });
      return builder;
    }

    it('that nothing uses', async () => {
      const { scene, context } = await load(homeless({ count: 1, type: 'VEC3' }));
      expect(scene.meshes[0]?.primitives[0]?.positions).toEqual(POSITIONS);
      expect(context.warnings).toEqual([]);
    });

    it('that only a skin without a mesh uses, which is left out', async () => {
      const builder = homeless({ count: 1, type: 'MAT4' });
      builder.list('skins', { joints: [0], inverseBindMatrices: 1 });
      const { scene, context } = await load(builder);
      expect(scene.skins).toEqual([{ joints: [], inverseBinds: new Float32Array(0) }]);
      expect(context.warnings).toMatchObject([
        {
          code: 'gltf/broken-part',
          where: { pointer: '/skins/0' },
          message: expect.stringMatching(/^the skin is left out: .*no URI/),
        },
      ]);
      builder.json.nodes[0] = { mesh: 0, skin: 0 };
      expect(await refusal(builder)).toMatch(/^gltf\/bad-buffer \/buffers\/1: .*no URI/);
    });

    it('that only the instances of a hidden scene use', async () => {
      const builder = homeless({ count: 2, type: 'VEC3' });
      const extensions = { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 1 } } };
      builder.node({ mesh: 0, extensions }, false);
      const { scene } = await load(builder);
      expect(scene.roots).toEqual([0]);
      builder.json.scenes[0]?.nodes.push(1);
      expect(await refusal(builder)).toMatch(/^gltf\/bad-buffer \/buffers\/1: .*no URI/);
    });
  });

  it('is found even if no mesh uses it: views, accessors, sparse ones too', async () => {
    const view = shown();
    view.json.bufferViews.push({ buffer: 3, byteLength: 4 });
    expect(await refusal(view)).toMatch(/^gltf\/bad-reference \/bufferViews\/1\/buffer: buffers\[3\] does not exist/);
    const sparse = shown();
    const indices = { bufferView: 9, componentType: 5123 };
    sparse.json.accessors.push({
      componentType: 5126,
      count: 1,
      type: 'SCALAR',
      sparse: { count: 1, indices, values: { bufferView: 0 } },
    });
    expect(await refusal(sparse)).toMatch(/^gltf\/bad-reference \/accessors\/1\/sparse\/indices\/bufferView: /);
  });

  it("is a joint that a node's skin does not have", async () => {
    const builder = new GltfBuilder();
    const joints = [builder.node({}), builder.node({})];
    const attributes = {
      POSITION: builder.accessor(POSITIONS, 'VEC3'),
      JOINTS_0: builder.accessor(Uint8Array.of(0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0), 'VEC4'),
      WEIGHTS_0: builder.accessor(Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0), 'VEC4'),
    };
    const mesh = builder.mesh({ attributes });
    builder.list('skins', { joints });
    builder.node({ mesh, skin: 0 });
    expect((await load(builder)).scene.skins[0]?.joints).toEqual(joints);
    builder.list('skins', { joints: joints.slice(1) });
    builder.node({ mesh, skin: 1 });
    expect(await refusal(builder)).toBe(
      'gltf/bad-joint /meshes/0/primitives/0: vertex 1 is bound to joint 1, but the skin has only 1 joint',
    );
  });

  it('is a size beyond the given limits', async () => {
    const builder = shown();
    builder.node({ mesh: 0 });
    const { SCENE_LIMITS } = await import('../../model/scene/scene-limits.js');
    const limits = { ...SCENE_LIMITS, maxTriangles: 1 };
    expect(await refusal(builder, { limits })).toMatch(/^mesh\/too-large .*2 triangles; the limit is 1/);
  });
});
