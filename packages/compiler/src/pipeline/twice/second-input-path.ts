// A second path to the input folder: a link with another name, in another folder. It is created in the user's
// cache folder and named after the process, so that leftovers of a killed build are not confused with links in use.

import { join } from 'node:path';
import { writeFailure } from '../commit/write-failure.js';
import { errorCode, type Host } from '../host/host.js';

interface OtherWay {
  readonly root: string;
  remove(): Promise<void>;
}

const FOLDER = 'seen-elsewhere';

/** The input's own path if the system has no links. Throws AssetError if a link cannot be created. */
export async function openSecondInputPath(host: Host, input: string): Promise<OtherWay> {
  if (host.linkFolder === undefined) return { root: input, remove: async () => {} };
  const folder = join(host.userCache, FOLDER);
  const { pid } = host.process;
  const root = join(folder, `input-${pid}`);
  try {
    host.makeFolder(folder, { private: true });
    for (const { name } of host.readFolder(folder)) {
      const owner = Number(/^input-(\d+)$/.exec(name)?.[1]);
      if (owner === pid || !host.alive(owner)) await host.remove(join(folder, name));
    }
    host.linkFolder(root, input);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw writeFailure(undefined, `${root}, a link to the input folder,`, error);
  }
  return { root, remove: async () => void (await host.remove(root)) };
}
