// A scene in memory. Instances and keys are typed arrays, which are views into the file's bytes after decoding.

import type { Infer } from '../core/struct.js';
import type { Interpolation } from '../hanim/layout.js';
import type { ExtrasTarget, HsceneLightRow, HsceneNodeRow, LightType } from './layout.js';
import type { AnimationTarget, ScenePropertyName } from './properties.js';

/** A node: its transform, and what it shows. −1: none. */
export interface HsceneNodeModel extends Omit<Infer<typeof HsceneNodeRow>, 'flags'> {
  readonly name: string;
  readonly visible: boolean;
}

/** A decoded node. */
export interface HsceneNode extends HsceneNodeModel {
  /** Their indices, ascending. */
  readonly children: readonly number[];
}

/** A camera that looks along −Z of its node. */
export type HsceneCamera =
  | {
      readonly name: string;
      readonly type: 'perspective';
      /** Width over height; 0 if the source does not define it. */
      readonly aspect: number;
      /** Radians. */
      readonly yfov: number;
      readonly znear: number;
      /** 0 for infinite. */
      readonly zfar: number;
    }
  | {
      readonly name: string;
      readonly type: 'orthographic';
      readonly xmag: number;
      readonly ymag: number;
      readonly znear: number;
      readonly zfar: number;
    };

/** A light that shines along −Z of its node, as of KHR_lights_punctual. */
export interface HsceneLight extends Omit<Infer<typeof HsceneLightRow>, 'type'> {
  readonly name: string;
  readonly type: LightType;
}

/** Extras of the source: data that glTF does not define. */
export interface HsceneExtras {
  readonly target: ExtrasTarget;
  /** Index of the node, material row, camera or light; for a mesh the first node that shows it; else 0. */
  readonly index: number;
  /** JSON text; `sceneExtras` parses it. */
  readonly json: string;
}

/** One property over time. */
export interface HsceneChannel {
  readonly target: AnimationTarget;
  /** Of the node, the camera or the light; row of the companion `.hmat`. */
  readonly index: number;
  readonly property: ScenePropertyName;
  readonly interpolation: Interpolation;
  readonly times: Float32Array;
  /** As many floats per key as the property has components. */
  readonly values: Float32Array;
}

/** A clip as input of `encodeHscene`; the duration follows from the keys. */
export interface HsceneClipModel {
  readonly name: string;
  readonly channels: readonly HsceneChannel[];
}

/** A decoded clip. */
export interface HsceneClip extends HsceneClipModel {
  /** Seconds. */
  readonly duration: number;
}

/** Input of `encodeHscene`. */
export interface HsceneModel {
  /** Transforms of nodes are already applied to the meshes, and must not be applied again. */
  readonly meshesAreBaked: boolean;
  /** In pre-order: children directly follow their parent. */
  readonly nodes: readonly HsceneNodeModel[];
  readonly cameras: readonly HsceneCamera[];
  readonly lights: readonly HsceneLight[];
  /** Translation, rotation, scale: ten floats each. */
  readonly instances: Float32Array;
  /** In any order: they are written sorted. */
  readonly extras: readonly HsceneExtras[];
  readonly clips: readonly HsceneClipModel[];
}

/** A decoded scene. */
export interface Hscene extends HsceneModel {
  readonly version: 1;
  readonly nodes: readonly HsceneNode[];
  /** Nodes without a parent, ascending. */
  readonly roots: readonly number[];
  readonly clips: readonly HsceneClip[];
}
