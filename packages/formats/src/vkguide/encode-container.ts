// The vkguide asset file, written.

import { fourcc } from '../core/struct.js';
import { writeText } from '../core/text.js';
import type { JsonObject } from './json-fields.js';
import { VkguideHeader, type VkguideType } from './layout.js';

/** `metadata` is written with its keys in the order given. */
export function encodeAssetFile(type: VkguideType, metadata: JsonObject, blob: Uint8Array): Uint8Array {
  const json = writeText(JSON.stringify(metadata));
  const bytes = new Uint8Array(VkguideHeader.size + json.byteLength + blob.byteLength);
  const lengths = { jsonLength: json.byteLength, blobLength: blob.byteLength };
  VkguideHeader.write(bytes, 0, { magic: fourcc(type), version: 1, ...lengths });
  bytes.set(json, VkguideHeader.size);
  bytes.set(blob, VkguideHeader.size + json.byteLength);
  return bytes;
}
