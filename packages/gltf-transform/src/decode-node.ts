// Decodes images in Node with small wasm decoders without install scripts: libjpeg-turbo, libwebp and lodepng.

import { createRequire } from 'node:module';
import type { SourceImage } from '@assetc/encoder';

const PACKAGES: Readonly<Record<string, string>> = {
  'image/png': '@cwasm/lodepng',
  'image/jpeg': '@cwasm/jpeg-turbo',
  'image/webp': '@cwasm/webp',
};

interface Decoder {
  decode(bytes: Uint8Array): SourceImage;
}

const isDecoder = (value: unknown): value is Decoder =>
  typeof value === 'object' && value !== null && 'decode' in value && typeof value.decode === 'function';

export async function decodeImage(bytes: Uint8Array, mimeType: string): Promise<SourceImage | undefined> {
  const name = PACKAGES[mimeType];
  if (name === undefined) return undefined;
  const decoder: unknown = createRequire(import.meta.url)(name);
  if (!isDecoder(decoder)) throw new Error(`${name} does not offer decode()`);
  const { width, height, data } = decoder.decode(bytes);
  return { width, height, data };
}
