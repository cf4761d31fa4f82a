// vkguide materials (`.mat`, MATX), read: only JSON, no blob.

import type { Problems } from '@assetc/formats';
import { decoded, FirstProblem } from '@assetc/formats/declare';
import { JsonFields } from './json-fields.js';
import type { AssetFile, VkguideMaterial } from './model.js';
import { decodeAssetFile, isOfType } from './read-container.js';

export function inspectVkguideMaterial(file: AssetFile, problems: Problems): VkguideMaterial | undefined {
  const fields = new JsonFields(file.metadata, problems, file.offsetOf);
  if (!isOfType(file, 'MATX', problems)) return undefined;
  const baseEffect = fields.string('baseEffect');
  const textures = fields.strings('textures');
  const customProperties = fields.strings('customProperties');
  const named = fields.has('transparency') ? fields.oneOf('transparency', ['transparent', 'masked']) : 'opaque';
  if (file.blob.byteLength > 0) {
    problems.add('trailing-bytes', file.blobOffset, 'blob', 'must be empty: a material is only JSON');
  }
  if (baseEffect === undefined || textures === undefined || customProperties === undefined) return undefined;
  return named === undefined ? undefined : { baseEffect, textures, customProperties, transparency: named };
}

/** From a binary file or a text form that has been opened. Throws FormatError and nothing else. */
export const readVkguideMaterial = (file: AssetFile): VkguideMaterial =>
  decoded(inspectVkguideMaterial(file, new FirstProblem()));

/** A binary `.mat`. Throws FormatError and nothing else. */
export const decodeVkguideMaterial = (bytes: Uint8Array): VkguideMaterial =>
  readVkguideMaterial(decodeAssetFile(bytes));
