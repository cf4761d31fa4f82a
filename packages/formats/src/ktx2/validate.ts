// Every rule of the KTX 2.0 container that can be checked without decompressing: the errors of `ktx validate`. Its warnings are in
// `adviseKtx2`, so that files from other tools do not count as broken for style.

import { type Problem, Problems } from '../core/problem.js';
import { alignUp } from '../core/struct.js';
import { KTX2_IDENTIFIER, Ktx2Header, type Ktx2HeaderFields, Ktx2LevelIndex, Supercompression } from './layout.js';
import {
  fullLevelCount,
  levelAlignment,
  levelByteLength,
  placeLevels,
  type TexelBlock,
  texelBlockOf,
} from './level-layout.js';
import { decodeKtx2 } from './read.js';
import { decodeDataFormat } from './read-data-format.js';
import { decodeKeyValues } from './read-key-values.js';
import { checkDataFormat } from './validate-data-format.js';
import { checkGlobalData } from './validate-global-data.js';
import { checkKeyValues } from './validate-key-values.js';
import { ColorModel, VkFormat, vkFormatInfo } from './vk-format.js';

const VENDOR_SCHEMES = 0x10000;

/** Returns every broken rule of KTX 2.0 that can be checked without decompressing. */
export function validateKtx2(bytes: Uint8Array): readonly Problem[] {
  const problems = new Problems();
  const header = Ktx2Header.inspect(bytes, 0, problems);
  if (header === undefined) return problems.list();
  if (header.identifier.some((byte, i) => byte !== KTX2_IDENTIFIER[i])) {
    problems.add('bad-magic', 0, 'Ktx2Header.identifier', 'must be that of KTX 2.0');
    return problems.list();
  }
  const stored = Math.max(1, header.levelCount);
  const indexEnd = Ktx2Header.size + stored * Ktx2LevelIndex.size;
  const indexFits = indexEnd <= bytes.byteLength;
  if (!indexFits) problems.add('truncated', Ktx2Header.size, 'Ktx2LevelIndex', `${stored} levels do not fit`);

  checkIndex(header, indexEnd, bytes, problems);
  const format = problems.attempt('DFD', () => decodeDataFormat(bytes, header.dfdByteOffset, header.dfdByteLength));
  checkHeader(header, format?.basic?.colorModel, problems);
  if (format !== undefined) checkDataFormat(header, format, header.dfdByteOffset, problems);
  const entries = problems.attempt('KVD', () => decodeKeyValues(bytes, header.kvdByteOffset, header.kvdByteLength));
  if (entries !== undefined) checkKeyValues(header, bytes, entries, problems);
  if (indexFits) checkLevels(header, bytes, texelBlockOf(header.vkFormat, format?.basic), problems);
  return problems.list();
}

/** Returns the warnings of `ktx validate`: the file loads, but its writer should be fixed. */
export function adviseKtx2(bytes: Uint8Array): readonly Problem[] {
  const problems = new Problems();
  const ktx = problems.attempt('Ktx2', () => decodeKtx2(bytes));
  if (ktx === undefined) return problems.list();
  if (!ktx.keyValues.some(({ key }) => key === 'KTXwriter')) {
    problems.add('missing', Ktx2Header.offsetOf('kvdByteOffset'), 'KVD', 'KTXwriter should be given');
  }
  for (const { key, value } of ktx.keyValues) {
    if (['KTXwriter', 'KTXorientation', 'KTXswizzle', 'KTXwriterScParams'].includes(key) && value.at(-1) !== 0) {
      problems.add('bad-text', Ktx2Header.offsetOf('kvdByteOffset'), 'KVD', `${key} should end with NUL`);
    }
  }
  const { basic } = ktx.dataFormat;
  if (basic?.bytesPlane[0] === 0 && ktx.supercompressionScheme !== Supercompression.basisLz) {
    const at = Ktx2Header.offsetOf('dfdByteOffset');
    problems.add('bad-value', at, 'DFD.bytesPlane0', 'should keep the block size under supercompression');
  }
  if (ktx.pixelDepth > 0 && ktx.layerCount > 0) {
    const at = Ktx2Header.offsetOf('layerCount');
    problems.add(
      'unsupported',
      at,
      'Ktx2Header.layerCount',
      'arrays of 3D textures are not supported by graphics APIs',
    );
  }
  return problems.list();
}

