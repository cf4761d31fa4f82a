// The temporary folder of a trial. Nothing of the user's is in it.

import { copyFile, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const makeTrialFolder = async (): Promise<string> => realpath(await mkdtemp(join(tmpdir(), 'assetc-trial-')));

export const removeTrialFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);

/** Copies the record of an output, whose seal holds for any folder. */
export const copyIntoTrial = (from: string, to: string): Promise<void> => copyFile(from, to);
