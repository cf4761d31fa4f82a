// `assetc/pack.json`, which exists only in packs: written if the configuration sets packInfo.

import { encodePackInfo, isPackInfoPath, PACK_INFO_PATH, type PackInfo } from '@assetc/formats';
import packageJson from '../../../package.json' with { type: 'json' };
import { AssetError } from '../../diagnostics/diagnostic.js';
import { digestBytes, digestText } from '../cache/digest.js';
import type { PackedFile } from './pack.js';

/** The list of all other files of a pack. Throws AssetError if one of them has the path of the list or of its signature. */
export function packInfoFile(
  files: readonly PackedFile[],
  { dependencies, removed }: Pick<PackInfo, 'dependencies' | 'removed'>,
): PackedFile {
  const taken = files.find(({ path }) => isPackInfoPath(path));
  if (taken !== undefined)
    throw new AssetError({
      code: 'build/pack-info-path',
      file: taken.path,
      message: `the output has a file ${taken.path}, but packs with packInfo contain their own file with this path`,
      hint: 'Rename the file or its folder, or remove packInfo from assetc.yml.',
    });
  const entries = files.map(({ path, digest }) => ({ path, sha256: digest }));
  const info = { assetc: packageJson.version, dependencies, removed, entries };
  const bytes = encodePackInfo(info, digestText);
  return { path: PACK_INFO_PATH, sizeBytes: bytes.length, digest: digestBytes(bytes), bytes };
}
