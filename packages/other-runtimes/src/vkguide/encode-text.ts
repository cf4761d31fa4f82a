// The text form of a vkguide asset, written.

import type { AssetFile } from './model.js';

/** Indented by two spaces, with a final newline. Without a name for the blob, a prefab contains its matrices. */
export function formatTextAsset(file: AssetFile, blobName?: string): string {
  const { type, version, metadata, blob } = file;
  if (blobName === undefined && blob.byteLength > 0 && type !== 'PRFB') throw new Error(`a ${type} needs a blob name`);
  const head = { type, version, ...(blobName === undefined ? {} : { blob: blobName }) };
  const matrices = blobName === undefined && type === 'PRFB' ? { matrices: matrixLists(blob) } : {};
  return `${JSON.stringify({ ...head, ...metadata, ...matrices }, null, 2)}\n`;
}

function matrixLists(blob: Uint8Array): readonly (readonly number[])[] {
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
  return Array.from({ length: Math.floor(blob.byteLength / 64) }, (_, m) =>
    Array.from({ length: 16 }, (_, i) => view.getFloat32(m * 64 + i * 4, true)),
  );
}
