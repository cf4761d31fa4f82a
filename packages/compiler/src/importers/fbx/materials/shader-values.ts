// Values and maps of a program's own shader. They are named by paths ("Maya|baseColor", "3dsMax|Parameters|base_color_map"): programs
// and versions differ in path, case and underscores, but mean the same by the last part.

import type { FbxDocument, FbxObject } from '../document/fbx-document.js';
import type { FbxProperty } from '../document/fbx-properties.js';
import { numberIn } from '../file/fbx-node.js';
import type { Color } from './surface.js';

const PROGRAMS = /^(?:Maya|3dsMax)\|/;

/** The last part, in small letters, without underscores; Stingray's `TEX_` is left out. */
const leafOf = (path: string): string =>
  path
    .slice(path.lastIndexOf('|') + 1)
    .toLowerCase()
    .replace(/^tex_/, '')
    .replaceAll('_', '');

export class ShaderValues {
  readonly #properties = new Map<string, FbxProperty>();
  readonly #maps = new Map<string, FbxObject>();
  readonly #usedMaps = new Set<string>();

  /** `connected`: the object with the maps. */
  constructor(document: FbxDocument, material: FbxObject, connected: FbxObject) {
    for (const property of material.properties.own)
      if (PROGRAMS.test(property.name)) this.#properties.set(leafOf(property.name), property);
    for (const { object, property } of document.childrenOf(connected)) {
      const isMap = object.kind === 'Texture' || object.kind === 'LayeredTexture';
      if (isMap && PROGRAMS.test(property) && !this.#maps.has(leafOf(property)))
        this.#maps.set(leafOf(property), object);
    }
  }

  has(name: string): boolean {
    return this.#properties.has(name);
  }

  /** The first that is a number. */
  number(...names: readonly string[]): number | undefined {
    for (const name of names) {
      const values = this.#properties.get(name)?.values ?? [];
      const value = numberIn(values[0]);
      if (values.length === 1 && value !== undefined && Number.isFinite(value)) return value;
    }
    return undefined;
  }

  /** The first with three numbers or more. */
  color(...names: readonly string[]): Color | undefined {
    for (const name of names) {
      const [r, g, b] = (this.#properties.get(name)?.values ?? []).map(numberIn);
      if (r !== undefined && g !== undefined && b !== undefined && [r, g, b].every(Number.isFinite)) return [r, g, b];
    }
    return undefined;
  }

  pair(name: string): readonly [number, number] | undefined {
    const [x, y] = (this.#properties.get(name)?.values ?? []).map(numberIn);
    return x === undefined || y === undefined || !Number.isFinite(x + y) ? undefined : [x, y];
  }

  isOn(name: string, absent: boolean): boolean {
    return (this.number(name) ?? (absent ? 1 : 0)) !== 0;
  }

  /** The first that is connected and not switched off. */
  map(...names: readonly string[]): FbxObject | undefined {
    for (const name of names) {
      const map = this.#maps.get(name);
      if (map === undefined) continue;
      this.#usedMaps.add(name);
      if (this.isOn(`${name}on`, true) && this.isOn(`use${name}`, true)) return map;
    }
    return undefined;
  }

  /** Maps that nothing asked for. 3ds Max connects each map twice, also by its number. */
  unusedMaps(): readonly string[] {
    return [...this.#maps.keys()].filter((name) => !this.#usedMaps.has(name) && !/^mapm\d+$/.test(name));
  }
}
