// A project whose files have old or new time stamps, for build tools that compare them.

import { readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { DiskProject } from './disk-project.js';

/** Seconds since 1970. */
export const LONG_AGO = 1e9;
export const FAR_FUTURE = 4e9;

export class DatedProject extends DiskProject {
  /** Sources and configuration get an old time stamp. */
  age(): void {
    this.#visit((at) => utimesSync(at, LONG_AGO, LONG_AGO));
  }

  /** What was changed since `age` gets a time stamp that is newer than the target's, however coarse the clock is. */
  renew(): void {
    this.#visit((at) => {
      if (statSync(at).mtimeMs !== LONG_AGO * 1000) utimesSync(at, FAR_FUTURE, FAR_FUTURE);
    });
  }

  #visit(act: (path: string) => void): void {
    const inside = readdirSync(this.path('assets'), { recursive: true, encoding: 'utf8' });
    for (const path of [...inside.map((name) => join('assets', name)), 'assets', 'assetc.yml']) act(this.path(path));
  }
}
