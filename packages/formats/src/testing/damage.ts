// Damages a good file in every small way (each truncation, each flipped bit) and checks what every decoder promises: a
// value or a FormatError, nothing else, no allocation that the input does not justify, and a validator that agrees.

import { startProcessorClock } from '../../../../tests/support/processor-time.js';
import { FormatError } from '../core/format-error.js';
import type { Problem } from '../core/problem.js';
import { withAllocationMeter } from './allocation-meter.js';

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
/** Times the processor time of the undamaged file, or of a millisecond. */
const MAX_SLOWDOWN = 1000;

/** Every truncation, then every flipped bit. `every` > 1 takes a sample of the flips for files that are too large. */
export function survivesDamage(subject: DamageSubject, every = 1): DamageReport {
  return eachCase(subject, (tryOne) => {
    for (let length = 0; length < subject.bytes.length; length++)
      tryOne(subject.bytes.slice(0, length), `the first ${length} bytes`);
    const flipped = subject.bytes.slice();
    for (let bit = 0; bit < flipped.length * 8; bit += every) {
      const at = bit >> 3;
      const before = flipped[at] ?? 0;
      flipped[at] = before ^ (1 << (bit & 7));
      tryOne(flipped, `bit ${bit & 7} of byte ${at} flipped`);
      flipped[at] = before;
    }
  });
}

/** What breaks arithmetic: ends of ranges, NaN, infinity. */
const EXTREMES = [
  0, 1, 2, 0xff, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffff0, 0xffffffff, 0x7fc00000, 0x7f800000,
];

/** `rounds` files in which one to four words are overwritten, mostly by extremes. The same files every time. */
export function survivesOverwrites(subject: DamageSubject, rounds: number): DamageReport {
  let state = 1;
  const next = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 0x100000000) * below);
  };
  return eachCase(subject, (tryOne) => {
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
      tryOne(bytes, edits.join(', '));
    }
  });
}

type TryOne = (bytes: Uint8Array, what: string) => void;

function eachCase(subject: DamageSubject, cases: (tryOne: TryOne) => void): DamageReport {
  const { decode, validate, allocationFactor = 16 } = subject;
  const undamagedMs = (): number =>
    processorMs(() => {
      decode(subject.bytes);
      validate(subject.bytes);
    });
  const report = { cases: 0, refused: 0, reported: 0, broken: [] as string[] };
  withAllocationMeter((meter) =>
    cases((bytes, what) => {
      const fail = (message: string): void => {
        if (report.broken.length < 10) report.broken.push(`${what}: ${message}`);
      };
      const allowance = bytes.length * allocationFactor + FIXED_ALLOWANCE;
      const allowed = (step: string, run: () => void): void => {
        try {
          const asked = meter(run);
          if (asked > allowance) fail(`${step} asked for ${asked} bytes`);
        } catch (error) {
          fail(`${step} threw ${error instanceof Error ? error.stack : String(error)}`);
        }
      };
      let refusal: FormatError | undefined;
      let problems: readonly Problem[] = [];
      const tryBoth = (): void => {
        allowed('decoding', () => {
          refusal = refusalOf(decode, bytes);
        });
        allowed('validating', () => {
          problems = validate(bytes);
        });
      };
      report.cases++;
      const startMs = performance.now();
      tryBoth();
      // Processor time, so that a busy machine is not taken for a hang; once more, since asking for it takes longer than most cases.
      if (
        performance.now() - startMs > MAX_SLOWDOWN &&
        processorMs(tryBoth) > MAX_SLOWDOWN * Math.max(1, undamagedMs())
      )
        fail(`took ${MAX_SLOWDOWN} times as long as the undamaged file`);
      if (refusal !== undefined) report.refused++;
      if (problems.length > 0) report.reported++;
      for (const wrong of wrongAnswers(refusal, problems)) fail(wrong);
    }),
  );
  return report;
}

function refusalOf(decode: DamageSubject['decode'], bytes: Uint8Array): FormatError | undefined {
  try {
    decode(bytes);
    return undefined;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return error;
  }
}

function processorMs(run: () => void): number {
  const takenMs = startProcessorClock();
  run();
  return takenMs();
}

const RAW_FLOAT = /\d\.\d*[1-9]\d{9}/;

/** A FormatError must have an offset, and the validator must find what the decoder rejects, with offsets. */
function wrongAnswers(refusal: FormatError | undefined, problems: readonly Problem[]): readonly string[] {
  const isPlace = (offset: number): boolean => Number.isInteger(offset) && offset >= 0;
  const wrong: string[] = [];
  if (refusal !== undefined && !isPlace(refusal.offset)) wrong.push(`the error's offset is ${refusal.offset}`);
  if (refusal !== undefined && problems.length === 0)
    wrong.push(`decoding reports "${refusal.message}", validating finds nothing`);
  for (const { field, offset, message } of problems) {
    if (!isPlace(offset)) wrong.push(`${field} has offset ${offset}`);
    // A 32-bit float never needs more than nine digits.
    if (RAW_FLOAT.test(message)) wrong.push(`${field} prints a raw float: ${message}`);
  }
  return wrong;
}
