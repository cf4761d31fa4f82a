// The vkguide asset file: sixteen bytes, JSON, blob. Textures, meshes, materials and prefabs share it.

import { decoded, FirstProblem } from '../core/first-problem.js';
import type { Problems } from '../core/problem.js';
import { u32 } from '../core/scalar.js';
import { field, fourcc, is, struct } from '../core/struct.js';
import { readText, writeText } from '../core/text.js';
import { isJsonObject, type JsonObject } from './json-fields.js';

export const VKGUIDE_TYPES = ['TEXI', 'MESH', 'MATX', 'PRFB'] as const;
export type VkguideType = (typeof VKGUIDE_TYPES)[number];
const MAGICS: ReadonlyMap<number, VkguideType> = new Map(VKGUIDE_TYPES.map((type) => [fourcc(type), type]));

export const VkguideHeader = struct('VkguideHeader', 16, 'Starts the file; JSON and then the blob follow.', {
  magic: field(u32, 'The bytes "TEXI", "MESH", "MATX" or "PRFB".', (v) =>
    MAGICS.has(v) ? undefined : `one of ${VKGUIDE_TYPES.join(', ')}`,
  ),
  version: field(u32, '1.', is(1)),
  jsonLength: field(u32, 'Bytes of the JSON.'),
  blobLength: field(u32, 'Bytes of the blob.'),
});

/** One asset, whether it came from a binary file or from its text form. */
export interface AssetFile {
  readonly type: VkguideType;
  readonly metadata: JsonObject;
  readonly blob: Uint8Array;
  /** Where the blob begins in the file that holds it. */
  readonly blobOffset: number;
  /** Where a key of the metadata stands in the file. */
  readonly offsetOf: (key: string) => number;
}

/** Parses JSON and finds keys in it; `start` is its offset in the file. */
export function inspectJson(problems: Problems, text: string, start: number) {
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

export function inspectAssetFile(problems: Problems, bytes: Uint8Array): AssetFile | undefined {
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
  const json = inspectJson(problems, text, VkguideHeader.size);
  return json === undefined ? undefined : { type, ...json, blob: bytes.subarray(blobOffset, end), blobOffset };
}

/** The metadata is parsed, not checked; see the reader of each type. Throws FormatError and nothing else. */
export const decodeAssetFile = (bytes: Uint8Array): AssetFile => decoded(inspectAssetFile(new FirstProblem(), bytes));

/** `metadata` is written with its keys in the order given. */
export function encodeAssetFile(type: VkguideType, metadata: JsonObject, blob: Uint8Array): Uint8Array {
  const json = writeText(JSON.stringify(metadata));
  const bytes = new Uint8Array(VkguideHeader.size + json.byteLength + blob.byteLength);
  const lengths = { jsonLength: json.byteLength, blobLength: blob.byteLength };
  VkguideHeader.write(bytes, 0, { magic: fourcc(type), version: 1, ...lengths });
  bytes.set(json, VkguideHeader.size);
  bytes.set(blob, VkguideHeader.size + json.byteLength);
  return bytes;
}
