// Small models for tests of mesh steps: everything is missing or static unless given.

import { AssetError, type Diagnostic } from '../../../diagnostics/diagnostic.js';
import { compose, identity } from '../../../model/math/matrix.js';
import type {
  Matrix,
  MeshModel,
  NodeModel,
  PrimitiveModel,
  SceneModel,
  SkinModel,
} from '../../../model/scene/scene.js';
import { grid } from '../../../testing/gltf-builder.js';

export const moved = (x: number, y = 0, z = 0): Matrix => compose([x, y, z], [0, 0, 0, 1], [1, 1, 1]);
export const scaled = (x: number, y = x, z = x): Matrix => compose([0, 0, 0], [0, 0, 0, 1], [x, y, z]);

/** The triangle (0 0 0), (1 0 0), (0 1 0), which faces +z. */
export function triangle(more: Partial<PrimitiveModel> = {}): PrimitiveModel {
  return {
    origin: { pointer: '/triangle' },
    positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
    normals: undefined,
    tangents: undefined,
    uvs: undefined,
    colors: undefined,
    joints: undefined,
    weights: undefined,
    indices: Uint32Array.of(0, 1, 2),
    material: undefined,
    ...more,
  };
}

/** A wavy grid with normals and uvs. */
export function wavy(n: number, more: Partial<PrimitiveModel> = {}): PrimitiveModel {
  return triangle({ ...grid(n), origin: { pointer: '/wavy' }, ...more });
}

export function node(more: Partial<NodeModel> = {}): NodeModel {
  return {
    name: '',
    parent: undefined,
    children: [],
    local: identity(),
    mesh: undefined,
    skin: undefined,
    instances: undefined,
    origin: { pointer: '/node' },
    ...more,
  };
}

export function skin(joints: readonly number[], inverseBinds: readonly Matrix[]): SkinModel {
  return {
    joints,
    inverseBinds: Float32Array.from(inverseBinds.flatMap((matrix) => [...matrix])),
  };
}

/** One mesh with these primitives, used by one node, unless `more` overrides it. */
export function scene(primitives: readonly PrimitiveModel[], more: Partial<SceneModel> = {}): SceneModel {
  const meshes: readonly MeshModel[] = [{ name: '', primitives }];
  return {
    meshes,
    nodes: [node({ mesh: 0 })],
    roots: [0],
    skins: [],
    materials: [],
    images: [],
    animations: [],
    ...more,
  };
}

/** Collects the warnings of a step. */
export function meshContext(signal?: AbortSignal) {
  const warnings: Omit<Diagnostic, 'severity'>[] = [];
  return {
    path: 'a.gltf',
    warnings,
    warn: (diagnostic: Omit<Diagnostic, 'severity'>): void => void warnings.push(diagnostic),
    ...(signal === undefined ? {} : { signal }),
  };
}

/** The diagnostic that a step throws; fails if it does not throw. */
export async function failureOf(step: () => unknown): Promise<Diagnostic> {
  try {
    await step();
  } catch (error) {
    if (error instanceof AssetError) return error.diagnostic;
    throw error;
  }
  throw new Error('nothing was refused');
}
