// What vkguide prefabs and materials name must be there: meshes, materials, textures, by paths from the output's root.

import { decodeVkguideMaterial, decodeVkguidePrefab } from '@assetc/formats/vkguide';
import type { AssetTree } from '../asset-tree.js';
import type { CheckReport } from '../check-report.js';
import { vkguideMaterialFormat } from '../formats/vkguide.js';
import { decodeOrSkip } from './decode-or-skip.js';

export async function checkVkguide(tree: AssetTree, report: CheckReport): Promise<void> {
  const need = (file: string, what: string, path: string) => {
    if (path !== '' && !tree.has(path)) report.add('check/missing-part', file, `its ${what} ${path} is not there`);
  };
  for (const { path } of tree.files) {
    if (path.endsWith('.pfb')) {
      const prefab = decodeOrSkip(decodeVkguidePrefab, await tree.read(path));
      for (const { meshPath, materialPath } of prefab?.nodeMeshes.values() ?? []) {
        need(path, 'mesh', meshPath);
        need(path, 'material', materialPath);
      }
    } else if (path.endsWith('.mat')) {
      const bytes = await tree.read(path);
      if (!vkguideMaterialFormat.recognises(bytes)) continue;
      const material = decodeOrSkip(decodeVkguideMaterial, bytes);
      for (const [slot, texture] of material?.textures ?? []) need(path, `${slot} texture`, texture);
    }
  }
}
