// Versions before 6 have no list of objects and no connections: models are nodes of the file, with their children by name, their materials
// inside, and properties as plain nodes or defaults of channels. Here they get the form of version 6.

import { damaged } from '../file/fbx-errors.js';
import { childOf, childrenOf, type FbxNode, type FbxValue, numberOf, numbersOf } from '../file/fbx-node.js';
import { idOfName } from './object-name.js';

interface LegacySections {
  /** Like the children of `Objects` and of `Connections`. */
  readonly objects: readonly FbxNode[];
  readonly connections: readonly FbxNode[];
}

/** Properties of version 6 by their name here. */
const PROPERTIES: Readonly<Record<string, string>> = {
  LightType: 'LightType',
  Color: 'Color',
  Intensity: 'Intensity',
  ConeAngle: 'Cone angle',
  NearPlane: 'NearPlane',
  FarPlane: 'FarPlane',
  ApertureMode: 'ApertureMode',
  Aperture: 'FieldOfView',
  AspectW: 'AspectWidth',
  AspectH: 'AspectHeight',
  FocalLength: 'FocalLength',
  Ambient: 'AmbientColor',
  Diffuse: 'DiffuseColor',
  Specular: 'SpecularColor',
  Emissive: 'EmissiveColor',
  Shininess: 'Shininess',
  Reflectivity: 'ReflectionFactor',
  Alpha: 'Opacity',
};

const TRANSFORM = { T: 'Lcl Translation', R: 'Lcl Rotation', S: 'Lcl Scaling' } as const;

/** `path`: of the file, for messages. */
export function legacySections(nodes: readonly FbxNode[], path: string): LegacySections {
  const takes = childOf({ children: nodes }, 'Takes');
  const objects: FbxNode[] = [];
  const connections: FbxNode[] = [];
  for (const model of nodes) {
    const [id] = model.values;
    if (model.name !== 'Model' || typeof id !== 'string') continue;
    objects.push(convertModel(model, takes));
    for (const material of childrenOf(model, 'Material')) {
      const [name] = material.values;
      if (typeof name !== 'string') continue;
      objects.push(withProperties(material, plainProperties(material), ''));
      connections.push(leaf(material, 'Connect', 'OO', name, id));
    }
    for (const children of childrenOf(model, 'Children'))
      for (const child of namesOf(children, path)) connections.push(leaf(children, 'Connect', 'OO', child, id));
  }
  return { objects, connections };
}

/** A word without quotes may be a part of a name, so a list that has one cannot be trusted. */
function namesOf(list: FbxNode, path: string): readonly string[] {
  if (list.hasWords === true) throw damaged(path, list.place, 'a name in the list of children is not in quotes');
  return list.values.filter((value) => typeof value === 'string');
}

function convertModel(model: FbxNode, takes: FbxNode | undefined): FbxNode {
  const own = childrenOf(model, 'Channel').find(({ values }) => values[0] === 'Transform');
  const transform = own ?? transformInTakes(model, takes);
  const type = childrenOf(model, 'Type').find(({ values }) => typeof values[0] === 'string')?.values[0];
  const subtype = typeof type === 'string' ? type : '';
  return withProperties(model, [...lclProperties(model, transform), ...plainProperties(model)], subtype);
}

/** Models without a transform of their own have it in the first take. */
function transformInTakes(model: FbxNode, takes: FbxNode | undefined): FbxNode | undefined {
  const id = idOfName(`${model.values[0]}`);
  for (const take of childrenOf(takes, 'Take')) {
    const found = childrenOf(take, 'Model').find(({ values }) => idOfName(`${values[0]}`) === id);
    const transform = childrenOf(found, 'Channel').find(({ values }) => values[0] === 'Transform');
    if (transform !== undefined) return transform;
  }
  return undefined;
}

function lclProperties(model: FbxNode, transform: FbxNode | undefined): FbxNode[] {
  return childrenOf(transform, 'Channel').flatMap((channel) => {
    const [key] = channel.values;
    if (key !== 'T' && key !== 'R' && key !== 'S') return [];
    const numbers = ['X', 'Y', 'Z'].map((axis) =>
      numberOf(
        childrenOf(channel, 'Channel').find(({ values }) => values[0] === axis),
        'Default',
      ),
    );
    const rest = key === 'S' ? 1 : 0;
    return leaf(model, 'Property', TRANSFORM[key], TRANSFORM[key], 'A', ...numbers.map((number) => number ?? rest));
  });
}

const plainProperties = (node: FbxNode): FbxNode[] =>
  node.children.flatMap((child) => {
    const name = PROPERTIES[child.name];
    return name === undefined ? [] : leaf(child, 'Property', name, '', '', ...numbersOf(child));
  });

function withProperties(node: FbxNode, properties: readonly FbxNode[], subtype: string): FbxNode {
  const list = { ...leaf(node, 'Properties60'), children: properties };
  return { ...node, values: [node.values[0] ?? '', subtype], children: [...node.children, list] };
}

const leaf = ({ place, start, end }: FbxNode, name: string, ...values: readonly FbxValue[]): FbxNode => ({
  name,
  place,
  start,
  end,
  values,
  children: [],
});
