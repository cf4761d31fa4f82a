// Zstandard frames, loaded when first needed. Levels are chosen by the caller; equal bytes and level give equal frames.

import type { PackLevel } from '@assetc/encoder/steps';
import { FormatError } from '@assetc/formats';

export interface Zstd {
  compress(bytes: Uint8Array, level: number): Uint8Array;
  /** One frame that must hold exactly `byteLength` bytes; FormatError otherwise. Nothing larger is ever allocated. */
  decompress(frame: Uint8Array, byteLength: number): Uint8Array;
}

/** Makes one frame of each level of a texture; undefined, which packs nothing, where there is no level to try. */
export const zstdPacker = (level: number | undefined): PackLevel | undefined =>
  level === undefined ? undefined : async (bytes) => (await loadZstd()).compress(bytes, level);

/** How hard it tries for textures, by their quality: 19 takes twenty times as long as 3 for a tenth less. */
export const ZSTD_LEVELS = { fast: 3, normal: 6, high: 12, max: 19 } as const;

let loaded: Promise<Zstd> | undefined;

export function loadZstd(): Promise<Zstd> {
  loaded ??= load();
  return loaded;
}

declare global {
  /** Of all copies of this module in a thread (the command line's, a plug-in's library): see `load`. */
  var assetcZstdStarted: Promise<void> | undefined;
}

/** The package may be started once: each further time lays its memory out anew under what it keeps, and frames come out as nonsense. */
async function load(): Promise<Zstd> {
  const wasm = await import('@bokuweb/zstd-wasm');
  globalThis.assetcZstdStarted ??= wasm.init();
  await globalThis.assetcZstdStarted;
  return {
    compress: (bytes, level) => wasm.compress(bytes, level),
    decompress(frame, byteLength) {
      const stated = frameContentSize(frame);
      if (stated !== undefined && stated !== byteLength)
        throw new FormatError('bad-value', 0, `a Zstandard frame holds ${stated} bytes, not ${byteLength}`);
      let out: Uint8Array;
      try {
        out = wasm.decompress(frame, { defaultHeapSize: byteLength });
      } catch (error) {
        throw new FormatError('bad-value', 0, `a Zstandard frame is damaged (${String(error)})`);
      }
      if (out.length !== byteLength)
        throw new FormatError('bad-value', 0, `a Zstandard frame holds ${out.length} bytes, not ${byteLength}`);
      return out;
    },
  };
}

/** What the frame's header says it holds; undefined where it does not say. */
function frameContentSize(frame: Uint8Array): number | undefined {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  if (frame.length < 6 || view.getUint32(0, true) !== 0xfd2fb528)
    throw new FormatError('bad-magic', 0, 'not a Zstandard frame');
  const descriptor = view.getUint8(4);
  const single = (descriptor & 32) !== 0;
  const flag = descriptor >> 6;
  const sizeBytes = flag === 0 ? (single ? 1 : 0) : 1 << flag;
  const at = 5 + (single ? 0 : 1) + ([0, 1, 2, 4][descriptor & 3] ?? 0);
  if (sizeBytes === 0) return undefined;
  if (at + sizeBytes > frame.length) throw new FormatError('truncated', at, 'a Zstandard frame ends inside its header');
  if (sizeBytes === 1) return view.getUint8(at);
  if (sizeBytes === 2) return view.getUint16(at, true) + 256;
  if (sizeBytes === 4) return view.getUint32(at, true);
  return Number(view.getBigUint64(at, true));
}
