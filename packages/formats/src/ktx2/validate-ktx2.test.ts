// One named test per rule of the KTX2 validator: a good file, one change, the problem that must be found.

import { describe, expect, it } from 'vitest';
import { etc1s, rgba8, rgba16fLut, uastc2d, uastcArray, uastcCube, uastcInput } from '../testing/ktx2-samples.js';
import { encodeKtx2 } from './encode.js';
import { textEntry } from './encode-key-values.js';
import type { KeyValue } from './model.js';
import { adviseKtx2, validateKtx2 } from './validate.js';

type Change = (view: DataView, bytes: Uint8Array) => void;
const set =
  (at: number, value: number): Change =>
  (view) =>
    view.setUint32(at, value, true);
const inDfd =
  (at: number, value: number): Change =>
  (view, bytes) => {
    bytes[view.getUint32(48, true) + at] = value;
  };
const level =
  (index: number, part: number, change: (value: bigint) => bigint): Change =>
  (view) => {
    const at = 80 + 24 * index + 8 * part;
    view.setBigUint64(at, change(view.getBigUint64(at, true)), true);
  };
const rawSrgb = () => rgba8('srgb', { pixelWidth: 4, pixelHeight: 4 }, 1);
const raw3d = () => rgba8('linear', { pixelWidth: 2, pixelHeight: 2, pixelDepth: 2 }, 1);

function found(make: () => Uint8Array, change: Change) {
  const bytes = make();
  change(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes);
  return validateKtx2(bytes).map(({ code, field }) => `${code} ${field}`);
}

