import { describe, expect, it } from 'vitest';
import { multiply } from '../../model/math/matrix.js';
import type { Matrix, SceneModel } from '../../model/scene/scene.js';
import { importBytes, importScene } from './testing/run-import.js';
import {
  element,
  geometry,
  model,
  scene,
  TRIANGLE,
  type WrittenProperties,
  type WrittenScene,
} from './testing/sample-scene.js';
import { doubles, ints, node, writeBinary, writeText } from './testing/write-fbx.js';

const triangleScene = (values: WrittenProperties = {}, settings: WrittenProperties = {}): WrittenScene => ({
  settings,
  objects: [model(1, 'A', 'Mesh', values), geometry(2, TRIANGLE)],
  connections: [
    [1, 0],
    [2, 1],
  ],
});

function worldOf({ nodes }: SceneModel, name: string): Matrix {
  let index: number | undefined = nodes.findIndex((each) => each.name === name);
  let world: Matrix | undefined;
  while (index !== undefined) {
    const local: Matrix = nodes[index]?.local ?? new Float64Array(16);
    world = world === undefined ? local : multiply(local, world);
    index = nodes[index]?.parent;
  }
  return world ?? new Float64Array(16);
}

/** Where a point of a node is in the world, rounded. */
function pointIn(scene: SceneModel, name: string, [x, y, z]: readonly [number, number, number]): number[] {
  const m = worldOf(scene, name);
  return [0, 1, 2].map((row) => {
    const value = (m[row] ?? 0) * x + (m[4 + row] ?? 0) * y + (m[8 + row] ?? 0) * z + (m[12 + row] ?? 0);
    return Math.round(value * 1e6) / 1e6 + 0;
  });
}

const positions = ({ meshes }: SceneModel): number[] => [...(meshes[0]?.primitives[0]?.positions ?? [])];

