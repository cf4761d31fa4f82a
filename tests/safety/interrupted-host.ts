// The disk, on which somebody else does something just before the first operation of a kind on a path that passes.

import { diskHost } from '../../packages/compiler/src/pipeline/host/disk-host.js';
import type { Host } from '../../packages/compiler/src/pipeline/host/host.js';

export type Moment = 'makeFolder' | 'openFolder' | 'create' | 'rename' | 'remove';

export function interruptedHost(moment: Moment, when: (path: string) => boolean, interrupt: () => void): Host {
  let done = false;
  const before = (now: Moment, path: string): void => {
    if (now !== moment || done || !when(path)) return;
    done = true;
    interrupt();
  };
  return {
    ...diskHost,
    makeFolder(path, options) {
      before('makeFolder', path);
      diskHost.makeFolder(path, options);
    },
    openFolder(path) {
      before('openFolder', path);
      return diskHost.openFolder(path);
    },
    create(path, options) {
      before('create', path);
      return diskHost.create(path, options);
    },
    rename(from, to) {
      before('rename', to);
      return diskHost.rename(from, to);
    },
    remove(path) {
      before('remove', path);
      return diskHost.remove(path);
    },
  };
}
