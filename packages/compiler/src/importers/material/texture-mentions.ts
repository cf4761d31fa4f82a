// Reads the textures of a .mat material: per slot a path, or a path with its sampling settings.

import type { Place } from '../../diagnostics/diagnostic.js';
import type { Mapping, Tree } from '../../diagnostics/yaml-tree.js';
import {
  MAG_FILTERS,
  MIN_FILTERS,
  movesNothing,
  TEXTURE_WRAPS,
  type TextureMapping,
  type TextureSampler,
} from '../../model/image/texture-use.js';
import { MATERIAL_SLOTS, type MaterialSlot } from '../../model/scene/material.js';
import type { TreeReader } from './tree-reader.js';

export interface TextureMention extends TextureMapping {
  readonly slot: MaterialSlot;
  /** Source path from the input root. */
  readonly path: string;
  /** The texture is in the base of the project, so it has no source here. */
  readonly isInBase?: boolean;
  readonly where: Place;
}

const TEXTURE_KEYS = ['image', 'uvSet', 'offset', 'scale', 'rotation', 'wrap', 'filter', 'minFilter', 'magFilter'];

/** What `filter` expands to: both blend between mip levels. */
const FILTERS = {
  nearest: { minFilter: 'nearest-mip-linear', magFilter: 'nearest' },
  linear: { minFilter: 'linear-mip-linear', magFilter: 'linear' },
} as const;

export function readMentions(reader: TreeReader, material: Mapping): readonly TextureMention[] {
  const tree = material.entries.get('textures')?.value;
  if (tree === undefined) return [];
  if (tree.is !== 'map')
    return reader.fail(
      tree,
      `textures must be a mapping of slots (${MATERIAL_SLOTS.slice(0, 5).join(', ')}, …) to images`,
    );
  reader.warnUnknown(tree, MATERIAL_SLOTS, 'texture slot');
  return MATERIAL_SLOTS.flatMap((slot) => {
    const value = reader.get(tree, slot);
    if (value === undefined) return [];
    const key = `textures.${slot}`;
    if (value.is !== 'map') return [{ slot, ...pathAt(reader, value, key) }];
    reader.warnUnknown(value, TEXTURE_KEYS, 'key of a texture');
    const image = value.entries.get('image')?.value ?? reader.fail(value, `${key} needs an image`);
    return [{ slot, ...pathAt(reader, image, `${key}.image`), ...mappingAt(reader, value, key) }];
  });
}

/** Begins references to textures of the pack that the project changes: `base:textures/crate`. */
const BASE = 'base:';

function pathAt(reader: TreeReader, tree: Tree, key: string): Pick<TextureMention, 'path' | 'where' | 'isInBase'> {
  if (tree.is !== 'scalar' || typeof tree.value !== 'string' || tree.value === '')
    return reader.fail(tree, `${key} must be the path of an image`);
  const path = tree.value.replaceAll('\\', '/').replace(/^(\.\/)+/, '');
  const where = reader.placeOf(tree);
  if (!path.startsWith(BASE)) return { path, where };
  // The path of the output. A source of that name would have the same reference.
  return { path: `${path.slice(BASE.length).replace(/\.ktx2$/, '')}.png`, where, isInBase: true };
}

function mappingAt(reader: TreeReader, map: Mapping, key: string): TextureMapping {
  const uvSetTree = reader.get(map, 'uvSet');
  const uvSet = uvSetTree === undefined ? 0 : reader.number(uvSetTree, `${key}.uvSet`, { min: 0, max: 1 });
  if (uvSetTree !== undefined && !Number.isInteger(uvSet)) reader.fail(uvSetTree, `${key}.uvSet must be 0 or 1`);
  const pair = (name: string, defaultValue: number): readonly [number, number] => {
    const tree = reader.get(map, name);
    const [x = defaultValue, y = defaultValue] =
      tree === undefined ? [] : reader.numbers(tree, `${key}.${name}`, [2], {});
    return [x, y];
  };
  const rotationTree = reader.get(map, 'rotation');
  const rotation = rotationTree === undefined ? 0 : reader.number(rotationTree, `${key}.rotation`, {});
  const transform = { offset: pair('offset', 0), scale: pair('scale', 1), rotation };
  const sampler = samplerAt(reader, map, key);
  return {
    ...(uvSet === 0 ? {} : { uvSet }),
    ...(movesNothing(transform) ? {} : { transform }),
    ...(Object.keys(sampler).length === 0 ? {} : { sampler }),
  };
}

function samplerAt(reader: TreeReader, map: Mapping, key: string): TextureSampler {
  const wrap = reader.get(map, 'wrap');
  const filter = reader.get(map, 'filter');
  const min = reader.get(map, 'minFilter');
  const mag = reader.get(map, 'magFilter');
  return {
    ...(wrap === undefined ? {} : wraps(reader, wrap, `${key}.wrap`)),
    ...(filter === undefined ? {} : FILTERS[reader.choice(filter, `${key}.filter`, MAG_FILTERS)]),
    ...(min === undefined ? {} : { minFilter: reader.choice(min, `${key}.minFilter`, MIN_FILTERS) }),
    ...(mag === undefined ? {} : { magFilter: reader.choice(mag, `${key}.magFilter`, MAG_FILTERS) }),
  };
}

/** One value for both directions, or a list of two. */
function wraps(reader: TreeReader, tree: Tree, key: string): TextureSampler {
  if (tree.is === 'list' && tree.items.length !== 2)
    return reader.fail(tree, `${key} must be one of ${TEXTURE_WRAPS.join(', ')}, or a list of two`);
  const [s = tree, t = tree] = tree.is === 'list' ? tree.items : [];
  return { wrapS: reader.choice(s, key, TEXTURE_WRAPS), wrapT: reader.choice(t, key, TEXTURE_WRAPS) };
}
