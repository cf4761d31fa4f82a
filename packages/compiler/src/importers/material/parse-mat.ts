// A `.mat` file → materials: YAML (so JSON too), one material or a list, glTF's names and defaults. The first wrong value
// fails the file; unknown keys are warned about.

import { AssetError, type Diagnostic, type Place } from '../../diagnostics/diagnostic.js';
import { nearest } from '../../diagnostics/nearest.js';
import { type Mapping, readYaml, type Tree } from '../../diagnostics/yaml-tree.js';
import { DEFAULT_FACTORS, type MaterialFactors, TEXTURE_SLOTS, type TextureSlot } from '../../model/material.js';

export interface TextureMention {
  readonly slot: TextureSlot;
  /** Source path from the input root. */
  readonly path: string;
  readonly where: Place;
}

export interface HandMaterial extends MaterialFactors {
  readonly name: string;
  readonly mentions: readonly TextureMention[];
}

type Warn = (diagnostic: Omit<Diagnostic, 'severity'>) => void;

export function parseMat(bytes: Uint8Array, file: string, warn: Warn): readonly HandMaterial[] {
  const { root, faults, placeAt } = readYaml(bytes);
  const [fault] = faults;
  if (fault !== undefined)
    throw new AssetError({
      code: `material/${fault.is}`,
      file,
      ...(fault.at === undefined ? {} : { where: placeAt(fault.at) }),
      message: fault.message,
    });
  const trees = root === undefined ? [] : root.is === 'list' ? root.items : [root];
  const reader = new MaterialReader(file, placeAt, warn);
  const materials = trees.flatMap((tree) =>
    tree.is === 'scalar' && tree.value === null ? [] : [reader.material(tree)],
  );
  if (materials.length === 0)
    throw new AssetError({ code: 'material/empty', file, message: 'the file holds no material' });
  return materials;
}

const ALPHA_MODES = { OPAQUE: 'opaque', MASK: 'mask', BLEND: 'blend' } as const;
const KEYS = [
  'name',
  'baseColorFactor',
  'emissiveFactor',
  'metallicFactor',
  'roughnessFactor',
  'normalScale',
  'occlusionStrength',
  'alphaCutoff',
  'alphaMode',
  'doubleSided',
  'textures',
];

class MaterialReader {
  readonly #file: string;
  readonly #placeAt: (offset: number) => Place;
  readonly #warn: Warn;

  constructor(file: string, placeAt: (offset: number) => Place, warn: Warn) {
    this.#file = file;
    this.#placeAt = placeAt;
    this.#warn = warn;
  }

