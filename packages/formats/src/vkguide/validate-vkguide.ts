// Every rule of the four vkguide assets, whichever form they came in.

import { type Problem, Problems } from '../core/problem.js';
import { type AssetFile, inspectAssetFile } from './container.js';
import { inspectVkguideMaterial } from './material.js';
import { checkVkguideMesh, inspectVkguideMesh } from './mesh.js';
import { checkVkguidePrefab, inspectVkguidePrefab } from './prefab.js';
import { checkVkguidePixels, inspectVkguideTexture } from './texture.js';

export function checkVkguideAsset(problems: Problems, file: AssetFile): void {
  switch (file.type) {
    case 'TEXI': {
      const texture = inspectVkguideTexture(problems, file);
      if (texture !== undefined) checkVkguidePixels(problems, texture);
      return;
    }
    case 'MESH': {
      const mesh = inspectVkguideMesh(problems, file);
      if (mesh !== undefined) checkVkguideMesh(problems, file, mesh);
      return;
    }
    case 'MATX':
      inspectVkguideMaterial(problems, file);
      return;
    case 'PRFB': {
      const prefab = inspectVkguidePrefab(problems, file);
      if (prefab !== undefined) checkVkguidePrefab(problems, file, prefab);
      return;
    }
  }
}

export function validateVkguide(bytes: Uint8Array): readonly Problem[] {
  const problems = new Problems();
  const file = inspectAssetFile(problems, bytes);
  if (file !== undefined) checkVkguideAsset(problems, file);
  return problems.list();
}
