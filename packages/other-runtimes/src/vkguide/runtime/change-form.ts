// Binary → JSON with the blob in a file next to it, or the reverse. Nothing is lost.

import type { CompiledFile, PlacedFile } from 'assetc/runtime-contract';
import { encodeAssetFile } from '../encode-container.js';
import { formatTextAsset } from '../encode-text.js';
import type { VkguideType } from '../layout.js';
import { isTextAsset } from '../read-text.js';
import { openVkguide } from './asset-files.js';

const EXTENSIONS: ReadonlyMap<string, string> = new Map<VkguideType, string>([
  ['TEXI', '.tx'],
  ['MESH', '.mesh'],
  ['MATX', '.mat'],
  ['PRFB', '.pfb'],
]);

/** Returns undefined if the file already has this form. */
export function changeForm(
  { bytes, blob }: CompiledFile,
  to: 'text' | 'binary',
  stem: string,
  place: (name: string) => string,
): readonly PlacedFile[] | undefined {
  if (isTextAsset(bytes) === (to === 'text')) return undefined;
  const file = openVkguide(bytes, blob);
  const extension = EXTENSIONS.get(file.type);
  if (extension === undefined) throw new Error(`no format has the type ${file.type}`);
  const name = stem + extension;
  if (to === 'binary') return [{ path: place(name), bytes: encodeAssetFile(file) }];
  const path = place(`${name}.json`);
  const needsBlob = file.blob.byteLength > 0 && file.type !== 'PRFB';
  const blobPath = `${path.replace(/\.json$/i, '')}.bin`;
  const blobName = blobPath.slice(Math.max(blobPath.lastIndexOf('/'), blobPath.lastIndexOf('\\')) + 1);
  const text = new TextEncoder().encode(formatTextAsset(file, needsBlob ? blobName : undefined));
  return [{ path, bytes: text }, ...(needsBlob ? [{ path: blobPath, bytes: file.blob.slice() }] : [])];
}
