// The temporary folder of a trial. Nothing of the user's is in it. Its name contains the machine and the process, so that what a killed
// server left can be removed by the next one.

import { copyFile, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCode } from '../../pipeline/host/host.js';

/** Containers can share a folder for temporary files, but not their processes. */
const MACHINE = `assetc-trial-${hostname().replace(/[^A-Za-z0-9.]/g, '_')}-`;

export const makeTrialFolder = async (): Promise<string> =>
  realpath(await mkdtemp(join(tmpdir(), `${MACHINE}${process.pid}-`)));

export const removeTrialFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);

/** Copies the record of an output, whose seal holds for any folder. */
export const copyIntoTrial = (from: string, to: string): Promise<void> => copyFile(from, to);

/** Removes the folders of servers that were killed. */
export async function removeLostTrials(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(MACHINE)) continue;
    const [, id] = /^(\d+)-\w{6}$/.exec(name.slice(MACHINE.length)) ?? [];
    if (id !== undefined && isGone(Number(id))) await removeTrialFolder(join(tmpdir(), name));
  }
}

function isGone(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return false;
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
}
