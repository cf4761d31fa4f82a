// The input folder with one small file already in memory, as the build hashed it. If its stat data is unchanged, the job opens
// nothing for it. One that does not reads what is there now.

import type { InputFolder } from '../discover/input-folder.js';
import type { PrefetchedFile } from '../discover/input-state.js';
import type { FileStat } from '../host/host.js';
import { isUnchanged } from '../plan/stat-unchanged.js';

/** What a compile asks of the input folder. */
export interface ViewInput
  extends Pick<InputFolder, 'host' | 'absolute' | 'exists' | 'list' | 'checkInside' | 'checkReadable' | 'statFile'> {
  /** As the folder's own; `digest`: of the bytes, where somebody knows it. */
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
      // A copy each: what a kind does to one does not show in the next.
      return { bytes: kept.bytes.slice(), stat, digest: kept.digest };
    },
  };
}
