// The vkguide asset file, written.

import { fourcc, writeText } from '@assetc/formats/declare';
import { VKGUIDE_VERSION, VkguideHeader } from './layout.js';
import type { AssetFileModel } from './model.js';

/**
 * Any four-character type, of any version. Equal assets give equal bytes.
 *
 * @example
 * const bytes = encodeAssetFile({ type: 'SNDS', version: 3, metadata: { rate: 48000 }, blob: samples });
 */
export function encodeAssetFile({ type, version = VKGUIDE_VERSION, metadata, blob }: AssetFileModel): Uint8Array {
  if (!Number.isInteger(version) || version < 0 || version > 0xffffffff) throw new Error(`${version} is no version`);
  const json = writeText(JSON.stringify(metadata));
  const bytes = new Uint8Array(VkguideHeader.size + json.byteLength + blob.byteLength);
  const lengths = { jsonLength: json.byteLength, blobLength: blob.byteLength };
  VkguideHeader.write(bytes, 0, { magic: fourcc(type), version, ...lengths });
  bytes.set(json, VkguideHeader.size);
  bytes.set(blob, VkguideHeader.size + json.byteLength);
  return bytes;
}
