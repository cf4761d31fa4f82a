// A build killed at random moments: no output is ever partial, and the next build ends byte-equal to a clean one.
// ASSETC_LONG=1 does it 2,000 times, otherwise it is kept short.

import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DiskProject, exitCode, hasCli } from '../support/disk-project.js';
import { makePng } from '../support/png.js';

const KILLS = process.env.ASSETC_LONG === '1' ? 2000 : 16;
const CONFIG = 'embed: ["*.json"]\npack: true\n';

/** A few hundred assets, a dozen of which need a thread. `version` changes every second of them. */
function writeSources(project: DiskProject, version: number): void {
  for (let i = 0; i < 260; i++) {
    const value = i % 2 === 0 ? version : 0;
    project.write(
      `assets/d${i % 13}/a${i}.json`,
      JSON.stringify({ i, value, filler: `${i}`.repeat(500 + (i % 7) * 900) }),
    );
  }
  for (let i = 0; i < 12; i++)
    project.write(
      `assets/t/p${i}.png`,
      makePng(16, 16, (x, y) => [x * 16, y * 16, (i * 20 + version * 3) & 255, 255]),
    );
  project.write(`assets/only/v${version % 3}.json`, '{}');
}

/** A small deterministic generator: a failing moment can be repeated. */
function* randoms(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

describe.skipIf(!hasCli)('a killed build', () => {
  const project = new DiskProject({ 'assetc.yml': CONFIG });
  const clean = [1, 2].map(() => new DiskProject({ 'assetc.yml': CONFIG }));
  const expected: Record<string, string>[] = [];
  let buildMs = 0;

  const everything = (p: DiskProject) => ({ ...p.hashTree(), pack: p.hashTree('.')['runtime.hpack'] ?? '' });

  beforeAll(() => {
    for (const [i, reference] of clean.entries()) {
      writeSources(reference, i + 1);
      const start = performance.now();
      expect(reference.run(['build', '-q'])).toMatchObject({ status: 0 });
      buildMs = performance.now() - start;
      expected.push(everything(reference));
    }
  });
  afterAll(() => {
    for (const p of [project, ...clean]) p.remove();
  });

  it(`leaves old or new outputs at ${KILLS} random moments, and the next build ends like a clean one`, {
    timeout: 7_200_000,
  }, async () => {
    const random = randoms(20260);
    let killed = 0;
    for (let round = 0; round < KILLS; round++) {
      const version = round % 2;
      // Removing what the other version alone has makes sure that nothing a killed build wrote is forgotten.
      writeSources(project, version + 1);
      if (round > 0) project.removeSource(`assets/only/v${((version + 1) % 2) + 1}.json`);
      const child = project.start(['build', '-q', ...(round % 5 === 4 ? ['--no-cache'] : [])]);
      const ended = exitCode(child);
      const delay = (random.next().value ?? 0) * buildMs * 1.1;
      const start = performance.now();
      const timer = setTimeout(() => child.kill('SIGKILL'), delay);
      if ((await ended).signal === 'SIGKILL') {
        killed++;
        // The machine may have more to do than a moment ago, or less: every moment of a build should be met.
        if (delay > buildMs * 0.9) buildMs *= 1.2;
      } else buildMs = performance.now() - start;
      clearTimeout(timer);
      for (const [path, digest] of Object.entries(project.hashTree()))
        expect([expected[0]?.[path], expected[1]?.[path]], `round ${round}, ${path}`).toContain(digest);
      const pack = project.hashTree('.')['runtime.hpack'];
      if (pack !== undefined) expect([expected[0]?.pack, expected[1]?.pack]).toContain(pack);
      // Every few rounds the build may finish; in between the next kill meets what the last one left.
      if (round % 4 !== 3 && round !== KILLS - 1) continue;
      expect(project.run(['build', '-q']), `round ${round}`).toMatchObject({ status: 0 });
      expect(everything(project), `round ${round}`).toEqual(expected[version]);
      expect(project.temporaryFiles()).toEqual([]);
      expect(existsSync(project.path('runtime/.assetc-lock'))).toBe(false);
    }
    expect(killed).toBeGreaterThan(KILLS / 4);
  });
});
