import { describe, expect, it } from 'vitest';
import { AssetError } from '../../../diagnostics/diagnostic.js';
import { doubles, ints, node, type WrittenNode, writeBinary, writeText } from '../testing/write-fbx.js';
import { childOf, childrenOf, type FbxFile, numbersOf } from './fbx-node.js';
import { parseFbx } from './parse-fbx.js';

const parse = (file: Uint8Array | string): FbxFile =>
  parseFbx('a.fbx', typeof file === 'string' ? Buffer.from(file) : file);

function problemOf(bytes: Uint8Array | string): AssetError['diagnostic'] {
  try {
    parse(bytes);
  } catch (error) {
    if (error instanceof AssetError) return error.diagnostic;
    throw error;
  }
  throw new Error('it was accepted');
}

const SAMPLE: readonly WrittenNode[] = [
  node('FBXHeaderExtension', [], [node('FBXVersion', [7400])]),
  node(
    'Objects',
    [],
    [
      node(
        'Geometry',
        [5, 'Cube\0\x01Geometry', 'Mesh'],
        [node('Vertices', [doubles(0.5, -1, 2, 3, 4, 5)]), node('PolygonVertexIndex', [ints(0, 1, -1)])],
      ),
      node('Model', [9007199254740995n, 'A "B"\0\x01Model', 'Mesh']),
    ],
  ),
  node('Empty'),
];

const FORMS = [
  ['binary 7400', writeBinary(SAMPLE)],
  ['binary 7500, with 64-bit records', writeBinary(SAMPLE, { version: 7500 })],
  ['binary 6100, big-endian', writeBinary(SAMPLE, { version: 6100, isBigEndian: true })],
  ['binary with deflated arrays', writeBinary(SAMPLE, { deflates: true })],
  ['big-endian, deflated', writeBinary(SAMPLE, { version: 7700, isBigEndian: true, deflates: true })],
  ['text', Buffer.from(writeText(SAMPLE))],
] as const;

describe('parseFbx', () => {
  it.each(FORMS)('reads the same nodes from %s', (_, bytes) => {
    const { nodes } = parse(bytes);
    expect(nodes.map(({ name }) => name)).toEqual(['FBXHeaderExtension', 'Objects', 'Empty']);
    const objects = childOf({ children: nodes }, 'Objects');
    const geometry = childOf(objects, 'Geometry');
    expect([...numbersOf(childOf(geometry, 'Vertices'))]).toEqual([0.5, -1, 2, 3, 4, 5]);
    expect([...numbersOf(childOf(geometry, 'PolygonVertexIndex'))]).toEqual([0, 1, -1]);
    const model = childOf(objects, 'Model');
    expect(model?.values[0]).toBe(9007199254740995n);
    expect(model?.values[1]).toMatch(/A "B"/);
  });

  it('reads every type of value', () => {
    const raw = Buffer.from([83, 2, 0, 0, 0, 111, 107]);
    const bytes = writeBinary([
      node('Values', [true, false, 3, 2 ** 40, -0.25, 'text', Uint8Array.of(7, 8), raw]),
      node('Arrays', [{ type: 'f', values: [0.5] }]),
      node('Times', [{ type: 'l', values: [46186158000, -5] }]),
      node('Bytes', [{ type: 'b', values: [1, 0, 1] }]),
    ]);
    const [values, arrays, times, flags] = parse(bytes).nodes;
    expect(values?.values.slice(0, 6)).toEqual([true, false, 3, 2 ** 40, -0.25, 'text']);
    expect(values?.values[6]).toEqual(Buffer.from([7, 8]));
    expect(numbersOf(arrays)).toEqual(Float32Array.of(0.5));
    expect(numbersOf(times)).toEqual(Float64Array.of(46186158000, -5));
    expect([...numbersOf(flags)]).toEqual([1, 0, 1]);
  });

  it('reads lists of text over several lines, words, comments and numbers that are not finite', () => {
    const { nodes } = parse(
      '; FBX 6.1.0 project file\nKey: 0,1,U\n ,46186158000 , 2,L,\n 3\nEmpty:\nNext: Y { Inner:  {\n}\n}\nBad: 1.#INF, -1.#IND, nan ; comment\nContent: , "QUJD"\n',
    );
    expect(nodes.map(({ name }) => name)).toEqual(['Key', 'Empty', 'Next', 'Bad', 'Content']);
    expect(nodes[0]?.values).toEqual([0, 1, 'U', 46186158000, 2, 'L', 3]);
    expect(nodes[2]?.values).toEqual(['Y']);
    expect(nodes[2]?.children[0]?.name).toBe('Inner');
    expect(nodes[3]?.values).toEqual([Number.POSITIVE_INFINITY, Number.NaN, Number.NaN]);
    expect(nodes[4]?.values).toEqual(['QUJD']);
  });

  it('stores long lists of numbers as arrays, and does not trust the count of an array', () => {
    const list = Array.from({ length: 100 }, (_, i) => i / 4);
    const { nodes } = parse(`Vertices: ${list.join(',')}\nShort: *1000000000 {\n a: 1,2\n}\n`);
    expect(numbersOf(nodes[0])).toEqual(Float64Array.from(list));
    expect(numbersOf(nodes[1])).toEqual(Float64Array.of(1, 2));
  });

  it('keeps names in old code pages apart', () => {
    const text = parse(Buffer.from('A: "\xe9"\nB: "\xe8"\n', 'latin1'));
    expect(text.nodes.map(({ values }) => values[0])).toEqual(['é', 'è']);
  });

  it('finds children by name', () => {
    const [parent] = parse('P:  {\n A: 1\n B: 2\n A: 3\n}\n').nodes;
    expect(childrenOf(parent, 'A').map(({ values }) => values[0])).toEqual([1, 3]);
  });
});