describe('validateKtx2 rejects', () => {
  it.each<[string, () => Uint8Array, Change, string]>([
    ['a wrong identifier', uastc2d, set(0, 1), 'bad-magic Ktx2Header.identifier'],
    ['a prohibited format', rawSrgb, set(12, 39), 'bad-value Ktx2Header.vkFormat'],
    ['a typeSize that is not the format’s', rawSrgb, set(16, 4), 'bad-value Ktx2Header.typeSize'],
    ['a typeSize of UASTC other than 1', uastc2d, set(16, 2), 'bad-value Ktx2Header.typeSize'],
    ['a typeSize of RGBA16F other than 2', rgba16fLut, set(16, 1), 'bad-value Ktx2Header.typeSize'],
    ['a width of 0', uastc2d, set(20, 0), 'bad-value Ktx2Header.pixelWidth'],
    ['a block format without height', uastc2d, set(24, 0), 'bad-value Ktx2Header.pixelHeight'],
    ['a depth without height', raw3d, set(24, 0), 'bad-value Ktx2Header.pixelHeight'],
    ['a cubemap with depth', uastcCube, set(28, 1), 'bad-value Ktx2Header.pixelDepth'],
    ['a cubemap that is not square', uastcCube, set(24, 8), 'bad-value Ktx2Header.pixelHeight'],
    ['five faces', uastcCube, set(36, 5), 'bad-value Ktx2Header.faceCount'],
    ['levelCount 0 for a block format', uastc2d, set(40, 0), 'bad-value Ktx2Header.levelCount'],
    ['more levels than the size allows', uastc2d, set(40, 5), 'bad-value Ktx2Header.levelCount'],
    ['a level index beyond the file', uastc2d, set(40, 500), 'truncated Ktx2LevelIndex'],
    ['an unknown supercompression', uastc2d, set(44, 4), 'bad-value Ktx2Header.supercompressionScheme'],
    ['BasisLZ with a format number', rawSrgb, set(44, 1), 'bad-value Ktx2Header.vkFormat'],
    ['BasisLZ without global data', uastc2d, set(44, 1), 'bad-range Ktx2Header.sgdByteLength'],
    ['BasisLZ that is not ETC1S', uastc2d, set(44, 1), 'bad-value DFD.colorModel'],
    ['a DFD that is elsewhere', uastc2d, set(48, 180), 'bad-range Ktx2Header.dfdByteOffset'],
    ['a DFD length that is not a multiple of 4', uastc2d, set(52, 45), 'bad-range Ktx2Header.dfdByteLength'],
    ['a DFD beyond the file', uastc2d, set(52, 44_000), 'truncated DFD'],
    ['key/values that are elsewhere', uastc2d, set(56, 4), 'bad-range Ktx2Header.kvdByteOffset'],
    ['key/values of odd length', uastc2d, set(60, 21), 'bad-range Ktx2Header.kvdByteLength'],
    ['key/values beyond the file', uastc2d, set(60, 1 << 20), 'truncated KVD'],
    ['global data without BasisLZ', uastc2d, set(72, 8), 'bad-range Ktx2Header.sgdByteLength'],
    ['global data beyond the file', uastc2d, set(72, 1 << 20), 'truncated SGD'],
    ['an offset of global data that is absent', uastc2d, set(64, 8), 'bad-range Ktx2Header.sgdByteOffset'],
    ['a level beyond the file', uastc2d, level(0, 0, (n) => n + 4096n), 'bad-range Ktx2LevelIndex[0].byteOffset'],
    [
      'a level offset of 2^64 − 1',
      uastc2d,
      level(0, 0, () => 2n ** 64n - 1n),
      'bad-range Ktx2LevelIndex[0].byteOffset',
    ],
    ['a misaligned level', uastc2d, level(0, 0, (n) => n + 4n), 'bad-alignment Ktx2LevelIndex[0].byteOffset'],
    ['levels that overlap', uastc2d, level(0, 0, (n) => n - 16n), 'bad-order Ktx2LevelIndex[0].byteOffset'],
    ['a level inside the metadata', uastc2d, level(3, 0, () => 16n), 'bad-order Ktx2LevelIndex[3].byteOffset'],
    ['a gap between levels', uastc2d, level(0, 0, (n) => n + 16n), 'bad-range Ktx2LevelIndex[0].byteOffset'],
    ['an empty level', uastc2d, level(0, 1, () => 0n), 'bad-value Ktx2LevelIndex[0].byteLength'],
    ['a byteLength other than the size', uastc2d, level(1, 1, (n) => n - 1n), 'bad-value Ktx2LevelIndex[1].byteLength'],
    [
      'an uncompressedByteLength other than the size',
      uastc2d,
      level(0, 2, (n) => n + 16n),
      'bad-value Ktx2LevelIndex[0].uncompressedByteLength',
    ],
    [
      'padding that is not zero',
      uastc2d,
      (v, b) => b.fill(1, v.getUint32(56, true) + v.getUint32(60, true)),
      'bad-value level 3.padding',
    ],
    ['a total size of the DFD that is not its length', uastc2d, inDfd(0, 48), 'bad-value DFD.totalSize'],
    ['a DFD block that does not fit', uastc2d, inDfd(10, 200), 'bad-range DFD'],
    ['a DFD block too small for its header', uastc2d, inDfd(10, 4), 'bad-range DFD'],
    ['a DFD without a basic block', uastc2d, inDfd(4, 1), 'missing DFD'],
    ['another DFD version', uastc2d, inDfd(8, 1), 'bad-value DFD.versionNumber'],
    ['a color model that is not the format’s', rawSrgb, inDfd(12, 128), 'bad-value DFD.colorModel'],
    ['ETC1S without BasisLZ', uastc2d, inDfd(12, 163), 'bad-value DFD.colorModel'],
    ['unknown primaries', uastc2d, inDfd(13, 99), 'bad-value DFD.colorPrimaries'],
    ['a linear transfer for an sRGB format', rawSrgb, inDfd(14, 1), 'bad-value DFD.transferFunction'],
    ['an sRGB transfer for a linear format', raw3d, inDfd(14, 2), 'bad-value DFD.transferFunction'],
    ['a transfer of UASTC that is neither', uastc2d, inDfd(14, 3), 'bad-value DFD.transferFunction'],
    ['unknown DFD flags', uastc2d, inDfd(15, 2), 'bad-value DFD.flags'],
    ['a block dimension that is not the format’s', uastc2d, inDfd(16, 4), 'bad-value DFD.texelBlockDimension'],
    ['a bytesPlane0 that is not the block’s', uastc2d, inDfd(20, 8), 'bad-value DFD.bytesPlane0'],
    ['a second plane', uastc2d, inDfd(21, 8), 'bad-value DFD.bytesPlane1–7'],
    ['a sample offset of UASTC', uastc2d, inDfd(28, 1), 'bad-value DFD.samples[0].bitOffset'],
    ['a sample length of UASTC', uastc2d, inDfd(30, 63), 'bad-value DFD.samples[0].bitLength'],
    ['a sample outside its block', rawSrgb, inDfd(28 + 48, 25), 'bad-value DFD.samples[3].bitLength'],
    ['an unknown UASTC channel', uastc2d, inDfd(31, 7), 'bad-value DFD.samples[0].channelType'],
    ['a sample with another lower', uastc2d, inDfd(36, 1), 'bad-value DFD.samples[0].lower'],
    ['a sample with another upper', uastc2d, inDfd(40, 1), 'bad-value DFD.samples[0].upper'],
    ['alpha that is not marked linear', rawSrgb, inDfd(28 + 48 + 3, 15), 'bad-value DFD.samples[3].channelType'],
    ['a float format without float samples', rgba16fLut, inDfd(31, 0), 'bad-value DFD.samples[0].channelType'],
  ])('%s', (_, make, change, wanted) => {
    expect(found(make, change)).toContain(wanted);
  });

  const sgd = (view: DataView): number => Number(view.getBigUint64(64, true));
  it('no position of a UASTC sample, which readers ignore', () => {
    const bytes = uastc2d();
    inDfd(32, 1)(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes);
    expect(validateKtx2(bytes)).toEqual([]);
  });

  it('nothing in an ETC1S file under BasisLZ', () => {
    expect(validateKtx2(etc1s())).toEqual([]);
  });
  it.each<[string, Change, string]>([
    [
      'an uncompressed length under BasisLZ',
      level(0, 2, () => 64n),
      'bad-value Ktx2LevelIndex[0].uncompressedByteLength',
    ],
    ['global data whose parts do not fill it', (v) => v.setUint32(sgd(v) + 4, 1, true), 'bad-value SGD'],
    ['global data too short for its header', (v) => v.setBigUint64(72, 19n, true), 'truncated SGD'],
    [
      'global data that is elsewhere',
      (v) => v.setBigUint64(64, BigInt(sgd(v) + 8), true),
      'bad-range Ktx2Header.sgdByteOffset',
    ],
    ['padding before the global data', (v) => v.setUint8(sgd(v) - 1, 1), 'bad-value SGD.padding'],
    ['an ETC1S block of another size', inDfd(16, 4), 'bad-value DFD.texelBlockDimension'],
    ['an ETC1S sample of another length', inDfd(30, 127), 'bad-value DFD.samples[0].bitLength'],
    ['an unknown ETC1S channel', inDfd(31, 7), 'bad-value DFD.samples[0].channelType'],
    ['UASTC under BasisLZ', inDfd(12, 166), 'bad-value DFD.colorModel'],
  ])('in an ETC1S file %s', (_, change, wanted) => {
    expect(found(etc1s, change)).toContain(wanted);
  });

  it('a depth format with a depth', () => {
    expect(found(raw3d, set(12, 126))).toContain('bad-value Ktx2Header.pixelDepth');
  });

  it('a file shorter than its header', () => {
    expect(validateKtx2(uastc2d().subarray(0, 79))[0]).toMatchObject({ code: 'truncated', field: 'Ktx2Header' });
  });

  it('bytes after the last level', () => {
    const bytes = uastcArray();
    const longer = new Uint8Array(bytes.length + 1);
    longer.set(bytes);
    expect(validateKtx2(longer)).toMatchObject([{ code: 'trailing-bytes', offset: bytes.length }]);
  });

  it('a DFD without samples', () => {
    const input = uastcInput({ pixelWidth: 4, pixelHeight: 4 });
    const basic = input.format.dataFormat.basic;
    if (basic === undefined) throw new Error('no basic block');
    const dataFormat = { basic: { ...basic, samples: [] }, extra: [] };
    const bytes = encodeKtx2({ ...input, format: { ...input.format, dataFormat } });
    expect(validateKtx2(bytes).map((p) => p.field)).toContain('DFD.samples');
  });
});

