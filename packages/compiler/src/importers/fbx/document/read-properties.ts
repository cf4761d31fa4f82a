// Reads Properties70 and Properties60.

import { childOf, type FbxNode, numberIn } from '../file/fbx-node.js';
import type { FbxProperties, FbxProperty } from './fbx-properties.js';

/** `node`: of the object, or a property template. */
export function readProperties(node: FbxNode | undefined, template?: FbxProperties): FbxProperties {
  return new PropertyTable(readOwn(node), template);
}

function readOwn(node: FbxNode | undefined): readonly FbxProperty[] {
  const list = childOf(node, 'Properties70') ?? childOf(node, 'Properties60');
  return list?.children.flatMap(readProperty) ?? [];
}

/** `P: name, type, label, flags, values…`; `Property: name, type, flags, values…`. */
function readProperty(node: FbxNode): FbxProperty | [] {
  const [name, type] = node.values;
  const first = node.name === 'P' ? 4 : 3;
  const flags = node.values[first - 1];
  if (typeof name !== 'string' || (node.name !== 'P' && node.name !== 'Property')) return [];
  return {
    name,
    type: typeof type === 'string' ? type : '',
    flags: typeof flags === 'string' ? flags : '',
    values: node.values.slice(first),
    node,
  };
}

class PropertyTable implements FbxProperties {
  readonly own: readonly FbxProperty[];
  readonly #template: FbxProperties | undefined;
  #byName: Map<string, FbxProperty> | undefined;

  constructor(own: readonly FbxProperty[], template: FbxProperties | undefined) {
    this.own = own;
    this.#template = template;
  }

  /** Of two properties with one name, the last counts. */
  get(name: string): FbxProperty | undefined {
    this.#byName ??= new Map(this.own.map((property) => [property.name, property]));
    return this.#byName.get(name) ?? this.#template?.get(name);
  }

  number(name: string): number | undefined {
    return finite(numberIn(this.get(name)?.values[0]));
  }

  text(name: string): string | undefined {
    const value = this.get(name)?.values[0];
    return typeof value === 'string' ? value : undefined;
  }

  vector(name: string): readonly [number, number, number] | undefined {
    const [x, y, z] = this.get(name)?.values.map((value) => finite(numberIn(value))) ?? [];
    return x === undefined || y === undefined || z === undefined ? undefined : [x, y, z];
  }
}

const finite = (value: number | undefined): number | undefined => (Number.isFinite(value) ? value : undefined);
