// A scene whose geometry can be taken once. Later steps (names, materials, clips, warnings) need no vertices, and those of a large model should not
// stay in memory together with their results.

import type { LinesModel, MeshModel, PrimitiveModel, SceneModel } from '../../../model/scene/scene.js';

export class ConsumableScene {
  /** The scene without geometry. */
  readonly outline: SceneModel;
  #scene: SceneModel | undefined;

  constructor(scene: SceneModel) {
    this.outline = { ...scene, meshes: scene.meshes.map(outlineMesh) };
    this.#scene = scene;
  }

  /** The caller gets the only reference to the geometry. */
  takeGeometry(): SceneModel {
    const scene = this.#scene;
    if (scene === undefined) throw new Error('the geometry was taken already');
    this.#scene = undefined;
    return scene;
  }
}

const outlineMesh = (mesh: MeshModel): MeshModel => ({
  ...mesh,
  primitives: mesh.primitives.map(outlinePrimitive),
  ...(mesh.lines === undefined ? {} : { lines: mesh.lines.map(emptyAttributes) }),
});

/** Keeps which attributes it has, and the number of morph targets. Colors stay: a warning about lost colors reads them. */
export const outlinePrimitive = (primitive: PrimitiveModel): PrimitiveModel => ({
  ...emptyAttributes(primitive),
  ...(primitive.targets === undefined ? {} : { targets: primitive.targets.map(() => ({})) }),
});

function emptyAttributes<P extends PrimitiveModel | LinesModel>(primitive: P): P {
  const { normals, tangents, uvs, joints, weights, moreUvs, moreColors } = primitive;
  return {
    ...primitive,
    positions: NO_FLOATS,
    indices: NO_INDICES,
    normals: normals && NO_FLOATS,
    tangents: tangents && NO_FLOATS,
    uvs: uvs && NO_FLOATS,
    joints: joints && NO_JOINTS,
    weights: weights && NO_FLOATS,
    ...(moreUvs === undefined ? {} : { moreUvs: moreUvs.map(() => NO_FLOATS) }),
    ...(moreColors === undefined ? {} : { moreColors: moreColors.map(() => NO_FLOATS) }),
  };
}

const NO_FLOATS = new Float32Array(0);
const NO_INDICES = new Uint32Array(0);
const NO_JOINTS = new Uint16Array(0);