/** Key/value data made by hand, because the writer refuses what is tested here. */
function withKvd(entries: readonly (readonly [string, string])[], padding = 0, depth = 0) {
  const parts = entries.flatMap(([key, value]) => {
    const body = [
      ...new TextEncoder().encode(key),
      ...(key.endsWith('\u0001') ? [] : [0]),
      ...new TextEncoder().encode(value),
    ];
    return [body.length, 0, 0, 0, ...body, ...new Array((4 - (body.length % 4)) % 4).fill(padding)];
  });
  const placeholder: KeyValue = {
    key: 'KTXwriter',
    value: new Uint8Array(parts.length - 14 + ((4 - ((parts.length - 14) % 4)) % 4) - 2),
  };
  const bytes = encodeKtx2({
    ...uastcInput({ pixelWidth: 4, pixelHeight: 4, layerCount: depth }),
    keyValues: [placeholder],
  });
  const at = new DataView(bytes.buffer).getUint32(56, true);
  bytes.set(parts, at);
  return { bytes, at };
}

describe('validateKtx2 rejects key/value data with', () => {
  const writer = ['KTXwriter', 'a-rather-long-name-of-a-tool\0'] as const;
  it.each<[string, readonly (readonly [string, string])[], string]>([
    ['an empty key', [['', 'x'], writer], 'bad-value KVD[0].key'],
    ['a key that begins with a BOM', [writer, ['\uFEFFa', 'x']], 'bad-text KVD[1].key'],
    ['a key twice', [writer, ['a', 'x'], ['a', 'y']], 'duplicate KVD[2].key'],
    ['keys out of order', [writer, ['b', 'x'], ['a', 'y']], 'bad-order KVD[2].key'],
    ['a key without terminator', [writer, ['b\u0001', '']], 'bad-text KVD'],
    ['a reserved key', [['KTXnew', 'x'], writer], 'bad-value KVD[0].key'],
    ['a wrong orientation', [['KTXorientation', 'xy\0'], writer], 'bad-value KVD[0].value'],
    ['a wrong swizzle', [['KTXswizzle', 'rgbx\0'], writer], 'bad-value KVD[0].value'],
    ['a glFormat of wrong size', [['KTXglFormat', 'abc'], writer], 'bad-value KVD[0].value'],
    ['animation of a texture that is no array', [['KTXanimData', '0123456789ab'], writer], 'bad-value KVD[0].value'],
    ['an incomplete cubemap that is no array', [['KTXcubemapIncomplete', '\u0003'], writer], 'bad-value KVD[0].value'],
    ['an unknown ASTC decode mode', [['KTXastcDecodeMode', 'rgb8\0'], writer], 'bad-value KVD[0].value'],
    ['parameters without a writer', [['KTXwriterScParams', '--uastc and more of them\0']], 'missing KVD'],
  ])('%s', (_, entries, wanted) => {
    expect(validateKtx2(withKvd(entries).bytes).map(({ code, field }) => `${code} ${field}`)).toContain(wanted);
  });

  it('padding that is not zero', () => {
    const fields = validateKtx2(withKvd([writer, ['a', 'x']], 1).bytes).map((p) => p.field);
    expect(fields).toContain('KVD[1].padding');
  });

  it('a key that is not UTF-8', () => {
    const { bytes, at } = withKvd([writer, ['ab', 'x']]);
    bytes[at + 4] = 0xff;
    expect(validateKtx2(bytes)).toMatchObject([{ code: 'bad-text', offset: at + 4 }]);
  });
});

