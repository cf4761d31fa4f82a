// Whether somebody else than the user has a say over a folder of ours.

import type { Host } from '../host/host.js';

/** Owned by another user, or writable by others. A folder that is not there yet is nobody's. */
export function isWritableByOthers(host: Host, folder: string): boolean {
  const owner = host.ownership(folder);
  return owner !== undefined && (!owner.mine || owner.othersMayWrite);
}
