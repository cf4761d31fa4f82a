// Damages a good file in every small way (each truncation, each flipped bit) and checks what every decoder promises: a
// value or a FormatError, nothing else, no allocation that the input does not justify, and a validator that agrees.

import { FormatError } from '../core/format-error.js';
import type { Problem } from '../core/problem.js';
import { meterAllocation } from './allocation-meter.js';

interface DamageSubject {
  readonly bytes: Uint8Array;
  decode(bytes: Uint8Array): unknown;
  validate(bytes: Uint8Array): readonly Problem[];
  /** Bytes that may be asked for per byte of input; 16 lets small structs become objects. */
  readonly allocationFactor?: number;
}

interface DamageReport {
  readonly cases: number;
  /** How many of them the decoder refused, and how many the validator found something in. */
  readonly refused: number;
  readonly reported: number;
  /** What broke a promise, at most ten. */
  readonly broken: readonly string[];
}

const FIXED_ALLOWANCE = 64 * 1024;
const SLOWEST_MS = 1000;

/** Every truncation, then every flipped bit. `every` > 1 takes a sample of the flips for files that are too large. */
export function survivesDamage(subject: DamageSubject, every = 1): DamageReport {
  const report = { cases: 0, refused: 0, reported: 0, broken: [] as string[] };
  for (let length = 0; length < subject.bytes.length; length++)
    tryOne(subject, subject.bytes.slice(0, length), `the first ${length} bytes`, report);
  const flipped = subject.bytes.slice();
  for (let bit = 0; bit < flipped.length * 8; bit += every) {
    const at = bit >> 3;
    const before = flipped[at] ?? 0;
    flipped[at] = before ^ (1 << (bit & 7));
    tryOne(subject, flipped, `bit ${bit & 7} of byte ${at} flipped`, report);
    flipped[at] = before;
  }
  return report;
}

/** What breaks arithmetic: ends of ranges, NaN, infinity. */
const EXTREMES = [
  0, 1, 2, 0xff, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffff0, 0xffffffff, 0x7fc00000, 0x7f800000,
];

/** `rounds` files in which one to four words are overwritten, mostly by extremes. The same files every time. */
export function survivesOverwrites(subject: DamageSubject, rounds: number): DamageReport {
  const report = { cases: 0, refused: 0, reported: 0, broken: [] as string[] };
  let state = 1;
  const next = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 0x100000000) * below);
  };
  for (let round = 0; round < rounds; round++) {
    const bytes = subject.bytes.slice();
    const view = new DataView(bytes.buffer);
    const edits: string[] = [];
    for (let edit = next(4); edit >= 0; edit--) {
      const at = next(bytes.length - 3) & (next(4) === 0 ? ~0 : ~3);
      const value = next(4) === 0 ? next(0x100000000) : (EXTREMES[next(EXTREMES.length)] ?? 0);
      view.setUint32(at, value, true);
      edits.push(`0x${value.toString(16)} at ${at}`);
    }
    tryOne(subject, bytes, edits.join(', '), report);
  }
  return report;
}

function tryOne(
  { decode, validate, allocationFactor = 16 }: DamageSubject,
  bytes: Uint8Array,
  what: string,
  report: { cases: number; refused: number; reported: number; broken: string[] },
): void {
  const fail = (message: string): void => {
    if (report.broken.length < 10) report.broken.push(`${what}: ${message}`);
  };
  report.cases++;
  // Processor time, so that a busy machine is not taken for a hang.
  const start = process.cpuUsage();
  let refusal: FormatError | undefined;
  let problems: readonly Problem[] = [];
  const allowance = bytes.length * allocationFactor + FIXED_ALLOWANCE;
  try {
    const asked = meterAllocation(() => {
      try {
        decode(bytes);
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
        refusal = error;
      }
    });
    if (asked > allowance) fail(`decoding asked for ${asked} bytes`);
  } catch (error) {
    fail(`decoding threw ${error instanceof Error ? error.stack : String(error)}`);
  }
  try {
    const asked = meterAllocation(() => {
      problems = validate(bytes);
    });
    if (asked > allowance) fail(`validating asked for ${asked} bytes`);
  } catch (error) {
    fail(`validating threw ${error instanceof Error ? error.stack : String(error)}`);
  }
  if (refusal !== undefined) {
    report.refused++;
    if (!Number.isInteger(refusal.offset) || refusal.offset < 0) fail(`the error's offset is ${refusal.offset}`);
    if (problems.length === 0) fail(`decoding says "${refusal.message}", validating finds nothing`);
  }
  if (problems.length > 0) report.reported++;
  for (const problem of problems)
    if (!Number.isInteger(problem.offset) || problem.offset < 0) fail(`${problem.field} has offset ${problem.offset}`);
  const used = process.cpuUsage(start);
  if ((used.user + used.system) / 1000 > SLOWEST_MS) fail('took longer than a second');
}
