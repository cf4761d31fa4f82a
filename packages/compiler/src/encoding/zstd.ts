// Zstandard frames, loaded when first needed. Levels are chosen by the caller; equal bytes and level give equal frames.

import type { PackLevel } from '@assetc/encoder/steps';
import { FormatError } from '@assetc/formats';

export interface Zstd {
  compress(bytes: Uint8Array, level: number): Uint8Array;
  /** With bytes that the reader has, too. An empty dictionary is none. */
  compressWith(bytes: Uint8Array, dictionary: Uint8Array, level: number): Uint8Array;
  /** Decompresses one frame that was made with the dictionary; otherwise like `decompress`. */
  decompressWith(frame: Uint8Array, byteLength: number, dictionary: Uint8Array): Uint8Array;
  /** Decompresses one frame that must contain exactly `byteLength` bytes; throws FormatError otherwise. Never allocates more. */
  decompress(frame: Uint8Array, byteLength: number): Uint8Array;
}

/** Compresses each level of a texture to one frame. Undefined if `level` is: then nothing is compressed. */
export const zstdPacker = (level: number | undefined): PackLevel | undefined =>
  level === undefined ? undefined : async (bytes) => (await loadZstd()).compress(bytes, level);

/** Zstandard levels by texture quality: 19 takes twenty times as long as 3 and saves a tenth. */
export const ZSTD_LEVELS = { draft: 1, fast: 3, normal: 6, high: 12, max: 19 } as const;

let loaded: Promise<Zstd> | undefined;

export function loadZstd(): Promise<Zstd> {
  loaded ??= load();
  return loaded;
}

declare global {
  /** Shared by all copies of this module in a thread (the command line's, a plugin's library): see `load`. */
  var assetcZstdStarted: Promise<void> | undefined;
}

/** The package must be initialized only once: a second time resets its memory while it is in use, and frames are corrupted. */
async function load(): Promise<Zstd> {
  const wasm = await import('@bokuweb/zstd-wasm');
  globalThis.assetcZstdStarted ??= wasm.init();
  await globalThis.assetcZstdStarted;
  let compressor: ReturnType<typeof wasm.createCCtx> | undefined;
  let decompressor: ReturnType<typeof wasm.createDCtx> | undefined;
  const compressWith = (bytes: Uint8Array, dictionary: Uint8Array, level: number): Uint8Array => {
    compressor ??= wasm.createCCtx();
    return wasm.compressUsingDict(compressor, bytes, dictionary, level);
  };
  const decompressWith = (frame: Uint8Array, byteLength: number, dictionary: Uint8Array): Uint8Array => {
    decompressor ??= wasm.createDCtx();
    return wasm.decompressUsingDict(decompressor, frame, dictionary, { defaultHeapSize: byteLength });
  };
  const checked = (frame: Uint8Array, byteLength: number, decompress: () => Uint8Array): Uint8Array => {
    const stated = frameContentSize(frame);
    if (stated !== undefined && stated !== byteLength)
      throw new FormatError('bad-value', 0, `a Zstandard frame holds ${stated} bytes, not ${byteLength}`);
    let out: Uint8Array;
    try {
      out = decompress();
    } catch (error) {
      throw new FormatError('bad-value', 0, `a Zstandard frame is damaged (${String(error)})`);
    }
    if (out.length !== byteLength)
      throw new FormatError('bad-value', 0, `a Zstandard frame holds ${out.length} bytes, not ${byteLength}`);
    return out;
  };
  const compress = (bytes: Uint8Array, level: number): Uint8Array => wasm.compress(bytes, level);
  const decompress = (frame: Uint8Array, byteLength: number): Uint8Array =>
    checked(frame, byteLength, () => wasm.decompress(frame, { defaultHeapSize: byteLength }));
  return {
    compress,
    decompress,
    compressWith: (bytes, dictionary, level) =>
      dictionary.length === 0 ? compress(bytes, level) : compressWith(bytes, dictionary, level),
    decompressWith: (frame, byteLength, dictionary) =>
      dictionary.length === 0
        ? decompress(frame, byteLength)
        : checked(frame, byteLength, () => decompressWith(frame, byteLength, dictionary)),
  };
}

/** The content size in the frame's header; undefined if it has none. */
function frameContentSize(frame: Uint8Array): number | undefined {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  if (frame.length < 6 || view.getUint32(0, true) !== 0xfd2fb528)
    throw new FormatError('bad-magic', 0, 'not a Zstandard frame');
  const descriptor = view.getUint8(4);
  const isSingleSegment = (descriptor & 32) !== 0;
  const flag = descriptor >> 6;
  const sizeBytes = flag === 0 ? (isSingleSegment ? 1 : 0) : 1 << flag;
  const at = 5 + (isSingleSegment ? 0 : 1) + ([0, 1, 2, 4][descriptor & 3] ?? 0);
  if (sizeBytes === 0) return undefined;
  if (at + sizeBytes > frame.length) throw new FormatError('truncated', at, 'a Zstandard frame ends inside its header');
  if (sizeBytes === 1) return view.getUint8(at);
  if (sizeBytes === 2) return view.getUint16(at, true) + 256;
  if (sizeBytes === 4) return view.getUint32(at, true);
  return Number(view.getBigUint64(at, true));
}
