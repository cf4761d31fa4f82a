// A project with a build file for Make or Ninja. Which of them the machine has.

import { spawnSync } from 'node:child_process';
import { utimesSync } from 'node:fs';
import { DatedProject, FAR_FUTURE, LONG_AGO } from '../support/dated-project.js';
import { cli } from '../support/disk-project.js';

export const hasTool = (name: string): boolean => spawnSync(name, ['--version']).status === 0;

/** Starts assetc and counts how often. */
const COMMAND = `echo started >> starts.log && ${process.execPath} ${cli} build --depfile`;

const FILES: Readonly<Record<string, { readonly name: string; readonly text: string }>> = {
  make: { name: 'Makefile', text: `out.stamp:\n\t${COMMAND} $@.d && touch $@\n-include out.stamp.d\n` },
  ninja: {
    name: 'build.ninja',
    text: `rule assetc\n  command = ${COMMAND} $out.d && touch $out\n  depfile = $out.d\n  deps = gcc\nbuild out.stamp: assetc\n`,
  },
};

export class ToolProject extends DatedProject {
  readonly tool: string;

  constructor(tool: string, files: Readonly<Record<string, string | Uint8Array>>) {
    const { name, text } = FILES[tool] ?? { name: '', text: '' };
    super({ ...files, [name]: text, 'starts.log': '' });
    this.tool = tool;
    this.age();
  }

  /** Runs the build tool. Returns how often it started assetc. */
  make(): number {
    const before = this.read('starts.log').length;
    const { status, stdout, stderr } = spawnSync(this.tool, [], { cwd: this.root, encoding: 'utf8', env: this.env() });
    if (status !== 0) throw new Error(`${this.tool}: ${stdout}${stderr}`);
    return (this.read('starts.log').length - before) / 'started\n'.length;
  }

  /** Whether the build tool would start assetc. */
  isStale(): boolean {
    const { status, stdout } = spawnSync(this.tool, [this.tool === 'make' ? '-q' : '-n'], {
      cwd: this.root,
      encoding: 'utf8',
    });
    return this.tool === 'make' ? status === 1 : !stdout.includes('no work to do');
  }

  /** Whether it would start assetc if this file or folder had just changed. */
  isStaleIfChanged(path: string): boolean {
    const at = this.path(path);
    utimesSync(at, FAR_FUTURE, FAR_FUTURE);
    try {
      return this.isStale();
    } finally {
      utimesSync(at, LONG_AGO, LONG_AGO);
    }
  }
}
