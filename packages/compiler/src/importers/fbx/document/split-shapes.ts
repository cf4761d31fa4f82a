// In versions before 7, a model contains its blend shapes. They become objects as in version 7: a deformer of the geometry, with a channel
// for each shape.

import { childrenOf } from '../file/fbx-node.js';
import type { FbxId, FbxObject } from './fbx-document.js';
import type { FbxProperties } from './fbx-properties.js';
import type { Connection, Document } from './read-document.js';

/** The id of the channel that a property of a model, or a channel of a take, animates: "Smile", "Smile (Shape)". */
export const idOfShapeChannel = (model: FbxId, name: string): string =>
  `Channel ${name.replace(/ \(Shape\)$/, '')} of ${String(model)}`;

/** Adds the shapes of a model to the document. Returns their connections. */
export function splitShapes(document: Document, model: FbxObject, geometry: FbxId): readonly Connection[] {
  const shapes = childrenOf(model.node, 'Shape');
  if (shapes.length === 0) return [];
  const deformer = { ...model, id: `Shapes of ${String(model.id)}`, kind: 'Deformer', subtype: 'BlendShape', name: '' };
  document.add(deformer);
  const connections: Connection[] = [{ child: deformer.id, parent: geometry, property: '' }];
  for (const [number, node] of shapes.entries()) {
    const name = typeof node.values[0] === 'string' ? node.values[0] : '';
    const usual = idOfShapeChannel(model.id, name);
    const id = document.byId.has(usual) ? `${usual} ${number}` : usual;
    const properties = percentOf(model.properties, name);
    const common = { ...model, node, name, place: node.place, properties };
    document.add({ ...common, id, kind: 'Deformer', subtype: 'BlendShapeChannel' });
    document.add({ ...common, id: `Shape of ${id}`, kind: 'Geometry', subtype: 'Shape' });
    connections.push({ child: id, parent: deformer.id, property: '' });
    connections.push({ child: `Shape of ${id}`, parent: id, property: '' });
  }
  return connections;
}

/** The model has the percentage under the name of the shape. */
function percentOf(model: FbxProperties, name: string): FbxProperties {
  const nameIn = (property: string) => (property === 'DeformPercent' ? name : property);
  return {
    own: [],
    get: (property) => model.get(nameIn(property)),
    number: (property) => model.number(nameIn(property)),
    text: (property) => model.text(nameIn(property)),
    vector: (property) => model.vector(nameIn(property)),
  };
}
