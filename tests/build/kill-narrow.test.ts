// A build of a few changes in a project with many assets, which knows from a note what to check, killed or interrupted at random moments: no
// output is ever partial, and the next build ends like a clean one. ASSETC_LONG=1 does it 1,000 times, otherwise it is kept short.

import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random, rounds } from '../long/random.js';
import { DiskProject, exitCode, hasCli } from '../support/disk-project.js';

const KILLS = rounds(8, 1000);
/** More than a block of the record has. */
const ASSETS = 300;
const CONFIG = 'embed: ["*.json"]\n';

const contentOf = (i: number, version: number): string => JSON.stringify({ i, version, filler: `${i}`.repeat(900) });

/** Sources by name, and the version of each; those of version 0 do not exist. */
class VersionedProject extends DiskProject {
  readonly versions = new Map<number, number>();

  change(i: number, version: number): void {
    this.versions.set(i, version);
    const path = `assets/d${i % 3}/a${i}.json`;
    if (version === 0) this.removeSource(path);
    else this.write(path, contentOf(i, version));
  }

  /** Digests of outputs, which are named after their sources. */
  outputsOf(i: number, tree: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
    return Object.entries(tree).filter(([path]) => path.startsWith(`d${i % 3}/a${i}.`));
  }
}

describe.skipIf(!hasCli)('a killed build of a few changes', () => {
  const project = new VersionedProject({ 'assetc.yml': CONFIG });
  const clean = [1, 2].map(() => new VersionedProject({ 'assetc.yml': CONFIG }));
  const expected: Readonly<Record<string, string>>[] = [];

  beforeAll(() => {
    for (const [at, reference] of clean.entries()) {
      for (let i = 0; i < ASSETS; i++) reference.change(i, at + 1);
      expect(reference.run(['-q'])).toMatchObject({ status: 0 });
      expected.push(reference.hashTree());
    }
    for (let i = 0; i < ASSETS; i++) project.change(i, 1);
    expect(project.run(['-q'])).toMatchObject({ status: 0 });
    expect(project.run(['-q'])).toMatchObject({ status: 0 });
  });
  afterAll(() => {
    for (const one of [project, ...clean]) one.remove();
  });

  it(`leaves old or new outputs at ${KILLS} random moments, and the next build ends like a clean one`, {
    timeout: 7_200_000,
  }, async () => {
    const random = new Random(35);
    let [stopped, narrow, buildMs] = [0, 0, 400];
    for (let round = 0; round < KILLS; round++) {
      const about = `round ${round}`;
      for (let n = 1 + random.below(3); n > 0; n--) project.change(random.below(ASSETS), random.below(5) % 3);
      const signal = round % 4 === 3 ? 'SIGINT' : 'SIGKILL';
      const delay = (random.below(1000) / 1000) * buildMs * 1.1;
      const start = performance.now();
      const child = project.start(['-q']);
      const ended = exitCode(child);
      const timer = setTimeout(() => child.kill(signal), delay);
      const { code } = await ended;
      clearTimeout(timer);
      if (code !== 0) {
        stopped++;
        // Every moment of a build should be met, however busy the machine is.
        if (delay > buildMs * 0.9) buildMs *= 1.2;
      } else buildMs = performance.now() - start;
      for (const [path, digest] of Object.entries(project.hashTree()))
        if (path !== 'assets.hman')
          expect([expected[0]?.[path], expected[1]?.[path]], `${about}, ${path}`).toContain(digest);
      expect(project.run(['-q']), about).toMatchObject({ status: 0 });
      if (/^\w+ \w+ \{"end":/m.test(project.read('runtime/.assetc-cache'))) narrow++;
      const tree = project.hashTree();
      for (const [i, version] of project.versions)
        expect(project.outputsOf(i, tree), `${about}, source ${i}`).toEqual(
          version === 0 ? [] : project.outputsOf(i, expected[version - 1] ?? {}),
        );
      expect(project.temporaryFiles(), about).toEqual([]);
      expect(existsSync(project.path('runtime/.assetc-lock')), about).toBe(false);
    }
    expect(stopped).toBeGreaterThan(KILLS / 4);
    expect(narrow).toBeGreaterThan(KILLS / 10);
    const left = project.hashTree();
    expect(project.run(['-q', '--no-cache'])).toMatchObject({ status: 0 });
    expect(project.hashTree()).toEqual(left);
  });
});
