// Whether another user can write to a folder of ours.

import type { Host } from '../host/host.js';

/** Owned by another user, or writable by others. False for a folder that does not exist. */
export function isWritableByOthers(host: Host, folder: string): boolean {
  const owner = host.ownership(folder);
  return owner !== undefined && (!owner.mine || owner.othersMayWrite);
}
