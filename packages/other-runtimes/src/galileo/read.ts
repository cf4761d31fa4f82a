// Reads Galileo meshes. Attribute arrays are views into the file if memory is aligned; extensions are kept.

import type { Problems } from '@assetc/formats';
import { decoded, FirstProblem, type TypedArrayType, typedSection, xxh3 } from '@assetc/formats/declare';
import { GaliExtensionInfo, GaliGroup, GaliHeader, GaliMesh, TABLES_START } from './layout.js';
import type { Gali, GaliExtension, GaliVertexGroup } from './model.js';

/** Checks the checksum too. Throws FormatError and nothing else. */
export const decodeGali = (bytes: Uint8Array): Gali => decoded(inspectGali(bytes, new FirstProblem()));

interface Channels {
  readonly texcoordChannels: number;
  readonly colorChannels: number;
  readonly jointWeightChannels: number;
}

function sliceBytes(indexCount: number, vertexCount: number, channels: Channels): number {
  const { texcoordChannels, colorChannels, jointWeightChannels } = channels;
  return indexCount * 4 + vertexCount * (40 + 4 * texcoordChannels + 4 * colorChannels + 16 * jointWeightChannels);
}

export function inspectGali(bytes: Uint8Array, problems: Problems): Gali | undefined {
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
    const group = inspectGroup(bytes, i, bufferStart, end, expected, problems);
    if (group === undefined) return undefined;
    groups.push(group.value);
    expected = group.end;
  }
  const extensions = inspectExtensions(
    bytes,
    extensionsStart,
    mesh.extensionCount,
    bufferStart,
    end,
    expected,
    problems,
  );
  if (extensions === undefined) return undefined;
  const { center, halfExtents, nextExtension } = mesh;
  return { uuid: Uint8Array.from(header.uuid), center, halfExtents, groups, extensions, nextExtension };
}

function inspectGroup(
  bytes: Uint8Array,
  index: number,
  bufferStart: number,
  bufferEnd: number,
  expected: number,
  problems: Problems,
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
  bytes: Uint8Array,
  start: number,
  count: number,
  bufferStart: number,
  bufferEnd: number,
  slicesEnd: number,
  problems: Problems,
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
      problems.add('bad-range', at + 20, `extensions[${i}].dataBegin`, 'must be in the buffer, after the slices');
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
