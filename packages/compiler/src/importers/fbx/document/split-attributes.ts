// In version 6, a model contains its geometry or attribute (camera, light …). They become objects that are connected to it, as in
// version 7.

import { childOf } from '../file/fbx-node.js';
import type { FbxDocument, FbxId, FbxObject } from './fbx-document.js';
import type { Connection, Document } from './read-document.js';
import { splitShapes } from './split-shapes.js';

/** Adds the objects to the document. Returns all connections. */
export function splitAttributes(document: Document, connections: readonly Connection[]): readonly Connection[] {
  const parts = new Map<FbxId, FbxObject>();
  const shapes: Connection[] = [];
  for (const model of [...document.objects]) {
    const part = typeof model.id === 'string' && model.kind === 'Model' ? partOf(model) : undefined;
    if (part === undefined) continue;
    parts.set(model.id, part);
    document.add(part);
    if (part.kind === 'Geometry') shapes.push(...splitShapes(document, model, part.id));
  }
  const own = [...parts].map(([parent, { id }]) => ({ child: id, parent, property: '' }));
  return [...own, ...shapes, ...connections.map((connection) => redirect(document, parts, connection))];
}

function partOf(model: FbxObject): FbxObject | undefined {
  const hasGeometry = childOf(model.node, 'Vertices') !== undefined;
  if (!hasGeometry && model.subtype === '') return undefined;
  const kind = hasGeometry ? 'Geometry' : 'NodeAttribute';
  return { ...model, id: `${kind} of ${String(model.id)}`, kind, subtype: hasGeometry ? 'Mesh' : model.subtype };
}

/** Deformers are connected to the model, but deform the geometry. */
function redirect(document: FbxDocument, parts: ReadonlyMap<FbxId, FbxObject>, connection: Connection): Connection {
  const part = parts.get(connection.parent);
  const isDeformer = document.byId.get(connection.child)?.kind === 'Deformer';
  return isDeformer && part?.kind === 'Geometry' ? { ...connection, parent: part.id } : connection;
}