describe('importFbx', () => {
  it('reads the same scene from binary files and text', async () => {
    const written = scene(triangleScene({ 'Lcl Translation': [1, 2, 3] }));
    const { model: expected } = await importBytes(writeBinary(written));
    for (const bytes of [writeBinary(written, { version: 7700 }), Buffer.from(writeText(written))]) {
      const { model: other } = await importBytes(bytes);
      expect(other.nodes[0]?.local).toEqual(expected.nodes[0]?.local);
      expect(positions(other)).toEqual(positions(expected));
    }
    expect(positions(expected).map((v) => Math.round(v * 1e6) / 1e6)).toEqual([0, 0, 0, 0.01, 0, 0, 0, 0.01, 0]);
    expect([...(expected.meshes[0]?.primitives[0]?.indices ?? [])]).toEqual([0, 1, 2]);
  });

  it.each([
    ['centimeters, Y up', {}, [0.01, 0.02, 0.03]],
    ['meters', { UnitScaleFactor: [100] }, [1, 2, 3]],
    ['Z up', { UpAxis: [2], FrontAxis: [1], FrontAxisSign: [-1], CoordAxis: [0] }, [0.01, 0.03, -0.02]],
    ['X up', { UpAxis: [0], FrontAxis: [2], CoordAxis: [1], CoordAxisSign: [-1] }, [-0.02, 0.01, 0.03]],
    ['left-handed', { UpAxis: [1], FrontAxis: [2], FrontAxisSign: [-1], CoordAxis: [0] }, [0.01, 0.02, -0.03]],
    ['axes that contradict each other', { UpAxis: [1], FrontAxis: [1] }, [0.01, 0.02, 0.03]],
  ] as const)('converts %s once', async (_, settings, expected) => {
    const { model: imported } = await importScene(triangleScene({ 'Lcl Translation': [1, 2, 3] }, settings));
    expect(pointIn(imported, 'A', [0, 0, 0])).toEqual(expected.map((v) => expect.closeTo(v, 6)));
  });

  it('keeps triangles counter-clockwise in left-handed files', async () => {
    const settings = { FrontAxisSign: [-1] };
    const { model: imported } = await importScene(triangleScene({}, settings));
    expect([...(imported.meshes[0]?.primitives[0]?.indices ?? [])]).toEqual([0, 2, 1]);
  });

  it('applies pivots, offsets, pre- and post-rotation in the order of FBX', async () => {
    const { model: imported } = await importScene(
      triangleScene(
        {
          'Lcl Translation': [10, 0, 0],
          'Lcl Rotation': [0, 0, 90],
          'Lcl Scaling': [2, 1, 1],
          RotationPivot: [1, 0, 0],
          RotationOffset: [0, 5, 0],
          ScalingPivot: [1, 0, 0],
          ScalingOffset: [0, 0, 3],
          PreRotation: [90, 0, 0],
          PostRotation: [90, 0, 0],
        },
        { UnitScaleFactor: [100] },
      ),
    );
    // (2, 0, 0): scaled about 1 → 3, offset z 3; about the pivot → (2, 0, 3); post⁻¹: (2, 3, 0); z 90°: (−3, 2, 0); pre: (−3, 0, 2).
    expect(pointIn(imported, 'A', [2, 0, 0])).toEqual([10 - 3 + 1, 5, 2]);
  });

  // Y first takes x to −z, which z keeps; z first takes x to y, which y keeps.
  it.each([
    ['XYZ', 0, [0, 0, -1]],
    ['XZY', 1, [0, 1, 0]],
    ['YZX', 2, [0, 0, -1]],
    ['YXZ', 3, [0, 0, -1]],
    ['ZXY', 4, [0, 1, 0]],
    ['ZYX', 5, [0, 1, 0]],
    ['spheric XYZ', 6, [0, 0, -1]],
  ] as const)('turns in the order %s', async (_, order, expected) => {
    const values = { 'Lcl Rotation': [0, 90, 90], RotationOrder: [order] };
    const { model: imported } = await importScene(triangleScene(values, { UnitScaleFactor: [100] }));
    expect(pointIn(imported, 'A', [1, 0, 0])).toEqual(expected);
  });

  it('lets children ignore or multiply the scale of their parent', async () => {
    const objects = [0, 1, 2].flatMap((inherit) => [
      model(10 + inherit, `parent${inherit}`, 'Null', { 'Lcl Scaling': [2, 3, 4], 'Lcl Translation': [1, 0, 0] }),
      model(20 + inherit, `child${inherit}`, 'Null', {
        InheritType: [inherit],
        'Lcl Rotation': [0, 0, 90],
        'Lcl Translation': [1, 1, 1],
      }),
    ]);
    const connections = [0, 1, 2].flatMap((i) => [[10 + i, 0] as const, [20 + i, 10 + i] as const]);
    const { model: imported } = await importScene({ settings: { UnitScaleFactor: [100] }, objects, connections });
    for (const i of [0, 1, 2]) expect(pointIn(imported, `child${i}`, [0, 0, 0])).toEqual([3, 3, 4]);
    // The x axis of the child points along y. RrSs scales it by x of the parent, RSrs by y, Rrs not at all.
    expect(pointIn(imported, 'child0', [1, 0, 0])).toEqual([3, 5, 4]);
    expect(pointIn(imported, 'child1', [1, 0, 0])).toEqual([3, 6, 4]);
    expect(pointIn(imported, 'child2', [1, 0, 0])).toEqual([3, 4, 4]);
  });

  it('applies geometric transforms to the mesh and not to children', async () => {
    const written = triangleScene(
      { GeometricTranslation: [5, 0, 0], GeometricScaling: [-1, 1, 1] },
      { UnitScaleFactor: [100] },
    );
    const { model: imported } = await importScene({
      ...written,
      objects: [...written.objects, model(3, 'child', 'Null')],
      connections: [...written.connections, [3, 1]],
    });
    expect(positions(imported)).toEqual([5, 0, 0, 4, 0, 0, 5, 1, 0]);
    expect([...(imported.meshes[0]?.primitives[0]?.indices ?? [])]).toEqual([0, 2, 1]);
    expect(pointIn(imported, 'child', [0, 0, 0])).toEqual([0, 0, 0]);
  });

  it('stores a geometry that two models use once', async () => {
    const written = triangleScene();
    const { model: imported } = await importScene({
      objects: [...written.objects, model(3, 'B')],
      connections: [...written.connections, [3, 0], [2, 3]],
    });
    expect(imported.meshes).toHaveLength(1);
    expect(imported.nodes.map(({ mesh }) => mesh)).toEqual([0, 0]);
  });

  it('breaks circles of models', async () => {
    const { model: imported } = await importScene({
      objects: [model(1, 'A'), model(2, 'B')],
      connections: [
        [1, 2],
        [2, 1],
      ],
    });
    expect(imported.nodes.map(({ name, parent }) => [name, parent])).toEqual([
      ['A', undefined],
      ['B', 0],
    ]);
  });

  it('points cameras and lights as glTF does, also if they have children', async () => {
    const attribute = (id: number, subtype: string) => node('NodeAttribute', [id, '\0\x01NodeAttribute', subtype]);
    const { model: imported } = await importScene({
      objects: [
        model(1, 'camera', 'Camera'),
        attribute(2, 'Camera'),
        model(3, 'light', 'Light'),
        attribute(4, 'Light'),
        model(5, 'bulb', 'Null'),
      ],
      connections: [
        [1, 0],
        [2, 1],
        [3, 0],
        [4, 3],
        [5, 3],
      ],
    });
    const forward = (name: string): number[] => {
      const m = worldOf(imported, name);
      return [8, 9, 10].map((i) => Math.round(-(m[i] ?? 0)) + 0);
    };
    expect(forward('camera')).toEqual([1, 0, 0]);
    const light = imported.nodes.find(({ light: index }) => index !== undefined);
    expect(light?.name).toBe('light');
    expect([4, 5, 6].map((i) => Math.round(light?.local[i] ?? 0) + 0)).toEqual([0, 0, -1]);
    expect(forward('bulb')).toEqual([0, 0, -1]);
  });
});

