// Every rule of the four vkguide assets, in binary or text form.

import { type Problem, Problems } from '@assetc/formats';
import { checkVkguideMesh } from './check-mesh.js';
import { checkVkguidePrefab } from './check-prefab.js';
import type { VkguideType } from './layout.js';
import type { AssetFile, VkguideTexture } from './model.js';
import { inspectAssetFile, isOfType } from './read-container.js';
import { inspectVkguideMaterial } from './read-material.js';
import { inspectVkguideMesh } from './read-mesh.js';
import { inspectVkguidePrefab } from './read-prefab.js';
import { inspectTextAsset, textAssetFile } from './read-text.js';
import { inspectVkguideTexture, readVkguidePage } from './read-texture.js';

function checkVkguideAsset(file: AssetFile, problems: Problems): void {
  switch (file.type) {
    case 'TEXI': {
      const texture = inspectVkguideTexture(file, problems);
      if (texture !== undefined) checkVkguidePixels(texture, problems);
      return;
    }
    case 'MESH': {
      const mesh = inspectVkguideMesh(file, problems);
      if (mesh !== undefined) checkVkguideMesh(file, mesh, problems);
      return;
    }
    case 'MATX':
      inspectVkguideMaterial(file, problems);
      return;
    case 'PRFB': {
      const prefab = inspectVkguidePrefab(file, problems);
      if (prefab !== undefined) checkVkguidePrefab(file, prefab, problems);
      return;
    }
  }
}

/**
 * Every problem of a binary file. For types that are not vkguide's own, only the container is checked. With `type`, the file must
 * have that type.
 */
export function validateVkguide(bytes: Uint8Array, type?: VkguideType): readonly Problem[] {
  const problems = new Problems();
  const file = inspectAssetFile(bytes, problems);
  if (file !== undefined && (type === undefined || isOfType(file, type, problems))) checkVkguideAsset(file, problems);
  return problems.list();
}

/** Decompresses every page to check its size. */
function checkVkguidePixels(texture: VkguideTexture, problems: Problems): void {
  for (const [i, page] of texture.pages.entries()) problems.attempt(`pages[${i}]`, () => readVkguidePage(page));
}

/** Every problem of the text and of the blob that it describes. */
export function validateTextAsset(bytes: Uint8Array, blob: Uint8Array | undefined): readonly Problem[] {
  const problems = new Problems();
  const asset = inspectTextAsset(bytes, problems);
  if (asset === undefined) return problems.list();
  if (asset.blobName !== undefined && blob === undefined) {
    problems.add('missing', asset.offsetOf('blob'), 'json.blob', `${asset.blobName} does not exist`);
    return problems.list();
  }
  checkVkguideAsset(textAssetFile(asset, blob), problems);
  return problems.list();
}
