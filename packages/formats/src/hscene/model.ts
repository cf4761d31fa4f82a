// A scene as a program sees it. Instances and keys are typed arrays, after decoding views into the file's bytes.

import type { Infer } from '../core/struct.js';
import type { Interpolation } from '../hanim/layout.js';
import type { ExtrasTarget, HsceneLightRow, HsceneNodeRow, LightType } from './layout.js';
import type { AnimationTarget, ScenePropertyName } from './properties.js';

/** A node: where it stands, and what it shows. −1: none. */
export interface HsceneNodeModel extends Omit<Infer<typeof HsceneNodeRow>, 'flags'> {
  readonly name: string;
  readonly visible: boolean;
}

/** A node as it is read. */
export interface HsceneNode extends HsceneNodeModel {
  /** Their indices, ascending. */
  readonly children: readonly number[];
}

/** A camera that looks along −Z of its node. */
export type HsceneCamera =
  | {
      readonly name: string;
      readonly type: 'perspective';
      /** Width over height, 0 where the source says none. */
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

/** What the source says about something besides what glTF defines. */
export interface HsceneExtras {
  readonly target: ExtrasTarget;
  /** Of the node, the material row, the camera or the light; of a mesh the first node that shows it; else 0. */
  readonly index: number;
  /** As text; `sceneExtras` parses it. */
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
  /** As many floats a key as the property has components. */
  readonly values: Float32Array;
}

/** What `encodeHscene` takes of a clip; the duration follows from the keys. */
export interface HsceneClipModel {
  readonly name: string;
  readonly channels: readonly HsceneChannel[];
}

/** A clip as it is read. */
export interface HsceneClip extends HsceneClipModel {
  /** Seconds. */
  readonly duration: number;
}

/** What `encodeHscene` takes. */
export interface HsceneModel {
  /** Meshes stand where nodes put them already: transforms must not be applied to them again. */
  readonly meshesAreBaked: boolean;
  /** In pre-order: children follow their parent at once. */
  readonly nodes: readonly HsceneNodeModel[];
  readonly cameras: readonly HsceneCamera[];
  readonly lights: readonly HsceneLight[];
  /** Translation, rotation, scale: ten floats each. */
  readonly instances: Float32Array;
  /** In any order: they are written sorted. */
  readonly extras: readonly HsceneExtras[];
  readonly clips: readonly HsceneClipModel[];
}

/** A scene as it is read. */
export interface Hscene extends HsceneModel {
  readonly version: 1;
  readonly nodes: readonly HsceneNode[];
  /** Nodes without a parent, ascending. */
  readonly roots: readonly number[];
  readonly clips: readonly HsceneClip[];
}
