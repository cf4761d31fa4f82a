// A scene whose geometry is handed on once. Everything that is said of a model afterwards (names, materials, clips, warnings) needs no
// vertices, and those of a large one should not lie beside what is made of them.

import type { LinesModel, MeshModel, PrimitiveModel, SceneModel } from '../../model/scene.js';

export class SceneOnce {
  /** Without what only the compiler of the geometry looks at. */
  readonly bare: SceneModel;
  #whole: SceneModel | undefined;

  constructor(scene: SceneModel) {
    this.bare = { ...scene, meshes: scene.meshes.map(bareMesh) };
    this.#whole = scene;
  }

  /** Whoever takes it holds all that is left of the geometry. */
  take(): SceneModel {
    const whole = this.#whole;
    if (whole === undefined) throw new Error('the geometry was taken already');
    this.#whole = undefined;
    return whole;
  }
}

const bareMesh = (mesh: MeshModel): MeshModel => ({
  ...mesh,
  primitives: mesh.primitives.map(barePrimitive),
  ...(mesh.lines === undefined ? {} : { lines: mesh.lines.map(bareAttributes) }),
});

/** What it has is still to be seen; how many morph targets there are, too. Colours stay: what is lost of them is told by looking at them. */
export const barePrimitive = (primitive: PrimitiveModel): PrimitiveModel => ({
  ...bareAttributes(primitive),
  ...(primitive.targets === undefined ? {} : { targets: primitive.targets.map(() => ({})) }),
});

function bareAttributes<P extends PrimitiveModel | LinesModel>(primitive: P): P {
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
