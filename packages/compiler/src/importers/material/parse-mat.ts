// Parses a `.mat` file: YAML (so JSON too), one material or a list, with glTF's names and defaults. The first wrong value fails the
// file; unknown keys cause warnings.

import { AssetError } from '../../diagnostics/diagnostic.js';
import { type Mapping, readYaml, type Tree } from '../../diagnostics/yaml-tree.js';
import { DEFAULT_FACTORS, type MaterialFactors } from '../../model/scene/material.js';
import type { MaterialExtensions } from '../../model/scene/material-extensions.js';
import { EXTENSION_KEYS, readMatExtensions } from './mat-extensions.js';
import { readMentions, type TextureMention } from './texture-mentions.js';
import { TreeReader, type Warn } from './tree-reader.js';

export interface MatMaterial extends MaterialFactors {
  readonly name: string;
  readonly mentions: readonly TextureMention[];
  readonly extensions?: MaterialExtensions;
}

export function parseMat(bytes: Uint8Array, file: string, warn: Warn): readonly MatMaterial[] {
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
  const reader = new TreeReader(file, placeAt, warn);
  const materials = trees.flatMap((tree) =>
    tree.is === 'scalar' && tree.value === null ? [] : [readMaterial(reader, tree)],
  );
  if (materials.length === 0)
    throw new AssetError({ code: 'material/empty', file, message: 'the file contains no material' });
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
  ...EXTENSION_KEYS,
];

function readMaterial(reader: TreeReader, tree: Tree): MatMaterial {
  if (tree.is !== 'map') return reader.fail(tree, 'a material must be a mapping of names to values');
  reader.warnUnknown(tree, KEYS, 'key of a material');
  const number = (key: NumberKey, range: { readonly min?: number; readonly max?: number }): number => {
    const value = tree.entries.get(key)?.value;
    return value === undefined ? DEFAULT_FACTORS[key] : reader.number(value, key, range);
  };
  const base = tree.entries.get('baseColorFactor')?.value;
  const emission = tree.entries.get('emissiveFactor')?.value;
  const [r = 1, g = 1, b = 1, a = 1] =
    base === undefined ? DEFAULT_FACTORS.baseColorFactor : reader.numbers(base, 'baseColorFactor', [3, 4], UNIT_RANGE);
  const [er = 0, eg = 0, eb = 0] =
    emission === undefined ? [] : reader.numbers(emission, 'emissiveFactor', [3], { min: 0 });
  const mentions = readMentions(reader, tree);
  const extensions = readMatExtensions(reader, tree, mentions);
  return {
    name: readName(reader, tree),
    baseColorFactor: [r, g, b, a],
    emissiveFactor: [er, eg, eb],
    metallicFactor: number('metallicFactor', UNIT_RANGE),
    roughnessFactor: number('roughnessFactor', UNIT_RANGE),
    normalScale: number('normalScale', {}),
    occlusionStrength: number('occlusionStrength', UNIT_RANGE),
    alphaCutoff: number('alphaCutoff', { min: 0 }),
    alphaMode: readAlphaMode(reader, tree),
    doubleSided: readDoubleSided(reader, tree),
    mentions,
    ...(extensions === undefined ? {} : { extensions }),
  };
}

const UNIT_RANGE = { min: 0, max: 1 } as const;

function readName(reader: TreeReader, map: Mapping): string {
  const value = map.entries.get('name')?.value;
  if (value === undefined) return '';
  if (value.is !== 'scalar' || value.value === null) return reader.fail(value, 'name must be text');
  return String(value.value);
}

function readAlphaMode(reader: TreeReader, map: Mapping): MaterialFactors['alphaMode'] {
  const tree = map.entries.get('alphaMode')?.value;
  if (tree === undefined) return DEFAULT_FACTORS.alphaMode;
  return ALPHA_MODES[reader.choice(tree, 'alphaMode', ['OPAQUE', 'MASK', 'BLEND'])];
}

function readDoubleSided(reader: TreeReader, map: Mapping): boolean {
  const tree = map.entries.get('doubleSided')?.value;
  return tree === undefined ? DEFAULT_FACTORS.doubleSided : reader.boolean(tree, 'doubleSided');
}

type NumberKey = 'metallicFactor' | 'roughnessFactor' | 'normalScale' | 'occlusionStrength' | 'alphaCutoff';
