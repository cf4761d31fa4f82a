import { expect, it } from 'vitest';
import type { FbxNode, FbxValue } from '../file/fbx-node.js';
import { CUBIC, HOLD, HOLD_NEXT, LINEAR } from './curve.js';
import { readCurve, TICKS_PER_SECOND } from './read-curve.js';
import { readTakeCurve } from './read-take-curve.js';

const node = (name: string, values: readonly FbxValue[], children: readonly FbxNode[] = []): FbxNode => ({
  name,
  place: { line: 1 },
  start: 0,
  end: 0,
  values,
  children,
});

const T = TICKS_PER_SECOND;

function curveNode(data: Float32Array | Float64Array, flags: readonly number[], counts: readonly number[]): FbxNode {
  return node(
    'AnimationCurve',
    [],
    [
      node('KeyTime', [Float64Array.of(0, T, 2 * T, 3 * T)]),
      node('KeyValueFloat', [Float32Array.of(1, 2, 3, 4)]),
      node('KeyAttrFlags', [Int32Array.from(flags)]),
      node('KeyAttrDataFloat', [data]),
      node('KeyAttrRefCount', [Int32Array.from(counts)]),
      node('Post-Extrapolation', [], [node('Type', ['R']), node('Repetition', [2])]),
    ],
  );
}

it('spreads attributes over the keys that share them', () => {
  const curve = readCurve(curveNode(new Float32Array(12), [2, 0x102, 4], [1, 2, 1]), false);
  expect([...(curve?.segments ?? [])]).toEqual([HOLD, HOLD_NEXT, HOLD_NEXT, LINEAR]);
  expect([...(curve?.times ?? [])]).toEqual([0, 1, 2, 3]);
  expect(curve?.after).toEqual({ mode: 'repeat', count: 2 });
  expect(curve?.before.mode).toBe('constant');
});

it('unpacks weights from the bits of a float, and those of a text from an integer', () => {
  const packed = (5000 << 16) | 2500;
  const binary = new Float32Array(4);
  binary.set([1.5, -2]);
  new Uint32Array(binary.buffer)[2] = packed;
  const text = Float64Array.from(new Int32Array(binary.buffer));
  for (const [data, isText] of [
    [binary, false],
    [text, true],
  ] as const) {
    const curve = readCurve(curveNode(data, [0x03000408], [4]), isText);
    expect([...(curve?.segments ?? [])]).toEqual([CUBIC, CUBIC, CUBIC, CUBIC]);
    expect(curve?.rightSlopes[0]).toBe(1.5);
    expect(curve?.leftSlopes[1]).toBe(-2);
    expect(curve?.rightWeights[0]).toBeCloseTo(0.25, 3);
    expect(curve?.leftWeights[1]).toBeCloseTo(0.5, 3);
  }
});

it('reads slopes that a text writes as decimals', () => {
  const curve = readCurve(curveNode(Float64Array.of(3, 0.5, 0, 0), [0x408], [4]), true);
  expect([curve?.rightSlopes[0], curve?.leftSlopes[1]]).toEqual([3, 0.5]);
});

it('has no curve without keys', () => {
  expect(readCurve(node('AnimationCurve', []), false)).toBeUndefined();
});

it('reads the key list of version 6', () => {
  const key = [0, 1, 'L', T, 2, 'C', 's', 2 * T, 3, 'C', 'n', 3 * T, 4, 'U', 's', 1.5, -2, 'a', 0.25, 0.5, 4 * T, 5];
  const rest = [
    'U',
    'a',
    'n',
    5 * T,
    6,
    'U',
    's',
    1,
    1,
    'r',
    0.9,
    6 * T,
    7,
    'U',
    't',
    0,
    0,
    0,
    'n',
    'n',
    7 * T,
    8,
    'L',
  ];
  const curve = readTakeCurve(node('Channel', ['X'], [node('Key', [...key, ...rest])]));
  expect([...(curve?.times ?? [])]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect([...(curve?.values ?? [])]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect([...(curve?.segments ?? [])]).toEqual([LINEAR, HOLD, HOLD_NEXT, CUBIC, CUBIC, CUBIC, CUBIC, LINEAR]);
  expect([curve?.rightSlopes[3], curve?.rightWeights[3], curve?.leftWeights[4]]).toEqual([1.5, 0.25, 0.5]);
  // Automatic: from the fourth key to the sixth.
  expect(curve?.rightSlopes[4]).toBe(1);
  expect(curve?.rightWeights[5]).toBe(0.9);
  expect(curve?.rightSlopes[6]).toBe(1);
});

it('keeps the keys before a damaged one', () => {
  const curve = readTakeCurve(node('Channel', ['X'], [node('Key', [0, 1, 'L', T, 2, 'U', 's', 1])]));
  expect([...(curve?.times ?? [])]).toEqual([0]);
});
