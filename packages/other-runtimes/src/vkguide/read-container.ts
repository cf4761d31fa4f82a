// The vkguide asset file, read: sixteen bytes, JSON, blob. Textures, meshes, materials and prefabs share it.

import type { Problems } from '@assetc/formats';
import { decoded, FirstProblem, fourccText, readText, writeText } from '@assetc/formats/declare';
import { isJsonObject } from './json-fields.js';
import { VKGUIDE_VERSION, VkguideHeader, type VkguideType } from './layout.js';
import type { AssetFile } from './model.js';

/** Parses JSON and finds keys in it; `start` is its offset in the file. */
export function inspectJson(text: string, start: number, problems: Problems) {
  let metadata: unknown;
  try {
    metadata = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    problems.add('bad-text', start, 'json', `is not valid JSON: ${reason}`);
    return undefined;
  }
  if (!isJsonObject(metadata)) {
    problems.add('bad-value', start, 'json', 'must be an object');
    return undefined;
  }
  // Cached: a list of a million wrong entries asks for the same key a million times.
  const found = new Map<string, number>();
  const offsetOf = (key: string): number => {
    const known = found.get(key);
    if (known !== undefined) return known;
    const at = text.indexOf(JSON.stringify(key));
    const offset = at < 0 ? start : start + writeText(text.slice(0, at)).byteLength;
    found.set(key, offset);
    return offset;
  };
  return { metadata, offsetOf };
}

export function inspectAssetFile(bytes: Uint8Array, problems: Problems): AssetFile | undefined {
  const header = VkguideHeader.inspect(bytes, 0, problems);
  const type = header === undefined ? undefined : fourccText(header.magic);
  if (header === undefined || type === undefined) return undefined;
  const blobOffset = VkguideHeader.size + header.jsonLength;
  const end = blobOffset + header.blobLength;
  if (end > bytes.byteLength) {
    problems.add('truncated', 8, 'VkguideHeader', `JSON and blob need ${end} bytes, the file has ${bytes.byteLength}`);
    return undefined;
  }
  if (end < bytes.byteLength) {
    problems.add('trailing-bytes', end, 'file', `${bytes.byteLength - end} bytes follow the blob`);
  }
  const text = problems.attempt('json', () => readText(bytes, VkguideHeader.size, blobOffset, 'JSON'));
  if (text === undefined) return undefined;
  const json = inspectJson(text, VkguideHeader.size, problems);
  if (json === undefined) return undefined;
  return { type, version: header.version, ...json, blob: bytes.subarray(blobOffset, end), blobOffset };
}

/** Whether a file has this type, in the version that we read. If not, the problem is reported. */
export function isOfType(file: AssetFile, type: VkguideType, problems: Problems): boolean {
  const isText = file.blobOffset === 0;
  if (file.type !== type) {
    problems.add('bad-magic', 0, 'VkguideHeader.magic', `must be ${type}, is ${file.type}`);
    return false;
  }
  if (file.version === VKGUIDE_VERSION) return true;
  const at = isText ? file.offsetOf('version') : VkguideHeader.offsetOf('version');
  problems.add('bad-version', at, isText ? 'json.version' : 'VkguideHeader.version', `must be ${VKGUIDE_VERSION}`);
  return false;
}

/**
 * Any type and version: the metadata is parsed, not checked; see the reader of each type. Throws FormatError and nothing else.
 *
 * @example
 * const { type, version, metadata, blob } = decodeAssetFile(bytes);
 * if (type === 'SNDS' && version === 3) play(metadata, blob);
 */
export const decodeAssetFile = (bytes: Uint8Array): AssetFile => decoded(inspectAssetFile(bytes, new FirstProblem()));