describe('adviseKtx2', () => {
  it('asks for a KTXwriter, its terminator, and bytesPlane0', () => {
    const input = uastcInput({ pixelWidth: 4, pixelHeight: 4 });
    const advice = (bytes: Uint8Array) => adviseKtx2(bytes).map((p) => p.message);
    expect(advice(encodeKtx2(input))).toEqual([]);
    const bare: KeyValue = { key: 'KTXwriter', value: Uint8Array.of(65) };
    expect(advice(encodeKtx2({ ...input, keyValues: [bare] }))).toEqual(['KTXwriter should end with NUL']);
    const renamed = encodeKtx2({ ...input, keyValues: [textEntry('KTXwriter', 'x')] });
    const at = new DataView(renamed.buffer).getUint32(56, true);
    renamed[at + 4] = 0x41;
    expect(advice(renamed)).toEqual(['KTXwriter should be given']);
    const zero = encodeKtx2({
      ...input,
      supercompressionScheme: 2,
      levels: input.levels.map(({ bytes }) => ({ bytes, uncompressedByteLength: bytes.length })),
    });
    zero[new DataView(zero.buffer).getUint32(48, true) + 20] = 0;
    expect(validateKtx2(zero)).toEqual([]);
    expect(advice(zero)).toEqual(['should keep the block size under supercompression']);
  });
});