const QUAD = { points: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], polygons: [[0, 1, 2, 3]] };

describe('geometry of FBX', () => {
  const importGeometry = async (elements: readonly ReturnType<typeof element>[], shape = QUAD) => {
    const { model: imported, warnings } = await importScene(
      {
        settings: { UnitScaleFactor: [100] },
        objects: [model(1, 'A'), geometry(2, { ...shape, elements })],
        connections: [
          [1, 0],
          [2, 1],
        ],
      },
      { moreUvs: 3, moreColors: 3 },
    );
    return { primitives: imported.meshes[0]?.primitives ?? [], warnings };
  };

  it.each([
    ['ByPolygonVertex', 'Direct', { UV: [0, 0, 1, 0, 1, 1, 0, 1] }],
    ['ByPolygonVertex', 'IndexToDirect', { UV: [1, 1, 0, 1, 0, 0, 1, 0], UVIndex: [2, 3, 0, 1] }],
    ['ByVertice', 'Direct', { UV: [0, 0, 1, 0, 1, 1, 0, 1] }],
    ['ByVertex', 'IndexToDirect', { UV: [1, 1, 0, 1, 0, 0, 1, 0], UVIndex: [2, 3, 0, 1] }],
  ] as const)('reads coordinates %s, %s', async (mapping, reference, arrays) => {
    const { primitives } = await importGeometry([element('LayerElementUV', mapping, reference, arrays)]);
    expect([...(primitives[0]?.uvs ?? [])]).toEqual([0, 1, 1, 1, 1, 0, 0, 0]);
  });

  it('reads values of faces, and one for all', async () => {
    const color = [0, 0, 1, 0.5];
    for (const mapping of ['ByPolygon', 'AllSame']) {
      const { primitives } = await importGeometry([element('LayerElementColor', mapping, 'Direct', { Colors: color })]);
      expect([...(primitives[0]?.colors ?? [])]).toEqual([color, color, color, color].flat());
    }
  });

  it('reads several sets in the order of their numbers', async () => {
    const set = (value: number, number: number) =>
      element('LayerElementUV', 'AllSame', 'Direct', { UV: [value, 1 - value] }, number);
    const { primitives } = await importGeometry([set(0.25, 1), set(0.5, 0)]);
    expect(primitives[0]?.uvs?.[0]).toBe(0.5);
    expect(primitives[0]?.moreUvs?.[0]?.[0]).toBe(0.25);
  });

  it('warns about indices that do not exist', async () => {
    const { primitives, warnings } = await importGeometry([
      element('LayerElementUV', 'ByPolygonVertex', 'IndexToDirect', { UV: [0, 0, 1, 1], UVIndex: [0, 1, 9, -1] }),
    ]);
    expect(warnings.map(({ code }) => code)).toEqual(['fbx/bad-index']);
    expect([...(primitives[0]?.uvs ?? [])]).toEqual([0, 1, 1, 0, 1, 0, 0, 1]);
  });

  it('splits faces by material, in the order of slots', async () => {
    const shape = {
      points: QUAD.points,
      polygons: [
        [0, 1, 2],
        [0, 2, 3],
      ],
    };
    const { model: imported } = await importScene({
      objects: [
        model(1, 'A'),
        geometry(2, {
          ...shape,
          elements: [element('LayerElementMaterial', 'ByPolygon', 'IndexToDirect', { Materials: [1, 0] })],
        }),
        node('Material', [3, 'Red\0\x01Material', '']),
        node('Material', [4, 'Blue\0\x01Material', '']),
      ],
      connections: [
        [1, 0],
        [2, 1],
        [3, 1],
        [4, 1],
      ],
    });
    const [first, second] = imported.meshes[0]?.primitives ?? [];
    expect(imported.materials[first?.material ?? -1]?.name).toBe('Red');
    expect(imported.materials[second?.material ?? -1]?.name).toBe('Blue');
    expect([...(second?.positions ?? [])].map((v) => Math.round(v * 100))).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0]);
  });

  it('triangulates concave polygons', async () => {
    const points = [0, 0, 0, 4, 0, 0, 4, 4, 0, 2, 1, 0, 0, 4, 0];
    const { primitives } = await importGeometry([], { points, polygons: [[0, 1, 2, 3, 4]] });
    const { positions: p = new Float32Array(), indices = new Uint32Array() } = primitives[0] ?? {};
    let area = 0;
    for (let i = 0; i < indices.length; i += 3) {
      const [a = 0, b = 0, c = 0] = [...indices.subarray(i, i + 3)].map((v) => v * 3);
      const at = (index: number) => p[index] ?? 0;
      const twice = (at(b) - at(a)) * (at(c + 1) - at(a + 1)) - (at(c) - at(a)) * (at(b + 1) - at(a + 1));
      expect(twice).toBeGreaterThan(0);
      area += twice / 2;
    }
    expect(indices).toHaveLength(9);
    expect(area).toBe(10);
  });

  it('makes normals of smoothing groups and of hard edges', async () => {
    // Two quads that meet at a right angle, at points 1 and 2.
    const shape = {
      points: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0, -1, 1, 1, -1],
      polygons: [
        [0, 1, 2, 3],
        [1, 4, 5, 2],
      ],
    };
    const count = async (smoothing: ReturnType<typeof element>, more: readonly ReturnType<typeof node>[] = []) =>
      (await importGeometry([smoothing, ...more], shape)).primitives[0]?.positions.length;
    const groups = (...Smoothing: number[]) => element('LayerElementSmoothing', 'ByPolygon', 'Direct', { Smoothing });
    expect(await count(groups(1, 1))).toBe(6 * 3);
    expect(await count(groups(1, 2))).toBe(8 * 3);
    const edges = node('Edges', [ints(0, 1, 2, 3, 4, 5, 6)]);
    const byEdge = (...Smoothing: number[]) => element('LayerElementSmoothing', 'ByEdge', 'Direct', { Smoothing });
    expect(await count(byEdge(1, 1, 1, 1, 1, 1, 1), [edges])).toBe(6 * 3);
    expect(await count(byEdge(1, 0, 1, 1, 1, 1, 1), [edges])).toBe(8 * 3);
  });
});

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

