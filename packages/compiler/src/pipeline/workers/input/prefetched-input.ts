// The input folder with one small file already in memory, as the build hashed it. If its stat data is unchanged, the job does
// not open it. Otherwise it reads the current file.

import type { InputFolder } from '../../discover/input-folder.js';
import type { PrefetchedFile } from '../../discover/input-state.js';
import type { FileStat } from '../../host/host.js';
import { isUnchanged } from '../../plan/stat-unchanged.js';

/** The part of the input folder that a compile uses. */
export interface ViewInput
  extends Pick<InputFolder, 'host' | 'absolute' | 'exists' | 'list' | 'checkInside' | 'checkReadable' | 'statFile'> {
  /** Like the folder's own; `digest`: of the bytes, if known. */
  read(path: string): { readonly bytes: Uint8Array; readonly stat: FileStat; readonly digest?: string } | undefined;
}

export function withPrefetched(input: InputFolder, kept: PrefetchedFile): ViewInput {
  return {
    host: input.host,
    absolute: (path) => input.absolute(path),
    exists: (path) => input.exists(path),
    list: (folder) => input.list(folder),
    checkInside: (path) => input.checkInside(path),
    checkReadable: (path, stat) => input.checkReadable(path, stat),
    statFile: (path) => input.statFile(path),
    read(path) {
      if (path !== kept.path) return input.read(path);
      const stat = input.statFile(path);
      if (stat === undefined || !isUnchanged(stat, kept.stat)) return input.read(path);
      // A copy each time, so that a kind's changes do not affect the next reader.
      return { bytes: kept.bytes.slice(), stat, digest: kept.digest };
    },
  };
}