function checkHeader(header: Ktx2HeaderFields, model: number | undefined, problems: Problems): void {
  const rule = (ok: boolean, name: keyof Ktx2HeaderFields, wanted: string) => {
    if (!ok) problems.add('bad-value', Ktx2Header.offsetOf(name), `Ktx2Header.${name}`, `must be ${wanted}`);
  };
  const info = vkFormatInfo(header.vkFormat);
  const { pixelWidth, pixelHeight, pixelDepth, faceCount, levelCount, supercompressionScheme: scheme } = header;
  rule(info?.prohibited !== true, 'vkFormat', 'a format that KTX 2.0 allows');
  const isBasis = header.vkFormat === VkFormat.undefined && (model === ColorModel.uastc || model === ColorModel.etc1s);
  const typeSize = info?.typeSize ?? (isBasis ? 1 : undefined);
  if (typeSize !== undefined) rule(header.typeSize === typeSize, 'typeSize', `${typeSize}`);
  else rule([1, 2, 4, 8].includes(header.typeSize), 'typeSize', '1, 2, 4 or 8');
  rule(
    scheme <= Supercompression.zlib || (scheme >= VENDOR_SCHEMES && scheme < 2 * VENDOR_SCHEMES),
    'supercompressionScheme',
    '0, 1, 2 or 3',
  );
  rule(scheme !== Supercompression.basisLz || header.vkFormat === 0, 'vkFormat', '0 under BasisLZ');
  rule(pixelWidth > 0, 'pixelWidth', 'at least 1');
  const isBlock = info?.compressed === true || isBasis;
  rule(!isBlock || pixelHeight > 0, 'pixelHeight', 'at least 1 for block formats');
  rule(pixelDepth === 0 || pixelHeight > 0, 'pixelHeight', 'at least 1 when there is a depth');
  rule(info?.depthStencil !== true || pixelDepth === 0, 'pixelDepth', '0 for depth and stencil formats');
  rule(faceCount === 1 || faceCount === 6, 'faceCount', '1 or 6');
  rule(faceCount !== 6 || pixelWidth === pixelHeight, 'pixelHeight', 'equal to pixelWidth for cubemaps');
  rule(faceCount !== 6 || pixelDepth === 0, 'pixelDepth', '0 for cubemaps');
  rule(!isBlock || levelCount > 0, 'levelCount', 'at least 1 for block formats');
  const most = fullLevelCount(header);
  rule(levelCount <= most, 'levelCount', `at most ${most} for this size`);
}

function checkIndex(header: Ktx2HeaderFields, indexEnd: number, bytes: Uint8Array, problems: Problems): void {
  const rule = (ok: boolean, name: keyof Ktx2HeaderFields, wanted: string) => {
    if (!ok) problems.add('bad-range', Ktx2Header.offsetOf(name), `Ktx2Header.${name}`, `must be ${wanted}`);
  };
  const { dfdByteOffset, dfdByteLength, kvdByteOffset, kvdByteLength, sgdByteOffset, sgdByteLength } = header;
  rule(dfdByteOffset === indexEnd, 'dfdByteOffset', `${indexEnd}, the end of the level index`);
  rule(dfdByteLength >= 44 && dfdByteLength % 4 === 0, 'dfdByteLength', 'at least 44 and a multiple of 4');
  const dfdEnd = dfdByteOffset + dfdByteLength;
  if (dfdByteLength >= 4 && dfdEnd <= bytes.byteLength) {
    const total = new DataView(bytes.buffer, bytes.byteOffset).getUint32(dfdByteOffset, true);
    if (total !== dfdByteLength) {
      problems.add('bad-value', dfdByteOffset, 'DFD.totalSize', `must be ${dfdByteLength}, as in the header`);
    }
  }
  const kvdWanted = kvdByteLength === 0 ? 0 : alignUp(dfdEnd, 4);
  rule(kvdByteOffset === kvdWanted, 'kvdByteOffset', `${kvdWanted}`);
  rule(kvdByteLength % 4 === 0, 'kvdByteLength', 'a multiple of 4');
  const metadataEnd = kvdByteLength === 0 ? dfdEnd : kvdByteOffset + kvdByteLength;
  const sgdWanted = sgdByteLength === 0n ? 0 : alignUp(metadataEnd, 8);
  rule(sgdByteOffset === BigInt(sgdWanted), 'sgdByteOffset', `${sgdWanted}`);
  const isLz = header.supercompressionScheme === Supercompression.basisLz;
  const needsNone = header.supercompressionScheme < VENDOR_SCHEMES && !isLz;
  rule(!isLz || sgdByteLength > 0n, 'sgdByteLength', 'more than 0 under BasisLZ');
  rule(!needsNone || sgdByteLength === 0n, 'sgdByteLength', '0 without BasisLZ');
  if (sgdByteLength > 0n) {
    if (sgdByteOffset + sgdByteLength > BigInt(bytes.byteLength)) {
      problems.add('truncated', Ktx2Header.offsetOf('sgdByteOffset'), 'SGD', 'ends beyond the file');
    } else {
      checkZero(bytes, metadataEnd, Number(sgdByteOffset), 'SGD.padding', problems);
      if (isLz) checkGlobalData(header, bytes, problems);
    }
  }
}

