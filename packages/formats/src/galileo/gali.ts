// Reads and writes Galileo meshes. Attribute arrays are views into the file where memory is aligned; extensions are kept
// by the reader and never written.

import { xxh3 } from '../codec/xxh3.js';
import { decoded, FirstProblem } from '../core/first-problem.js';
import type { Problems } from '../core/problem.js';
import { bytesOf, type TypedArrayType, typedSection } from '../core/typed-section.js';
import { GALI_MAGIC, GALI_TYPE_MESH, GaliExtensionInfo, GaliGroup, GaliHeader, GaliMesh } from './gali-layout.js';

export interface GaliGroupModel {
  readonly center: readonly number[];
  readonly halfExtents: readonly number[];
  readonly indices: Uint32Array;
  /** Three floats a vertex; so are the normals. */
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** Four floats a vertex; w is the handedness. */
  readonly tangents: Float32Array;
  /** Per channel two unorm values a vertex. */
  readonly texcoords: readonly Uint16Array[];
  /** Per channel four bytes a vertex. */
  readonly colors: readonly Uint8Array[];
  /** Per channel four joints a vertex, and as many unorm weights. */
  readonly joints: readonly Uint16Array[];
  readonly weights: readonly Uint16Array[];
}

export interface GaliModel {
  readonly uuid: Uint8Array;
  readonly center: readonly number[];
  readonly halfExtents: readonly number[];
  readonly groups: readonly GaliGroupModel[];
}

export interface GaliVertexGroup extends GaliGroupModel {
  readonly vertexCount: number;
  readonly extensionChannels: number;
  /** Attributes that only an extension can explain. */
  readonly extensionAttributes: Uint8Array;
  readonly nextExtension: number;
  /** In the file. */
  readonly byteOffset: number;
}

export interface GaliExtension {
  readonly name: string;
  readonly version: number;
  /** From its start to that of the extension behind it, or to the end of the buffer. */
  readonly data: Uint8Array;
  readonly next: number;
}

export interface Gali extends GaliModel {
  readonly groups: readonly GaliVertexGroup[];
  readonly extensions: readonly GaliExtension[];
  readonly nextExtension: number;
}

const TABLES_START = GaliHeader.size + GaliMesh.size;

interface Channels {
  readonly texcoordChannels: number;
  readonly colorChannels: number;
  readonly jointWeightChannels: number;
}

function sliceBytes(indexCount: number, vertexCount: number, channels: Channels): number {
  const { texcoordChannels, colorChannels, jointWeightChannels } = channels;
  return indexCount * 4 + vertexCount * (40 + 4 * texcoordChannels + 4 * colorChannels + 16 * jointWeightChannels);
}

export function inspectGali(problems: Problems, bytes: Uint8Array): Gali | undefined {
  const header = GaliHeader.inspect(bytes, 0, problems);
  const mesh = header === undefined ? undefined : GaliMesh.inspect(bytes, GaliHeader.size, problems);
  if (header === undefined || mesh === undefined) return undefined;
  if (xxh3(bytes.subarray(GaliHeader.size)) !== header.checksum) {
    problems.add('bad-value', GaliHeader.offsetOf('checksum'), 'GaliHeader.checksum', 'must be that of the contents');
  }
  const extensionsStart = TABLES_START + mesh.vertexGroupCount * GaliGroup.size;
  const bufferStart = extensionsStart + mesh.extensionCount * GaliExtensionInfo.size;
  const end = bufferStart + Number(mesh.bufferSize);
  if (end > bytes.byteLength) {
    problems.add(
      'truncated',
      GaliHeader.size,
      'GaliMesh',
      `tables and buffer need ${end} bytes, the file has ${bytes.byteLength}`,
    );
    return undefined;
  }
  if (end < bytes.byteLength) {
    problems.add('trailing-bytes', end, 'file', `${bytes.byteLength - end} bytes follow the buffer`);
  }
  const groups: GaliVertexGroup[] = [];
  let expected = 0;
  for (let i = 0; i < mesh.vertexGroupCount; i++) {
    const group = inspectGroup(problems, bytes, i, bufferStart, end, expected);
    if (group === undefined) return undefined;
    groups.push(group.value);
    expected = group.end;
  }
  const extensions = inspectExtensions(
    problems,
    bytes,
    extensionsStart,
    mesh.extensionCount,
    bufferStart,
    end,
    expected,
  );
  if (extensions === undefined) return undefined;
  const { center, halfExtents, nextExtension } = mesh;
  return { uuid: Uint8Array.from(header.uuid), center, halfExtents, groups, extensions, nextExtension };
}

