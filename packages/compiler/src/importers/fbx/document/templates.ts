// The default properties of each kind of object: `Definitions`.

import { childOf, childrenOf, type FbxNode, textOf } from '../file/fbx-node.js';
import type { FbxProperties } from './fbx-properties.js';
import { readProperties } from './read-properties.js';

/** The templates of kinds with several subtypes: which one applies. */
const TEMPLATE_OF_SUBTYPE: Readonly<Record<string, string>> = {
  Camera: 'FbxCamera',
  Light: 'FbxLight',
  Null: 'FbxNull',
  LimbNode: 'FbxSkeleton',
  Limb: 'FbxSkeleton',
  Root: 'FbxSkeleton',
  Mesh: 'FbxMesh',
  LodGroup: 'FbxLODGroup',
  phong: 'FbxSurfacePhong',
  lambert: 'FbxSurfaceLambert',
};

/** Their classes share names of properties: the color of a bone is not that of a light. */
const STRICT_KINDS = new Set(['NodeAttribute', 'Geometry']);

export class Templates {
  readonly #byKind = new Map<string, Map<string, FbxProperties>>();

  constructor(definitions: FbxNode | undefined) {
    for (const type of childrenOf(definitions, 'ObjectType')) {
      const [kind] = type.values;
      if (typeof kind !== 'string') continue;
      const templates = this.#byKind.get(kind) ?? new Map<string, FbxProperties>();
      for (const template of childrenOf(type, 'PropertyTemplate'))
        templates.set(`${template.values[0]}`, readProperties(template));
      this.#byKind.set(kind, templates);
    }
  }

  /** Undefined if its kind has none, or none of its class where classes share names. In other kinds a wrong one does no harm. */
  find(kind: string, subtype: string, node: FbxNode): FbxProperties | undefined {
    const templates = this.#byKind.get(kind);
    if (templates === undefined) return undefined;
    const wanted = kind === 'Material' ? (textOf(node, 'ShadingModel') ?? '').toLowerCase() : subtype;
    const [first] = templates.values();
    return templates.get(TEMPLATE_OF_SUBTYPE[wanted] ?? '') ?? (STRICT_KINDS.has(kind) ? undefined : first);
  }
}

export const definitionsOf = (nodes: readonly FbxNode[]): FbxNode | undefined =>
  childOf({ children: nodes }, 'Definitions');
