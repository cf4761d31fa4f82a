// A project in a temporary folder, and the built command line under Wine to run on it. `run` and `start` of DiskProject run on Linux.

import type { ChildProcess } from 'node:child_process';
import { cli, DiskProject } from '../support/disk-project.js';
import { printed, runOnWindows, startOnWindows, windowsNode, windowsPath } from './wine.js';

/** libuv's UV_FS_O_EXLOCK: Windows then refuses the file to others. */
const EXCLUSIVE = 0x10000000;

export class WindowsProject extends DiskProject {
  readonly #log = this.path('.log');

  override run(args: readonly string[] = [], extra: Readonly<Record<string, string>> = {}) {
    return runOnWindows(windowsNode, [windowsPath(cli), ...args], this.#options(extra));
  }

  override start(args: readonly string[] = []): ChildProcess {
    return startOnWindows(windowsNode, [windowsPath(cli), ...args], this.#options());
  }

  /** Starts a program that opens files and lets nobody else open them. It creates the file `held` when it has. */
  hold(paths: readonly string[]): ChildProcess {
    const code = `const fs = require('node:fs');
      for (const path of ${JSON.stringify(paths)}) fs.openSync(path, fs.constants.O_RDONLY | ${EXCLUSIVE});
      fs.writeFileSync('held', '');
      setInterval(() => {}, 1000);`;
    return startOnWindows(windowsNode, ['-e', code], { ...this.#options(), log: this.path('.holder') });
  }

  /** What the program that was started last has printed so far. */
  printed() {
    return printed({ log: this.#log });
  }

  windowsPath(path: string): string {
    return windowsPath(this.path(path));
  }

  #options(extra: Readonly<Record<string, string>> = {}) {
    const env = { XDG_CACHE_HOME: this.windowsPath('.cache'), NO_COLOR: '1', ...extra };
    return { cwd: this.root, env, log: this.#log };
  }
}
