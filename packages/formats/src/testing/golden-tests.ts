// Checks of every golden file: it follows the spec, decodes to its twin, comes back from the encoder, and survives damage.

import { expect, it } from 'vitest';
import type { Problem } from '../core/problem.js';
import { survivesDamage, survivesOverwrites } from './damage.js';
import { GOLDEN_LIMIT_BYTES, readGolden, readTwin, toTwin, writeGoldenIfAsked } from './golden.js';

interface GoldenFormat<T> {
  /** Of the golden file and of its twin. */
  readonly file: string;
  readonly twin: string;
  readonly sample: T;
  /** The file, written by hand. */
  golden(): Uint8Array;
  encode(value: T): Uint8Array;
  decode(bytes: Uint8Array): T;
  /** What damaged files are given to, if decoding to a model takes long; `decode` otherwise. */
  open?(bytes: Uint8Array): unknown;
  validate(bytes: Uint8Array): readonly Problem[];
}

export function goldenTests<T>(format: GoldenFormat<T>): void {
  const { file, twin, sample, golden, encode, decode, validate, open = decode } = format;
  it('follows the spec, byte for byte', () => {
    writeGoldenIfAsked(file, golden());
    writeGoldenIfAsked(twin, `${JSON.stringify(toTwin(sample), null, 1)}\n`);
    expect(readGolden(file)).toEqual(golden());
    expect(golden().length).toBeLessThanOrEqual(GOLDEN_LIMIT_BYTES);
  });

  it('decodes to its twin and comes back from the encoder unchanged', () => {
    const bytes = readGolden(file);
    expect(toTwin(decode(bytes))).toEqual(readTwin(twin));
    expect(encode(decode(bytes))).toEqual(bytes);
    expect(validate(bytes)).toEqual([]);
  });

  it('survives every truncation and flipped bit', () => {
    const report = survivesDamage({ bytes: golden(), decode: open, validate });
    expect(report.broken).toEqual([]);
    expect(report.refused).toBeGreaterThan(golden().length);
  });

  it('survives words overwritten by extremes', () => {
    const report = survivesOverwrites({ bytes: golden(), decode: open, validate }, 5000);
    expect(report.broken).toEqual([]);
    expect(report.refused).toBeGreaterThan(1000);
  });
}