describe('skins and shapes of FBX', () => {
  it('binds points to bones in meters, and points without a weight to the mesh', async () => {
    const { model: imported } = await importScene({
      objects: [
        model(1, 'A'),
        geometry(2, TRIANGLE),
        node('Deformer', [3, '\0\x01Deformer', 'Skin']),
        node(
          'Deformer',
          [4, '\0\x01SubDeformer', 'Cluster'],
          [
            node('Indexes', [ints(0, 2)]),
            node('Weights', [doubles(1, 0.5)]),
            node('Transform', [doubles(...IDENTITY.slice(0, 12), 100, 0, 0, 1)]),
          ],
        ),
        model(5, 'bone', 'LimbNode'),
      ],
      connections: [
        [1, 0],
        [2, 1],
        [3, 2],
        [4, 3],
        [5, 4],
        [5, 0],
      ],
    });
    const [skin] = imported.skins;
    const [primitive] = imported.meshes[0]?.primitives ?? [];
    expect(skin?.joints.map((joint) => imported.nodes[joint]?.name)).toEqual(['bone', 'A']);
    expect([...(skin?.inverseBinds.subarray(12, 16) ?? [])]).toEqual([1, 0, 0, 1]);
    expect([0, 4, 8].map((at) => primitive?.joints?.[at])).toEqual([0, 1, 0]);
    expect([0, 4, 8].map((at) => primitive?.weights?.[at])).toEqual([1, 1, 0.5]);
  });

  it('makes targets of channels, with in-betweens', async () => {
    const shape = (id: number, x: number) =>
      node(
        'Geometry',
        [id, '\0\x01Geometry', 'Shape'],
        [node('Indexes', [ints(1)]), node('Vertices', [doubles(x, 0, 0)])],
      );
    const { model: imported } = await importScene(
      {
        settings: { UnitScaleFactor: [100] },
        objects: [
          model(1, 'A'),
          geometry(2, TRIANGLE),
          node('Deformer', [3, '\0\x01Deformer', 'BlendShape']),
          node(
            'Deformer',
            [4, 'Smile\0\x01SubDeformer', 'BlendShapeChannel'],
            [node('DeformPercent', [75]), node('FullWeights', [doubles(50, 100)])],
          ),
          shape(5, 2),
          shape(6, 3),
        ],
        connections: [
          [1, 0],
          [2, 1],
          [3, 2],
          [4, 3],
          [5, 4],
          [6, 4],
        ],
      },
      { morphs: true },
    );
    const [mesh] = imported.meshes;
    expect(mesh?.targetNames).toEqual(['Smile 50%', 'Smile']);
    expect(mesh?.weights).toEqual([0.5, 0.5]);
    expect(mesh?.primitives[0]?.targets?.map(({ positions: p }) => p?.[3])).toEqual([2, 3]);
  });
});
