// Small scenes for tests, as nodes that write-fbx.ts writes.

import { doubles, ints, node, type WrittenNode, type WrittenValue } from './write-fbx.js';

/** `name: [type, values…]` */
export type WrittenProperties = Readonly<Record<string, readonly WrittenValue[]>>;

export const properties = (values: WrittenProperties): WrittenNode =>
  node(
    'Properties70',
    [],
    Object.entries(values).map(([name, list]) =>
      node('P', [name, ...typeOf(name, list), name.startsWith('Lcl ') ? 'A' : '', ...list]),
    ),
  );

/** Type and label, as programs write them. */
function typeOf(name: string, [first, , third]: readonly WrittenValue[]): readonly [string, string] {
  if (third !== undefined) return name.startsWith('Lcl ') ? [name, ''] : ['Vector3D', 'Vector'];
  if (/Active$/.test(name)) return ['bool', ''];
  if (name === 'RotationOrder' || name === 'InheritType') return ['enum', ''];
  return typeof first === 'number' && Number.isInteger(first) ? ['int', 'Integer'] : ['double', 'Number'];
}

export const model = (
  id: number,
  name: string,
  subtype = 'Mesh',
  values: WrittenProperties = {},
  more: readonly WrittenNode[] = [],
): WrittenNode => node('Model', [BigInt(id), `${name}\0\x01Model`, subtype], [properties(values), ...more]);

interface WrittenGeometry {
  readonly points: readonly number[];
  /** Corners of each polygon. */
  readonly polygons: readonly (readonly number[])[];
  readonly elements?: readonly WrittenNode[];
}

export const geometry = (id: number, { points, polygons, elements = [] }: WrittenGeometry): WrittenNode =>
  node(
    'Geometry',
    [BigInt(id), '\0\x01Geometry', 'Mesh'],
    [
      node('Vertices', [doubles(...points)]),
      node('PolygonVertexIndex', [
        ints(...polygons.flatMap((face) => [...face.slice(0, -1), -1 - (face.at(-1) ?? 0)])),
      ]),
      ...elements,
    ],
  );

/** A layer element with its arrays. */
export const element = (
  name: string,
  mapping: string,
  reference: string,
  arrays: Readonly<Record<string, readonly number[]>>,
  number = 0,
): WrittenNode =>
  node(
    name,
    [number],
    [
      node('MappingInformationType', [mapping]),
      node('ReferenceInformationType', [reference]),
      ...Object.entries(arrays).map(([key, values]) => node(key, [doubles(...values)])),
    ],
  );

/** A triangle of size 1 in the plane of x and y. */
export const TRIANGLE: WrittenGeometry = { points: [0, 0, 0, 1, 0, 0, 0, 1, 0], polygons: [[0, 1, 2]] };

export interface WrittenScene {
  readonly settings?: WrittenProperties;
  readonly objects: readonly WrittenNode[];
  /** `[child, parent]` or `[child, parent, property]`. */
  readonly connections: readonly (readonly [number, number] | readonly [number, number, string])[];
}

/** Centimeters and Y up, unless `settings` has something else. */
export const scene = ({ settings = {}, objects, connections }: WrittenScene): readonly WrittenNode[] => [
  node('FBXHeaderExtension', [], [node('FBXVersion', [7400])]),
  node('GlobalSettings', [], [properties(settings)]),
  node('Objects', [], objects),
  node(
    'Connections',
    [],
    connections.map(([child, parent, property]) =>
      property === undefined
        ? node('C', ['OO', BigInt(child), BigInt(parent)])
        : node('C', ['OP', BigInt(child), BigInt(parent), property]),
    ),
  ),
];
