// The compiled code of the command line's scripts, which a run keeps for the next one: it is used, and anything that is wrong with it only
// costs time.

import { createHmac } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { DiskProject, hasCli } from '../support/disk-project.js';

const SEAL_BYTES = 32;
const projects: DiskProject[] = [];

afterEach(() => {
  for (const made of projects.splice(0)) made.remove();
});

function newProject(): DiskProject {
  const project = new DiskProject({ 'assetc.yml': 'embed: ["*.json"]\n', 'assets/a.json': '1' });
  projects.push(project);
  return project;
}

/** File → how often it was written, and its bytes. */
function keptBy(project: DiskProject): ReadonlyMap<string, { readonly writes: number | undefined; bytes: Buffer }> {
  const folder = project.path('.cache/assetc/code/v1');
  if (!existsSync(folder)) return new Map();
  return new Map(
    readdirSync(folder).map((name) => {
      const bytes = readFileSync(join(folder, name));
      return [name, { writes: bytes[SEAL_BYTES], bytes }];
    }),
  );
}

/** Builds everything: without a note, and so with the same scripts each time. */
function buildAll(project: DiskProject, env: Readonly<Record<string, string>> = {}): string {
  for (const made of ['.cache/assetc/noop', 'runtime']) rmSync(project.path(made), { recursive: true, force: true });
  const { status, stderr, stdout } = project.run([], env);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('0 failed');
  expect(project.read('runtime/a.json')).toBe('1');
  return stdout;
}

/** Writes what `change` makes of the content of each kept file, with a valid seal. */
function forge(project: DiskProject, change: (content: Buffer) => Buffer): void {
  const key = Buffer.from(project.read('.cache/assetc/record-key').trimEnd(), 'hex');
  for (const [name, { bytes }] of keptBy(project)) {
    const content = change(bytes.subarray(SEAL_BYTES));
    const seal = createHmac('sha256', key).update(`assetc code ${name}\n`).update(content).digest('hex');
    writeFileSync(
      project.path(`.cache/assetc/code/v1/${name}`),
      Buffer.concat([Buffer.from(seal.slice(0, SEAL_BYTES)), content]),
    );
  }
}

const writesOf = (project: DiskProject): readonly (number | undefined)[] =>
  [...keptBy(project).values()].map(({ writes }) => writes);

describe.skipIf(!hasCli)('compiled code', () => {
  it('is kept, extended by the next two runs, and then only read', () => {
    const project = newProject();
    for (const writes of [1, 2, 3, 3]) {
      buildAll(project);
      expect(writesOf(project).length).toBeGreaterThan(3);
      expect(new Set(writesOf(project))).toEqual(new Set([writes]));
    }
  });

  it('is compiled again if V8 refuses it, or if it is torn or not sealed by us', () => {
    const damages: readonly ((project: DiskProject) => void)[] = [
      // V8 checks its version, the flags and the length of the source in the first bytes.
      (project) =>
        forge(project, (content) => Buffer.concat([content.subarray(0, 1), Buffer.alloc(16, 7), content.subarray(17)])),
      (project) => forge(project, (content) => content.subarray(0, 1)),
      (project) => forge(project, () => Buffer.alloc(0)),
      (project) => {
        for (const [name, { bytes }] of keptBy(project))
          writeFileSync(project.path(`.cache/assetc/code/v1/${name}`), bytes.subarray(0, bytes.length >> 1));
      },
      (project) => {
        for (const [name, { bytes }] of keptBy(project)) {
          bytes[bytes.length - 9] = (bytes[bytes.length - 9] ?? 0) ^ 1;
          writeFileSync(project.path(`.cache/assetc/code/v1/${name}`), bytes);
        }
      },
    ];
    const project = newProject();
    buildAll(project);
    for (const damage of damages) {
      buildAll(project);
      expect(new Set(writesOf(project))).toEqual(new Set([2]));
      damage(project);
      buildAll(project);
      expect(new Set(writesOf(project))).toEqual(new Set([1]));
    }
  });

  it('is neither used nor written if NODE_DISABLE_COMPILE_CACHE is set', () => {
    const project = newProject();
    buildAll(project, { NODE_DISABLE_COMPILE_CACHE: '1' });
    expect(keptBy(project).size).toBe(0);
  });

  it('is not needed: a folder that cannot be written changes nothing', () => {
    const project = newProject();
    project.write('.cache/assetc/code', 'a file in the way');
    buildAll(project);
    expect(project.read('.cache/assetc/code')).toBe('a file in the way');
  });

  it('does not pile up', () => {
    const project = newProject();
    for (let i = 0; i < 60; i++) project.write(`.cache/assetc/code/v1/${i}`, 'old');
    buildAll(project);
    expect(keptBy(project).size).toBe(40);
    buildAll(project);
    expect(writesOf(project).filter((writes) => writes === 2).length).toBeGreaterThan(3);
  });
});