describe('parseFbx of damaged files', () => {
  it.each([
    ['nothing', Buffer.alloc(0), 'fbx/not-fbx'],
    ['zeros', Buffer.alloc(100), 'fbx/not-fbx'],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'fbx/not-fbx'],
    ['a header alone', writeBinary([]).subarray(0, 24), 'fbx/damaged'],
  ] as const)('rejects %s', (_, bytes, code) => {
    expect(problemOf(bytes)).toMatchObject({ code, file: 'a.fbx' });
  });

  it.each(FORMS)('names the place where %s was cut', (_, bytes) => {
    for (let length = 60; length < bytes.length - 60; length += 13) {
      const { code, where } = problemOf(bytes.subarray(0, length));
      expect(code).toBe('fbx/damaged');
      expect(where?.offset ?? where?.line).toBeGreaterThan(0);
    }
  });

  it('rejects a count that the bytes cannot hold, before it allocates', () => {
    const bytes = writeBinary([node('A', [ints(1, 2, 3)])]);
    const at = bytes.indexOf('i', 27 + 13);
    bytes.writeUInt32LE(0x7fffffff, at + 1);
    expect(problemOf(bytes)).toMatchObject({ code: 'fbx/damaged', where: { offset: at + 13 } });
    bytes.writeUInt32LE(1, at + 5);
    expect(problemOf(bytes).message).toContain('cannot inflate to 2147483647 numbers');
  });

  it('rejects a deflated array that is shorter or longer than its count', () => {
    for (const count of [2, 4]) {
      const bytes = writeBinary([node('A', [{ ...ints(1, 2, 3), isDeflated: true }])]);
      bytes.writeUInt32LE(count, bytes.indexOf('i', 27 + 13) + 1);
      expect(problemOf(bytes)).toMatchObject({ code: 'fbx/damaged' });
    }
  });

  it('bounds nesting', () => {
    let deep = node('Leaf');
    for (let i = 0; i < 100; i++) deep = node('N', [], [deep]);
    expect(problemOf(writeBinary([deep])).code).toBe('fbx/too-large');
    expect(problemOf(`${'N:  {\n'.repeat(100)}${'}\n'.repeat(100)}`).code).toBe('fbx/damaged');
  });
});
