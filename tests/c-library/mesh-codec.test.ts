// The decoders of compressed geometry in assetc.h, with SIMD and without, compared with those of the SDK, in wasm and in TypeScript: one
// verdict on intact and damaged data (a hundred thousand in the long form), and the same bytes; under sanitizers. NEON is tested where a
// cross compiler and QEMU are installed (apt install gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user).

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { xxh3 } from '@assetc/formats/declare';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CODED_KINDS,
  type CodedSample,
  codedSamples,
  damageSample,
  seededRandom,
} from '../../packages/formats/src/testing/coded-samples.js';
import { decodeSample } from '../../packages/formats/src/testing/decode-samples.js';
import { cCompiler, compile, compileForArm, hasArm, root, run, SANITIZED } from './c-compiler.js';

const isLong = process.env.ASSETC_LONG !== undefined && process.env.ASSETC_LONG !== '';
/** Samples of each codec; each is damaged this many times. */
const SAMPLES = isLong ? 2600 : 40;
const DAMAGED = 10;
const PER_RUN = 200;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assetc-c-mesh-codec-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function record({ kind, count, stride, source, rawBytes }: CodedSample): Uint8Array {
  const head = Uint32Array.of(CODED_KINDS.indexOf(kind), count, stride, source.length, rawBytes);
  return Buffer.concat([new Uint8Array(head.buffer), source]);
}

const answer = (bytes: Uint8Array | undefined): string =>
  bytes === undefined ? '-' : xxh3(bytes).toString(16).padStart(16, '0');

/** Compiled quickly: nothing of it is timed. */
const QUICK = ['-O0', ...SANITIZED, '-DASSETC_NO_TRANSCODE'];
const FLAGS: readonly (readonly string[])[] = [
  [...QUICK, '-DASSETC_NO_SIMD'],
  [...QUICK, ...(process.arch === 'x64' ? ['-march=x86-64-v2'] : [])],
];

/** Commands that read records and print answers. */
function programs(): readonly (readonly [program: string, ...args: string[]])[] {
  const source = join(root, 'tests/c-library/mesh-codec.c');
  const native = FLAGS.map((flags, i) => {
    const output = join(folder, `mesh-codec-${i}`);
    expect(compile({ source, output, flags })).toBe('');
    return [output] as const;
  });
  if (!hasArm) return native;
  const output = join(folder, 'mesh-codec-arm');
  expect(compileForArm({ source, output, flags: ['-O1', '-DASSETC_NO_TRANSCODE'] })).toBe('');
  return [...native, ['qemu-aarch64', output]];
}

describe.skipIf(cCompiler === undefined)('the decoders of assetc.h', () => {
  it('give the verdicts and bytes of the SDK, in wasm and in TypeScript', () => {
    const commands = programs();
    const random = seededRandom(4242);
    let [accepted, rejected] = [0, 0];
    for (let first = 0; first < SAMPLES; first += PER_RUN) {
      const samples = Array.from({ length: Math.min(PER_RUN, SAMPLES - first) }, (_, i) =>
        codedSamples(9000 + first + i),
      )
        .flat()
        .flatMap((sample) => [sample, ...Array.from({ length: DAMAGED }, () => damageSample(sample, random))]);
      const wanted = samples.map((sample) => answer(decodeSample('twin', sample)));
      accepted += wanted.filter((line) => line !== '-').length;
      rejected += wanted.filter((line) => line === '-').length;
      const different = (lines: readonly string[]) =>
        samples.filter((_, i) => lines[i] !== wanted[i]).map(({ kind, count, stride }) => ({ kind, count, stride }));
      expect(different(samples.map((sample) => answer(decodeSample('kernel', sample))))).toEqual([]);
      const input = Buffer.concat(samples.map(record));
      for (const [program, ...args] of commands) {
        const { status, stdout, stderr } = run(program, args, input);
        expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
        expect(different(stdout.split('\n'))).toEqual([]);
      }
    }
    expect(accepted).toBeGreaterThan(SAMPLES * 3);
    expect(rejected).toBeGreaterThan(SAMPLES * 3);
  });
});
