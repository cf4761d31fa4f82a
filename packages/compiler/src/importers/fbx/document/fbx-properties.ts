// Typed values of an object's properties (Properties70 or Properties60), with the template of its kind behind them.

import type { FbxNode, FbxValue } from '../file/fbx-node.js';

export interface FbxProperty {
  readonly name: string;
  /** "Lcl Translation", "ColorRGB", "KString", "enum", "Number" … */
  readonly type: string;
  /** "A": animatable, "U": made by a user, "H": hidden … */
  readonly flags: string;
  /** What follows type and flags: three numbers of a vector, one of a number, one text. */
  readonly values: readonly FbxValue[];
  readonly node: FbxNode;
}

export interface FbxProperties {
  /** The object's own, then the template's. */
  get(name: string): FbxProperty | undefined;
  /** Only the object's own, in file order. */
  readonly own: readonly FbxProperty[];
  /** Undefined if there is none, or it is no number. */
  number(name: string): number | undefined;
  text(name: string): string | undefined;
  /** Three numbers. */
  vector(name: string): readonly [number, number, number] | undefined;
}
