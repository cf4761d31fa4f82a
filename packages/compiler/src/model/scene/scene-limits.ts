// Limits of a model. They are checked before memory is allocated: a file of a few megabytes can ask for
// any amount of it. Each is a setting of the same name, so that a larger model can be allowed.

import type { DiagnosticCode } from '../../diagnostics/codes.js';
import { AssetError, type Place } from '../../diagnostics/diagnostic.js';

export interface SceneLimits {
  /** Nodes with their instances, and each of meshes, materials, skins, images, textures and animations. */
  readonly maxElements: number;
  /** Primitives; if nodes are merged, once for each node that uses them. */
  readonly maxSubmeshes: number;
  /** Triangles of the compiled mesh, with its lines and points. */
  readonly maxTriangles: number;
  /** Triangles that merging adds because several nodes or instances use one mesh. */
  readonly maxCopiedTriangles: number;
  /** Vertices of morph targets: those of a primitive once for each of its targets, and for each node that uses them. */
  readonly maxDeltas: number;
  /** Megabytes of a glTF's JSON, data URIs included. */
  readonly maxJson: number;
}

export const SCENE_LIMITS: Required<SceneLimits> = {
  maxElements: 200_000,
  maxSubmeshes: 65_536,
  maxTriangles: 32_000_000,
  maxCopiedTriangles: 4_000_000,
  maxDeltas: 32_000_000,
  maxJson: 128,
};

/** Throws if `count` exceeds the limit that `setting` names. `what`: in plural. */
export function holdLimit(
  code: DiagnosticCode,
  limits: SceneLimits,
  setting: keyof SceneLimits,
  count: number,
  what: string,
  at: { readonly file: string; readonly where?: Place },
): void {
  if (count <= limits[setting]) return;
  throw new AssetError({
    code,
    ...at,
    message: `${count} ${what}; the limit is ${limits[setting]} (mesh.${setting})`,
    hint: `${HINTS[setting]}. If the model really is that large, raise mesh.${setting}.`,
  });
}

const HINTS: { readonly [setting in keyof SceneLimits]: string } = {
  maxElements: 'Split the file',
  maxSubmeshes: 'Join primitives that share a material, or split the file',
  maxTriangles: 'Reduce or split the model',
  maxCopiedTriangles: 'Set mesh.merge to false, so that each mesh is stored once',
  maxDeltas: 'Remove targets that you do not need, or split the model',
  maxJson: 'Move buffers and images out of data URIs, into separate files or into a .glb',
};
