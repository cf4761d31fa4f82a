// Objects of an FBX file and how they are connected, in one form for all versions.

import type { Place } from '../../../diagnostics/diagnostic.js';
import type { FbxFile, FbxNode } from '../file/fbx-node.js';
import type { FbxProperties } from './fbx-properties.js';

/** Version 7 has integers; version 6 has names ("Model::Cube"). */
export type FbxId = number | bigint | string;

export interface FbxObject {
  readonly id: FbxId;
  /** The name of its node: Model, Geometry, Material, AnimationCurve, Deformer … */
  readonly kind: string;
  /** The third value: Mesh, LimbNode, Skin, Cluster … Empty if absent. */
  readonly subtype: string;
  /** Without class: "Cube" of "Cube\0\x01Model" and "Model::Cube". */
  readonly name: string;
  readonly node: FbxNode;
  /** Properties70 or Properties60 of its node, over the template of its kind. */
  readonly properties: FbxProperties;
  readonly place: Place;
}

/** A connection as seen from one of its ends. */
export interface FbxLink {
  readonly object: FbxObject;
  /** The property at this object's end that the connection names ("Lcl Translation", "DiffuseColor"); empty if none. */
  readonly property: string;
}

export interface FbxDocument {
  readonly file: FbxFile;
  /** In file order, without the root. */
  readonly objects: readonly FbxObject[];
  readonly byId: ReadonlyMap<FbxId, FbxObject>;
  /** GlobalSettings, over nothing. */
  readonly settings: FbxProperties;
  /** What is connected to an object as its source: children of a model, a curve node of a property. In file order. `kind` and `property` filter. */
  childrenOf(object: FbxObject, kind?: string, property?: string): readonly FbxLink[];
  /** What an object is connected to: the model of a geometry. `property` is that of the parent. */
  parentsOf(object: FbxObject, kind?: string, property?: string): readonly FbxLink[];
  /** Whether the root of the scene is connected to an object, as the bone of a cluster. */
  hasRoot(object: FbxObject): boolean;
}
