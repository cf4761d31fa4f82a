// The text form of a vkguide asset: one JSON object that a person can edit, with the keys of the binary form's JSON, and
// besides them `type`, `version`, and `blob`, the name of a sibling file with the binary form's blob. A prefab may give
// its matrices in place, as `matrices`: lists of sixteen numbers.

import { decoded, FirstProblem } from '../core/first-problem.js';
import { type Problem, Problems } from '../core/problem.js';
import { pathProblem } from '../core/relative-path.js';
import { readText } from '../core/text.js';
import { bytesOf } from '../core/typed-section.js';
import { type AssetFile, inspectJson, VKGUIDE_TYPES, type VkguideType } from './container.js';
import { JsonFields, type JsonObject } from './json-fields.js';
import { checkVkguideAsset } from './validate-vkguide.js';

export interface TextAsset {
  readonly type: VkguideType;
  /** Without `type`, `version`, `blob` and `matrices`. */
  readonly metadata: JsonObject;
  /** The file beside this one that holds the blob. */
  readonly blobName: string | undefined;
  readonly matrices: Float32Array | undefined;
  readonly offsetOf: (key: string) => number;
}

/** Whether bytes are to be read as text: the first one that is not white space is a brace. */
export function isTextAsset(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return byte === 0x7b;
  return false;
}

function inspectTextAsset(problems: Problems, bytes: Uint8Array): TextAsset | undefined {
  const text = problems.attempt('file', () => readText(bytes, 0, bytes.byteLength, 'text'));
  const json = text === undefined ? undefined : inspectJson(problems, text, 0);
  if (json === undefined) return undefined;
  const fields = new JsonFields(json.metadata, problems, json.offsetOf);
  const type = fields.oneOf('type', VKGUIDE_TYPES);
  const version = fields.count('version');
  if (version !== undefined && version !== 1) fields.wrong('version', '1');
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
  if (type === undefined) return undefined;
  const { type: _type, version: _version, blob: _blob, matrices: _matrices, ...metadata } = json.metadata;
  return { type, metadata, blobName, matrices, offsetOf: json.offsetOf };
}

/** Throws FormatError and nothing else. The caller then reads `blobName` and joins both with `textAssetFile`. */
export const parseTextAsset = (bytes: Uint8Array): TextAsset => decoded(inspectTextAsset(new FirstProblem(), bytes));

/** The same thing that a binary file decodes to; offsets in the blob are those of the sibling file. */
export function textAssetFile(asset: TextAsset, blob: Uint8Array | undefined): AssetFile {
  const { type, metadata, offsetOf, matrices } = asset;
  const inPlace = matrices === undefined ? new Uint8Array(0) : bytesOf(matrices);
  return { type, metadata, blob: blob ?? inPlace, blobOffset: 0, offsetOf };
}

/** Every problem of the text and of what it says about the blob. */
export function validateTextAsset(bytes: Uint8Array, blob: Uint8Array | undefined): readonly Problem[] {
  const problems = new Problems();
  const asset = inspectTextAsset(problems, bytes);
  if (asset === undefined) return problems.list();
  if (asset.blobName !== undefined && blob === undefined) {
    problems.add('missing', asset.offsetOf('blob'), 'json.blob', `${asset.blobName} does not exist`);
    return problems.list();
  }
  checkVkguideAsset(problems, textAssetFile(asset, blob));
  return problems.list();
}

/** Two spaces of indent and a last newline; matrices in place when no name is given for a prefab's blob. */
export function formatTextAsset(file: AssetFile, blobName?: string): string {
  const { type, metadata, blob } = file;
  if (blobName === undefined && blob.byteLength > 0 && type !== 'PRFB') throw new Error(`a ${type} needs a blob name`);
  const head = { type, version: 1, ...(blobName === undefined ? {} : { blob: blobName }) };
  const matrices = blobName === undefined && type === 'PRFB' ? { matrices: matrixLists(blob) } : {};
  return `${JSON.stringify({ ...head, ...metadata, ...matrices }, null, 2)}\n`;
}

function matrixLists(blob: Uint8Array): readonly (readonly number[])[] {
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
  return Array.from({ length: Math.floor(blob.byteLength / 64) }, (_, m) =>
    Array.from({ length: 16 }, (_, i) => view.getFloat32(m * 64 + i * 4, true)),
  );
}
