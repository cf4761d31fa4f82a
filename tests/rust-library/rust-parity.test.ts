// The Rust crate and the SDK's validators agree on every file: golden ones, and thousands of damaged ones. If a file is rejected, code
// and offset are those of the SDK's first problem. Views of accepted files are walked with overflow checks and debug assertions on.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesSource, openPack } from '@assetc/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goldenNames, goldenPath } from '../../packages/other-runtimes/src/testing/all-goldens.js';
import { damaged } from '../c-library/damage.js';
import { FORMATS } from '../c-library/formats.js';
import { differences } from '../c-library/verdicts.js';
import { builtDemo } from '../viewer/built.js';
import { compileWithCrate, hasRust } from './rust-compiler.js';

const isLong = process.env.ASSETC_LONG !== undefined && process.env.ASSETC_LONG !== '';
const READ = ['hpack', 'hmat', 'hman', 'hmesh', 'ktx2', 'hanim', 'hanimx', 'hvar'];
const formats = FORMATS.filter(({ name }) => READ.includes(name));

let folder = '';
let program = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assetc-rust-'));
  if (hasRust) program = compileWithCrate(folder, join(import.meta.dirname, 'verdict.rs'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!hasRust)('the Rust crate next to the validators', () => {
  it.each(formats)('agrees on golden and damaged files: $name', (format) => {
    const paths = goldenNames.filter((name) => format.path.test(name)).map(goldenPath);
    expect(paths.length).toBeGreaterThan(0);
    const good = paths.map((path) => new Uint8Array(readFileSync(path)));
    const rounds = Math.ceil((isLong ? 20_000 : 400) / good.length);
    const files = good.flatMap((bytes, i) => [bytes, ...damaged(bytes, rounds, i + 1)]);
    expect(differences(program, format, files).slice(0, 10)).toEqual([]);
    const accepted = files.filter((bytes) => format.validate(bytes).length === 0).length;
    expect(accepted).toBeGreaterThanOrEqual(good.length);
    expect(accepted).toBeLessThan(files.length * 0.9);
  });

  it.skipIf(!isLong)('walks everything in the pack of the demo without a panic', async () => {
    const whole = new Uint8Array(readFileSync(join(builtDemo(), 'desktop.hpack')));
    const pack = await openPack(bytesSource(whole));
    const entries = [...pack.entries()];
    for (const format of formats) {
      const inside = entries.filter(({ path }) => format.path.test(path));
      const files = inside.map(({ offset, size }) => whole.subarray(offset, offset + size));
      if (format.name === 'hpack') files.push(whole);
      expect(differences(program, format, files)).toEqual([]);
      expect(files.filter((bytes) => format.validate(bytes).length > 0)).toEqual([]);
    }
    expect(entries.filter(({ path }) => /\.(?:hmesh|ktx2|hmat)$/.test(path)).length).toBeGreaterThan(20);
  });
});
