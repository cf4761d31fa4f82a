// Poses of compressed clips, their blends and root motion, in C with and without SIMD and in TypeScript, have the same bits: random clips at many
// times, at NaN, before the start and after the end.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  addPose,
  blendPoses,
  type CompressedClip,
  decodeHclip,
  encodeHclip,
  extractRootMotion,
  POSE_FLOATS,
  removeRootMotion,
  sampleHclip,
  sampleHclipJoint,
  sampleHclipWeights,
} from '@assetc/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomHclip } from '../../packages/formats/src/testing/random-hclip.js';
import { sampleHclipModel } from '../../packages/formats/src/testing/sample-hclip.js';
import { cCompiler, compile, root, run } from './c-compiler.js';

const isLong = process.env.ASSETC_LONG !== undefined && process.env.ASSETC_LONG !== '';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assetc-c-hclip-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const files = (count: number, first: number): readonly Uint8Array[] => [
  encodeHclip(sampleHclipModel()),
  ...Array.from({ length: count }, (_, i) => encodeHclip(randomHclip(first + i))),
];

/** As the program prints them; a NaN would differ from itself. */
const hexOf = (values: Float32Array): string =>
  [...new Uint32Array(values.buffer)].map((word) => `${word.toString(16)} `).join('');

const restOf = (count: number): Float32Array => Float32Array.from({ length: count }, (_, i) => i / 8);

function* posesInTypeScript(bytes: Uint8Array, times: Float32Array): Generator<string> {
  for (const clip of decodeHclip(bytes))
    for (const time of times) {
      const pose = new Float32Array(clip.jointCount * POSE_FLOATS).fill(-77);
      const weights = new Float32Array(clip.targetCount).fill(-77);
      sampleHclip(clip, time, restOf(pose.length), pose);
      sampleHclipWeights(clip, time, restOf(weights.length), weights);
      yield hexOf(pose) + hexOf(weights) + (clip.jointCount > 0 ? combined(clip, time, pose) : '');
    }
}

/** As `combine` of the program. */
function combined(clip: CompressedClip, time: number, pose: Float32Array): string {
  const bind = restOf(pose.length);
  const half = bind.slice();
  const out = new Float32Array(pose.length);
  const single = new Float32Array(POSE_FLOATS);
  const root = { joint: 0, axes: 'xz', yaw: true };
  const layers = [
    { pose, weight: 0.3 },
    { pose: half, weight: 0.6, mask: restOf(64) },
  ] as const;
  sampleHclip(clip, time / 2, bind, half);
  blendPoses(layers, bind, out);
  let text = hexOf(out);
  addPose(pose, layers[1], bind, out);
  text += hexOf(out);
  sampleHclipJoint(clip, time, clip.jointCount - 1, bind, single);
  text += hexOf(single);
  extractRootMotion(clip, time / 3, time * 5, true, bind, root, single);
  text += hexOf(single);
  extractRootMotion(clip, time * 5, time / 3, false, bind, root, single);
  text += hexOf(single);
  removeRootMotion(clip, time, bind, root, half);
  return text + hexOf(half.slice(0, POSE_FLOATS));
}

describe.skipIf(cCompiler === undefined)('assetc_hclip_sample', () => {
  it('and blends of its poses return the bits of TypeScript, with and without SIMD', () => {
    const source = join(root, 'tests/c-library/hclip.c');
    const list = files(isLong ? 2000 : 60, 5000);
    const times = Float32Array.of(
      ...[0, 0.25, 0.3, 1 / 3, 0.75, 1, 1.2345, 2, 3.1, 4.99, 5, 17],
      ...[Number.NaN, -1, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, -0, 1e-40],
    );
    const stream = Buffer.concat(
      list.map((bytes) =>
        Buffer.concat([
          new Uint8Array(Uint32Array.of(bytes.length, times.length).buffer),
          bytes,
          new Uint8Array(times.buffer),
        ]),
      ),
    );
    const inTypeScript = list.flatMap((bytes) => [...posesInTypeScript(bytes, times)]);
    for (const flags of [['-O1'], ['-DASSETC_NO_SIMD']]) {
      const program = join(folder, `hclip${flags.join('')}`);
      expect(compile({ source, output: program, flags: [...flags, '-DASSETC_NO_TRANSCODE'] })).toBe('');
      const { status, stdout, stderr } = run(program, [], stream);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const inC = stdout.split('\n').slice(0, -1);
      expect(inC.length).toBe(inTypeScript.length);
      expect(inC.filter((line, i) => line !== inTypeScript[i]).length, flags.join(' ')).toBe(0);
    }
  });
});