  material(tree: Tree): HandMaterial {
    if (tree.is !== 'map') this.#fail(tree, 'a material must be a mapping of names to values');
    this.#warnUnknown(tree, KEYS, 'material');
    const [r, g, b, a = 1] = this.#numbers(tree, 'baseColorFactor', [3, 4], DEFAULT_FACTORS.baseColorFactor, 1);
    const [er, eg, eb] = this.#numbers(
      tree,
      'emissiveFactor',
      [3],
      DEFAULT_FACTORS.emissiveFactor,
      Number.POSITIVE_INFINITY,
    );
    return {
      name: this.#name(tree),
      baseColorFactor: [r ?? 1, g ?? 1, b ?? 1, a],
      emissiveFactor: [er ?? 0, eg ?? 0, eb ?? 0],
      metallicFactor: this.#number(tree, 'metallicFactor', 0, 1),
      roughnessFactor: this.#number(tree, 'roughnessFactor', 0, 1),
      normalScale: this.#number(tree, 'normalScale', Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY),
      occlusionStrength: this.#number(tree, 'occlusionStrength', 0, 1),
      alphaCutoff: this.#number(tree, 'alphaCutoff', 0, Number.POSITIVE_INFINITY),
      alphaMode: this.#alphaMode(tree),
      doubleSided: this.#doubleSided(tree),
      mentions: this.#textures(tree),
    };
  }

  #name(map: Mapping): string {
    const value = map.entries.get('name')?.value;
    if (value === undefined) return '';
    if (value.is !== 'scalar' || value.value === null) this.#fail(value, 'name must be text');
    return String(value.value);
  }

  #number(map: Mapping, key: NumberKey, min: number, max: number): number {
    const tree = map.entries.get(key)?.value;
    return tree === undefined ? DEFAULT_FACTORS[key] : this.#finite(tree, key, min, max);
  }

  #numbers(
    map: Mapping,
    key: string,
    lengths: readonly number[],
    fallback: readonly number[],
    max: number,
  ): readonly number[] {
    const tree = map.entries.get(key)?.value;
    if (tree === undefined) return fallback;
    if (tree.is !== 'list' || !lengths.includes(tree.items.length))
      this.#fail(tree, `${key} must be a list of ${lengths.join(' or ')} numbers`);
    return tree.items.map((item) => this.#finite(item, key, 0, max));
  }

  #finite(tree: Tree, key: string, min: number, max: number): number {
    const value = tree.is === 'scalar' && typeof tree.value === 'number' ? tree.value : Number.NaN;
    if (!Number.isFinite(Math.fround(value))) this.#fail(tree, `${key} must be a finite number`);
    if (value < min || value > max)
      this.#fail(
        tree,
        Number.isFinite(max) ? `${key} must lie between ${min} and ${max}` : `${key} must be at least ${min}`,
      );
    return value;
  }

  #alphaMode(map: Mapping): MaterialFactors['alphaMode'] {
    const tree = map.entries.get('alphaMode')?.value;
    if (tree === undefined) return DEFAULT_FACTORS.alphaMode;
    const value = tree.is === 'scalar' ? String(tree.value) : '';
    if (value !== 'OPAQUE' && value !== 'MASK' && value !== 'BLEND')
      this.#fail(tree, 'alphaMode must be OPAQUE, MASK or BLEND');
    return ALPHA_MODES[value];
  }

  #doubleSided(map: Mapping): boolean {
    const tree = map.entries.get('doubleSided')?.value;
    if (tree === undefined) return DEFAULT_FACTORS.doubleSided;
    if (tree.is !== 'scalar' || typeof tree.value !== 'boolean') this.#fail(tree, 'doubleSided must be true or false');
    return tree.value;
  }

  #textures(map: Mapping): readonly TextureMention[] {
    const tree = map.entries.get('textures')?.value;
    if (tree === undefined) return [];
    if (tree.is !== 'map')
      this.#fail(tree, `textures must be a mapping of slots (${TEXTURE_SLOTS.join(', ')}) to images`);
    this.#warnUnknown(tree, TEXTURE_SLOTS, 'texture slot');
    return TEXTURE_SLOTS.flatMap((slot) => {
      const value = tree.entries.get(slot)?.value;
      if (value === undefined || (value.is === 'scalar' && value.value === null)) return [];
      if (value.is !== 'scalar' || typeof value.value !== 'string' || value.value === '')
        this.#fail(value, `textures.${slot} must be the path of an image`);
      return [
        { slot, path: value.value.replaceAll('\\', '/').replace(/^(\.\/)+/, ''), where: this.#placeAt(value.at) },
      ];
    });
  }

  #warnUnknown(map: Mapping, known: readonly string[], what: string): void {
    for (const [key, { keyAt }] of map.entries) {
      if (known.includes(key)) continue;
      const near = nearest(key, known);
      this.#warn({
        code: 'material/unknown-key',
        file: this.#file,
        where: this.#placeAt(keyAt),
        message: `unknown ${what} ${JSON.stringify(key)}`,
        ...(near === undefined ? {} : { hint: `Did you mean ${near}?` }),
      });
    }
  }

  #fail(tree: Tree, message: string): never {
    throw new AssetError({ code: 'material/wrong-type', file: this.#file, where: this.#placeAt(tree.at), message });
  }
}

type NumberKey = 'metallicFactor' | 'roughnessFactor' | 'normalScale' | 'occlusionStrength' | 'alphaCutoff';
