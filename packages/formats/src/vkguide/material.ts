// vkguide materials (`.mat`, MATX): JSON alone, no blob.

import { decoded, FirstProblem } from '../core/first-problem.js';
import type { Problems } from '../core/problem.js';
import { type AssetFile, decodeAssetFile, encodeAssetFile } from './container.js';
import { JsonFields, type JsonObject } from './json-fields.js';

export const VKGUIDE_TRANSPARENCIES = ['opaque', 'transparent', 'masked'] as const;
export type VkguideTransparency = (typeof VKGUIDE_TRANSPARENCIES)[number];

export interface VkguideMaterial {
  readonly baseEffect: string;
  /** Slot → path. */
  readonly textures: ReadonlyMap<string, string>;
  readonly customProperties: ReadonlyMap<string, string>;
  readonly transparency: VkguideTransparency;
}

export function inspectVkguideMaterial(problems: Problems, file: AssetFile): VkguideMaterial | undefined {
  const fields = new JsonFields(file.metadata, problems, file.offsetOf);
  if (file.type !== 'MATX') {
    problems.add('bad-magic', 0, 'VkguideHeader.magic', `must be MATX, is ${file.type}`);
    return undefined;
  }
  const baseEffect = fields.string('baseEffect');
  const textures = fields.strings('textures');
  const customProperties = fields.strings('customProperties');
  const named = fields.has('transparency') ? fields.oneOf('transparency', ['transparent', 'masked']) : 'opaque';
  if (file.blob.byteLength > 0) {
    problems.add('trailing-bytes', file.blobOffset, 'blob', 'must be empty: a material is JSON alone');
  }
  if (baseEffect === undefined || textures === undefined || customProperties === undefined) return undefined;
  return named === undefined ? undefined : { baseEffect, textures, customProperties, transparency: named };
}

export const readVkguideMaterial = (file: AssetFile): VkguideMaterial =>
  decoded(inspectVkguideMaterial(new FirstProblem(), file));

export const decodeVkguideMaterial = (bytes: Uint8Array): VkguideMaterial =>
  readVkguideMaterial(decodeAssetFile(bytes));

/** Keys are sorted by code unit, so that equal materials give equal bytes. */
const sorted = (map: ReadonlyMap<string, string>): JsonObject =>
  Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));

export function vkguideMaterialMetadata(material: VkguideMaterial): JsonObject {
  const { baseEffect, textures, customProperties, transparency } = material;
  return {
    baseEffect,
    textures: sorted(textures),
    customProperties: sorted(customProperties),
    ...(transparency === 'opaque' ? {} : { transparency }),
  };
}

export const encodeVkguideMaterial = (material: VkguideMaterial): Uint8Array =>
  encodeAssetFile('MATX', vkguideMaterialMetadata(material), new Uint8Array(0));
