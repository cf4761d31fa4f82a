// The vkguide asset file, read: sixteen bytes, JSON, blob. Textures, meshes, materials and prefabs share it.

import { decoded, FirstProblem } from '../core/first-problem.js';
import type { Problems } from '../core/problem.js';
import { readText, writeText } from '../core/text.js';
import { isJsonObject } from './json-fields.js';
import { MAGICS, VkguideHeader } from './layout.js';
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
  // Remembered: a list of a million wrong entries asks for the same key a million times.
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
  const type = header === undefined ? undefined : MAGICS.get(header.magic);
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
  return json === undefined ? undefined : { type, ...json, blob: bytes.subarray(blobOffset, end), blobOffset };
}

/** The metadata is parsed, not checked; see the reader of each type. Throws FormatError and nothing else. */
export const decodeAssetFile = (bytes: Uint8Array): AssetFile => decoded(inspectAssetFile(bytes, new FirstProblem()));