function inspectGroup(
  problems: Problems,
  bytes: Uint8Array,
  index: number,
  bufferStart: number,
  bufferEnd: number,
  expected: number,
): { readonly value: GaliVertexGroup; readonly end: number } | undefined {
  const at = TABLES_START + index * GaliGroup.size;
  const label = `groups[${index}]`;
  const info = GaliGroup.inspect(bytes, at, problems, label);
  if (info === undefined) return undefined;
  const { indexCount, vertexCount, texcoordChannels, colorChannels, jointWeightChannels } = info;
  const known = sliceBytes(indexCount, vertexCount, info);
  const size = Number(info.sliceSize);
  if (Number(info.sliceBegin) !== expected) {
    problems.add('bad-range', at + 24, `${label}.sliceBegin`, `must be ${expected}, the end of the slice before`);
    return undefined;
  }
  if (size < known || (size > known && info.extensionChannels === 0)) {
    problems.add('bad-value', at + 32, `${label}.sliceSize`, `must be ${known} for its counts`);
    return undefined;
  }
  if (bufferStart + expected + size > bufferEnd) {
    problems.add('bad-range', at + 32, `${label}.sliceSize`, 'ends beyond the buffer');
    return undefined;
  }
  let cursor = bufferStart + expected;
  const next = <T>(type: TypedArrayType<T>, count: number): T => {
    const start = cursor;
    cursor += count * type.BYTES_PER_ELEMENT;
    return typedSection(type, bytes, start, count);
  };
  const channels = <T>(count: number, type: TypedArrayType<T>, width: number): T[] => {
    const out: T[] = [];
    for (let i = 0; i < count; i++) out.push(next(type, vertexCount * width));
    return out;
  };
  const value: GaliVertexGroup = {
    center: info.center,
    halfExtents: info.halfExtents,
    vertexCount,
    byteOffset: cursor,
    indices: next(Uint32Array, indexCount),
    positions: next(Float32Array, vertexCount * 3),
    normals: next(Float32Array, vertexCount * 3),
    tangents: next(Float32Array, vertexCount * 4),
    texcoords: channels(texcoordChannels, Uint16Array, 2),
    colors: channels(colorChannels, Uint8Array, 4),
    joints: channels(jointWeightChannels, Uint16Array, 4),
    weights: channels(jointWeightChannels, Uint16Array, 4),
    extensionChannels: info.extensionChannels,
    extensionAttributes: next(Uint8Array, size - known),
    nextExtension: info.nextExtension,
  };
  return { value, end: expected + size };
}

function inspectExtensions(
  problems: Problems,
  bytes: Uint8Array,
  start: number,
  count: number,
  bufferStart: number,
  bufferEnd: number,
  slicesEnd: number,
): readonly GaliExtension[] | undefined {
  const infos: { readonly name: string; readonly version: number; readonly begin: number; readonly next: number }[] =
    [];
  for (let i = 0; i < count; i++) {
    const at = start + i * GaliExtensionInfo.size;
    const info = GaliExtensionInfo.inspect(bytes, at, problems, `extensions[${i}]`);
    if (info === undefined) return undefined;
    const length = info.name.indexOf(0) < 0 ? info.name.length : info.name.indexOf(0);
    const text = info.name.slice(0, length);
    if (length === 0 || text.some((c) => c < 0x20 || c > 0x7e) || info.name.slice(length).some((c) => c !== 0)) {
      problems.add('bad-text', at, `extensions[${i}].name`, 'must be ASCII, padded with zeros');
    }
    const begin = Number(info.dataBegin);
    if (begin < slicesEnd || bufferStart + begin > bufferEnd) {
      problems.add('bad-range', at + 20, `extensions[${i}].dataBegin`, 'must lie in the buffer behind the slices');
      return undefined;
    }
    infos.push({ name: String.fromCharCode(...text), version: info.version, begin, next: info.next });
  }
  if (count === 0 && bufferStart + slicesEnd < bufferEnd) {
    const extra = bufferEnd - bufferStart - slicesEnd;
    problems.add('bad-value', GaliHeader.size + 32, 'GaliMesh.bufferSize', `${extra} bytes belong to no slice`);
  }
  const begins = infos.map((info) => info.begin).sort((a, b) => a - b);
  return infos.map(({ name, version, begin, next }) => {
    const behind = begins.find((other) => other > begin);
    const end = behind === undefined ? bufferEnd : bufferStart + behind;
    return { name, version, next, data: bytes.subarray(bufferStart + begin, end) };
  });
}

