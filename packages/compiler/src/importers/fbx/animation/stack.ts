// Animation as files store it, in one form for all versions: stacks of layers, each with curves of properties of objects.

import type { Place } from '../../../diagnostics/diagnostic.js';
import type { FbxObject } from '../document/fbx-document.js';
import type { Curve } from './curve.js';

/** What a layer stores about one property. */
export interface LayerValue {
  /** For each number of the property; undefined if it is not animated. */
  readonly curves: readonly (Curve | undefined)[];
  /** The numbers without a curve. Undefined: as the object has it. */
  readonly constants: readonly (number | undefined)[];
  readonly place: Place;
}

/** `passthrough`: mixed with the layers below by the weight. */
export type BlendMode = 'additive' | 'override' | 'passthrough';

export interface Layer {
  readonly mode: BlendMode;
  /** 0 … 1. */
  readonly weight: Curve | number;
  /** Whether rotations are combined as rotations, not angle by angle; the same for scales, which are multiplied. */
  readonly combinesRotations: boolean;
  readonly multipliesScales: boolean;
  /** By object and name of the property. */
  readonly values: ReadonlyMap<FbxObject, ReadonlyMap<string, LayerValue>>;
}

export interface Stack {
  readonly name: string;
  /** Seconds. */
  readonly begin: number;
  readonly end: number;
  /** The base first. Those that are muted are left out. */
  readonly layers: readonly Layer[];
  readonly place: Place;
}
