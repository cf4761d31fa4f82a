// A node of the output: a model, or a helper that a model needs.

import type { FbxObject } from '../document/fbx-document.js';
import type { LclTransform, Pose } from './transform-chain.js';

export interface PosedNode {
  readonly name: string;
  /** Undefined for helpers. */
  readonly object: FbxObject | undefined;
  /** Into the list of nodes. */
  readonly parent: number | undefined;
  /** Models whose Lcl transforms decide its pose: its own first; of the others, only the scales count. It moves if one is animated. */
  readonly sources: readonly FbxObject[];
  /** Its local pose in meters and glTF's axes, from Lcl transforms of `sources` in the file's unit and axes. */
  pose(lclOf: (model: FbxObject) => LclTransform): Pose;
}