function checkLevels(
  header: Ktx2HeaderFields,
  bytes: Uint8Array,
  block: TexelBlock | undefined,
  problems: Problems,
): void {
  const stored = Math.max(1, header.levelCount);
  const scheme = header.supercompressionScheme;
  const lengths: number[] = [];
  const offsets: number[] = [];
  for (let i = 0; i < stored; i++) {
    const at = Ktx2Header.size + i * Ktx2LevelIndex.size;
    const entry = Ktx2LevelIndex.read(bytes, at);
    const field = `Ktx2LevelIndex[${i}]`;
    if (entry.byteOffset + entry.byteLength > BigInt(bytes.byteLength)) {
      const end = entry.byteOffset + entry.byteLength;
      problems.add('bad-range', at, `${field}.byteOffset`, `ends at ${end}, the file at ${bytes.byteLength}`);
    }
    if (entry.byteLength === 0n) problems.add('bad-value', at + 8, `${field}.byteLength`, 'must not be 0');
    const plain = entry.uncompressedByteLength;
    const wanted = block === undefined ? undefined : levelByteLength(block, header, i);
    if (scheme === Supercompression.basisLz) {
      if (plain !== 0n)
        problems.add('bad-value', at + 16, `${field}.uncompressedByteLength`, 'must be 0 under BasisLZ');
    } else if (wanted !== undefined && plain !== BigInt(wanted)) {
      problems.add('bad-value', at + 16, `${field}.uncompressedByteLength`, `must be ${wanted} for its size`);
    }
    if (scheme === Supercompression.none && entry.byteLength !== plain) {
      problems.add('bad-value', at + 8, `${field}.byteLength`, `must be ${plain}, as nothing is compressed`);
    }
    offsets.push(Number(entry.byteOffset));
    lengths.push(Number(entry.byteLength));
  }
  checkPlaces(header, bytes, offsets, lengths, levelAlignment(scheme, block), problems);
}

/** Levels are stored smallest first, without gaps except for alignment, and nothing follows the largest. */
function checkPlaces(
  header: Ktx2HeaderFields,
  bytes: Uint8Array,
  offsets: readonly number[],
  lengths: readonly number[],
  alignment: number,
  problems: Problems,
): void {
  const { kvdByteOffset, kvdByteLength, dfdByteOffset, dfdByteLength, sgdByteOffset, sgdByteLength } = header;
  const start = Math.max(
    dfdByteOffset + dfdByteLength,
    kvdByteOffset + kvdByteLength,
    Number(sgdByteOffset + sgdByteLength),
  );
  let end = start;
  for (let i = offsets.length - 1; i >= 0; i--) {
    const offset = offsets[i] ?? 0;
    const at = Ktx2Header.size + i * Ktx2LevelIndex.size;
    const field = `Ktx2LevelIndex[${i}].byteOffset`;
    if (offset % alignment !== 0) problems.add('bad-alignment', at, field, `must be a multiple of ${alignment}`);
    if (offset < end) {
      const what = i === offsets.length - 1 ? 'the metadata' : `level ${i + 1}, which must come first`;
      problems.add('bad-order', at, field, `overlaps or precedes ${what}`);
    } else if (offset !== alignUp(end, alignment)) {
      problems.add('bad-range', at, field, `must be ${alignUp(end, alignment)}: gaps between levels are not allowed`);
    } else {
      checkZero(bytes, end, offset, `level ${i}.padding`, problems);
    }
    end = Math.max(end, offset + (lengths[i] ?? 0));
  }
  const wanted = placeLevels(lengths, start, alignment).end;
  if (bytes.byteLength > end && end >= wanted) {
    problems.add('trailing-bytes', end, 'file', `${bytes.byteLength - end} bytes follow the last level`);
  }
}

function checkZero(bytes: Uint8Array, from: number, to: number, field: string, problems: Problems): void {
  const stop = Math.min(to, bytes.byteLength);
  for (let at = from; at < stop; at++) {
    if (bytes[at] !== 0) {
      problems.add('bad-value', at, field, 'must be zero');
      return;
    }
  }
}
