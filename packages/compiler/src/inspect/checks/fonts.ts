// Checks that a font's atlas is next to it, is the one that the font names, and has the expected size.

import { decodeHfont, decodeKtx2, hashToHex } from '@assetc/formats';
import type { AssetTree } from '../asset-tree.js';
import type { CheckReport } from '../check-report.js';
import { textureHashes } from '../texture-users.js';
import { decodeOrSkip } from './decode-or-skip.js';

export async function checkFonts(tree: AssetTree, report: CheckReport): Promise<void> {
  for (const { path } of tree.files.filter((file) => file.path.endsWith('.hfont'))) {
    const font = decodeOrSkip(decodeHfont, await tree.read(path));
    if (font === undefined) continue;
    const atlasPath = `${path.slice(0, -'.hfont'.length)}.ktx2`;
    if (!tree.has(atlasPath)) {
      report.add('check/missing-atlas', path, `its atlas ${atlasPath} does not exist`);
      continue;
    }
    if (!textureHashes(atlasPath).includes(font.atlasTex))
      report.add(
        'check/missing-atlas',
        path,
        `it refers to texture ${hashToHex(font.atlasTex)}, which is not ${atlasPath}`,
        16,
      );
    const atlas = decodeOrSkip(decodeKtx2, await tree.read(atlasPath));
    if (atlas === undefined) continue;
    const { pixelWidth, pixelHeight } = atlas;
    if (pixelWidth !== font.atlasWidth || pixelHeight !== font.atlasHeight)
      report.add(
        'check/missing-atlas',
        path,
        `it needs an atlas of ${font.atlasWidth} × ${font.atlasHeight} texels, but ${atlasPath} has ${pixelWidth} × ${pixelHeight}`,
      );
  }
}