/** Checks the checksum too. Throws FormatError and nothing else. */
export const decodeGali = (bytes: Uint8Array): Gali => decoded(inspectGali(new FirstProblem(), bytes));

export function encodeGali(model: GaliModel): Uint8Array {
  if (model.uuid.length !== 16) throw new Error('a UUID has 16 bytes');
  const slices = model.groups.map(partsOf);
  const sizes = slices.map((parts) => parts.reduce((sum, part) => sum + part.byteLength, 0));
  const bufferStart = TABLES_START + model.groups.length * GaliGroup.size;
  const bufferSize = sizes.reduce((sum, size) => sum + size, 0);
  const bytes = new Uint8Array(bufferStart + bufferSize);
  GaliMesh.write(bytes, GaliHeader.size, {
    center: model.center,
    halfExtents: model.halfExtents,
    vertexGroupCount: model.groups.length,
    extensionCount: 0,
    bufferSize: BigInt(bufferSize),
    nextExtension: 0,
  });
  let at = 0;
  for (const [i, group] of model.groups.entries()) {
    GaliGroup.write(bytes, TABLES_START + i * GaliGroup.size, {
      center: group.center,
      halfExtents: group.halfExtents,
      sliceBegin: BigInt(at),
      sliceSize: BigInt(sizes[i] ?? 0),
      indexCount: group.indices.length,
      vertexCount: group.positions.length / 3,
      texcoordChannels: group.texcoords.length,
      colorChannels: group.colors.length,
      jointWeightChannels: group.joints.length,
      extensionChannels: 0,
      nextExtension: 0,
    });
    for (const part of slices[i] ?? []) {
      bytes.set(part, bufferStart + at);
      at += part.byteLength;
    }
  }
  GaliHeader.write(bytes, 0, {
    magic: GALI_MAGIC,
    specMajor: 0,
    specMinor: 1,
    specPatch: 0,
    uuid: [...model.uuid],
    type: GALI_TYPE_MESH,
    checksum: xxh3(bytes.subarray(GaliHeader.size)),
  });
  return bytes;
}

function partsOf(group: GaliGroupModel, index: number): readonly Uint8Array[] {
  const { indices, positions, normals, tangents, texcoords, colors, joints, weights } = group;
  const count = positions.length / 3;
  const check = (what: string, length: number, width: number) => {
    if (length !== count * width) throw new Error(`group ${index}: ${what} do not match ${count} vertices`);
  };
  check('normals', normals.length, 3);
  check('tangents', tangents.length, 4);
  for (const channel of texcoords) check('texcoords', channel.length, 2);
  for (const channel of [...colors, ...joints, ...weights]) check('colours, joints and weights', channel.length, 4);
  if (joints.length !== weights.length) throw new Error(`group ${index}: joints and weights do not match`);
  for (const channels of [texcoords, colors, joints]) {
    if (channels.length > 255) throw new Error(`group ${index}: more than 255 channels of one kind`);
  }
  return [indices, positions, normals, tangents, ...texcoords, ...colors, ...joints, ...weights].map(bytesOf);
}

/** The first sixteen bytes of a digest (SHA-256 of `assetc:` + source ref) in the layout of a version 4 UUID. */
export function galiUuid(digest: Uint8Array): Uint8Array {
  if (digest.length < 16) throw new Error('a UUID needs 16 bytes of a digest');
  const uuid = new Uint8Array(digest.subarray(0, 16));
  uuid[6] = ((uuid[6] ?? 0) & 0x0f) | 0x40;
  uuid[8] = ((uuid[8] ?? 0) & 0x3f) | 0x80;
  return uuid;
}

/** `xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx`. */
export function formatUuid(uuid: Uint8Array): string {
  const hex = [...uuid].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
