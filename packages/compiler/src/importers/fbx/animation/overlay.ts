// An object as it is at some time: its animated properties replace those of the file, so that cameras, lights and materials are read by
// the same code at rest and in motion.

import type { FbxObject } from '../document/fbx-document.js';
import type { FbxProperties, FbxProperty } from '../document/fbx-properties.js';

class AnimatedProperties implements FbxProperties {
  readonly #rest: FbxProperties;
  readonly #values: ReadonlyMap<string, readonly number[]>;

  constructor(rest: FbxProperties, values: ReadonlyMap<string, readonly number[]>) {
    this.#rest = rest;
    this.#values = values;
  }

  get own(): readonly FbxProperty[] {
    return this.#rest.own.map((property) => this.#replace(property));
  }

  get(name: string): FbxProperty | undefined {
    const property = this.#rest.get(name);
    return property === undefined ? undefined : this.#replace(property);
  }

  number(name: string): number | undefined {
    return this.#values.get(name)?.[0] ?? this.#rest.number(name);
  }

  text(name: string): string | undefined {
    return this.#rest.text(name);
  }

  vector(name: string): readonly [number, number, number] | undefined {
    const [x, y, z] = this.#values.get(name) ?? [];
    return x === undefined || y === undefined || z === undefined ? this.#rest.vector(name) : [x, y, z];
  }

  #replace(property: FbxProperty): FbxProperty {
    const values = this.#values.get(property.name);
    return values === undefined
      ? property
      : { ...property, values: [...values, ...property.values.slice(values.length)] };
  }
}

/** `values`: numbers by the names of properties. */
export const overlay = (object: FbxObject, values: ReadonlyMap<string, readonly number[]>): FbxObject => ({
  ...object,
  properties: new AnimatedProperties(object.properties, values),
});
