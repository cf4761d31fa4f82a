// The text form of a vkguide asset, read: one JSON object that a person can edit, with the keys of the binary form's JSON,
// plus `type`, `version`, and `blob`, the name of a file in the same folder with the binary form's blob. A prefab may contain its
// matrices instead, as `matrices`: lists of sixteen numbers.

import { type Problems, pathProblem } from '@assetc/formats';
import { bytesOf, decoded, FirstProblem, readText } from '@assetc/formats/declare';
import { JsonFields } from './json-fields.js';
import type { AssetFile, TextAsset } from './model.js';
import { inspectJson } from './read-container.js';

/** Whether bytes are the text form: the first character that is not white space is a brace. */
export function isTextAsset(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return byte === 0x7b;
  return false;
}

export function inspectTextAsset(bytes: Uint8Array, problems: Problems): TextAsset | undefined {
  const text = problems.attempt('file', () => readText(bytes, 0, bytes.byteLength, 'text'));
  const json = text === undefined ? undefined : inspectJson(text, 0, problems);
  if (json === undefined) return undefined;
  const fields = new JsonFields(json.metadata, problems, json.offsetOf);
  const type = fields.string('type');
  if (type !== undefined && !/^[ -~]{4}$/.test(type)) fields.wrong('type', 'four ASCII characters');
  const version = fields.count('version');
  if (version !== undefined && version > 0xffffffff) fields.wrong('version', 'at most 4294967295');
  const blobName = fields.has('blob') ? fields.string('blob') : undefined;
  if (blobName !== undefined && (pathProblem(blobName) !== undefined || blobName.includes('/'))) {
    fields.wrong('blob', 'the name of a file in the same folder');
  }
  let matrices: Float32Array | undefined;
  if (fields.has('matrices')) {
    if (type !== 'PRFB' || blobName !== undefined) fields.wrong('matrices', 'given only in a prefab without blob');
    const list = fields.list('matrices');
    if (list === undefined) return undefined;
    const numbers = list.flat().filter((value) => typeof value === 'number');
    const whole = list.every((matrix) => Array.isArray(matrix) && matrix.length === 16);
    if (!whole || numbers.length !== list.length * 16) return fields.wrong('matrices', 'lists of 16 numbers');
    matrices = Float32Array.from(numbers);
  }
  if (type === undefined || version === undefined) return undefined;
  const { type: _type, version: _version, blob: _blob, matrices: _matrices, ...metadata } = json.metadata;
  return { type, version, metadata, blobName, matrices, offsetOf: json.offsetOf };
}

/** Throws FormatError and nothing else. The caller then reads `blobName` and joins both with `textAssetFile`. */
export const parseTextAsset = (bytes: Uint8Array): TextAsset => decoded(inspectTextAsset(bytes, new FirstProblem()));

/** The same value that a binary file decodes to. Offsets in the blob are those of its own file. */
export function textAssetFile(asset: TextAsset, blob: Uint8Array | undefined): AssetFile {
  const { type, version, metadata, offsetOf, matrices } = asset;
  const inPlace = matrices === undefined ? new Uint8Array(0) : bytesOf(matrices);
  return { type, version, metadata, blob: blob ?? inPlace, blobOffset: 0, offsetOf };
}
