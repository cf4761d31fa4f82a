// Normals, texture coordinates and materials of versions before 6, as layer elements.

import { childOf, type FbxNode, type FbxValue, numbersOf, textOf } from '../file/fbx-node.js';

/** The geometry's node, with layer elements for what old versions store without them. */
export function legacyElements(node: FbxNode): FbxNode {
  const added = [normalsOf(node), uvsOf(node), materialsOf(node)].flatMap((element) => element ?? []);
  return added.length === 0 ? node : { ...node, children: [...node.children, ...added] };
}

function normalsOf(node: FbxNode): FbxNode | undefined {
  const normals = childOf(node, 'Normals');
  if (normals === undefined || childOf(node, 'LayerElementNormal') !== undefined) return undefined;
  const isByPoint = numbersOf(normals).length === numbersOf(childOf(node, 'Vertices')).length;
  const mapping = isByPoint ? 'ByVertice' : 'ByPolygonVertex';
  return element(node, 'LayerElementNormal', mapping, 'Direct', [normals]);
}

function uvsOf(node: FbxNode): FbxNode | undefined {
  const info = childOf(node, 'GeometryUVInfo');
  const uvs = childOf(info, 'TextureUV');
  if (uvs === undefined || childOf(node, 'LayerElementUV') !== undefined) return undefined;
  const indices = childOf(info, 'TextureUVVerticeIndex');
  // The mapping called "by polygon" has an index for each corner.
  const isByCorner = textOf(info, 'MappingInformationType') !== 'ByVertice';
  const parts = [{ ...uvs, name: 'UV' }, ...(indices === undefined ? [] : [{ ...indices, name: 'UVIndex' }])];
  const mapping = isByCorner ? 'ByPolygonVertex' : 'ByVertice';
  return element(node, 'LayerElementUV', mapping, indices === undefined ? 'Direct' : 'IndexToDirect', parts);
}

function materialsOf(node: FbxNode): FbxNode | undefined {
  const materials = childOf(node, 'Materials');
  if (materials === undefined || childOf(node, 'LayerElementMaterial') !== undefined) return undefined;
  const mapping = textOf(node, 'MaterialAssignation') === 'ByPolygon' ? 'ByPolygon' : 'AllSame';
  return element(node, 'LayerElementMaterial', mapping, 'IndexToDirect', [materials]);
}

function element(
  { place, start, end }: FbxNode,
  name: string,
  mapping: string,
  reference: string,
  parts: readonly FbxNode[],
): FbxNode {
  const leaf = (leafName: string, value: FbxValue): FbxNode => ({
    name: leafName,
    place,
    start,
    end,
    values: [value],
    children: [],
  });
  const children = [leaf('MappingInformationType', mapping), leaf('ReferenceInformationType', reference), ...parts];
  return { name, place, start, end, values: [0], children };
}
