// File formats of other runtimes that info and check know, in the order of the totals.

import { lazily } from '../model/lazily.js';
import type { FileFormat, FormatName } from './file-format.js';
import { galiFiles } from './galileo.js';
import { otherRuntimes } from './other-runtimes.js';
import { assetFiles } from './vkguide.js';

export const runtimeFiles: readonly FormatName[] = [...galiFiles, ...assetFiles];

export const loadRuntimeFiles = lazily(async (): Promise<readonly FileFormat[]> => {
  const { fileReaders } = await otherRuntimes();
  return runtimeFiles.map((file) => {
    const reader = fileReaders.get(file.name);
    if (reader === undefined) throw new Error(`no runtime reads ${file.name} files`);
    return { ...file, ...reader };
  });
});
