// JPEG and WebP decoders come as packages that hold one wasm instance for good. A failed decode unwinds through them without
// freeing, and their memory never shrinks, so each image gets an instance of its own that is then forgotten.

import { createRequire } from 'node:module';
import { sharedBytes } from '../../model/image.js';

interface Decoded {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

interface Decoder {
  decode(bytes: Uint8Array): Decoded;
}

/** Loads the package anew and leaves no trace of it: whoever keeps a module keeps its wasm memory. */
function freshDecoder(packageName: string): Decoder {
  // A require of its own, because a requiring module remembers its children.
  const load = createRequire(import.meta.url);
  const path = load.resolve(packageName);
  const loaded: unknown = load(path);
  for (const child of load.cache[path]?.children ?? []) delete load.cache[child.id];
  delete load.cache[path];
  if (!isDecoder(loaded)) throw new Error(`${packageName} does not offer decode()`);
  return loaded;
}

const isDecoder = (value: unknown): value is Decoder =>
  typeof value === 'object' && value !== null && 'decode' in value && typeof value.decode === 'function';

/** RGBA pixels, or undefined where the decoder refuses the bytes. The caller has checked the header. */
export function decodeWithPackage(
  packageName: '@cwasm/jpeg-turbo' | '@cwasm/webp',
  bytes: Uint8Array,
): { width: number; height: number; pixels: Uint8Array } | undefined {
  const decoder = freshDecoder(packageName);
  let decoded: Decoded;
  try {
    decoded = decoder.decode(bytes);
  } catch {
    // The packages throw for bad bytes (with a fixed text) and trap in wasm; both mean that the bytes are refused.
    return undefined;
  }
  const pixels = sharedBytes(decoded.data.length);
  pixels.set(decoded.data);
  return { width: decoded.width, height: decoded.height, pixels };
}
