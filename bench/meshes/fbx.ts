// FBX to the scene model: a grid of quads with normals and coordinates for each corner, 50 MB, with and without deflated arrays. The peer is
// three's FBXLoader on the same bytes.

import { FBXLoader } from 'three/examples/jsm/loaders/FBXLoader.js';
import { importBytes } from '../../packages/compiler/src/importers/fbx/testing/run-import.js';
import { model, scene } from '../../packages/compiler/src/importers/fbx/testing/sample-scene.js';
import { node, type WrittenNode, writeBinary } from '../../packages/compiler/src/importers/fbx/testing/write-fbx.js';

const SIDE = 540;
const ROUNDS = 5;

function grid(side: number): WrittenNode {
  const row = side + 1;
  const points = new Float64Array(row * row * 3);
  const uvs = new Float64Array(row * row * 2);
  for (let i = 0; i < row * row; i++) {
    const [x, y] = [i % row, Math.floor(i / row)];
    points.set([x, Math.sin(x / 9) * Math.cos(y / 7) * 4, y], i * 3);
    uvs.set([x / side, y / side], i * 2);
  }
  const polygons = new Int32Array(side * side * 4);
  const uvIndices = new Int32Array(side * side * 4);
  const normals = new Float64Array(side * side * 12);
  for (let quad = 0; quad < side * side; quad++) {
    const first = Math.floor(quad / side) * row + (quad % side);
    const corners = [first, first + row, first + row + 1, first + 1];
    uvIndices.set(corners, quad * 4);
    polygons.set([...corners.slice(0, 3), -1 - (corners[3] ?? 0)], quad * 4);
    for (const [i, corner] of corners.entries()) {
      const slope = Math.cos((corner % row) / 9);
      const length = Math.hypot(slope, 1);
      normals.set([-slope / length, 1 / length, 0], quad * 12 + i * 3);
    }
  }
  const doubles = (name: string, values: Float64Array) => node(name, [{ type: 'd', values }]);
  const ints = (name: string, values: Int32Array) => node(name, [{ type: 'i', values }]);
  const layer = (name: string, reference: string, more: readonly WrittenNode[]) =>
    node(
      name,
      [0],
      [
        node('Version', [101]),
        node('Name', ['']),
        node('MappingInformationType', ['ByPolygonVertex']),
        node('ReferenceInformationType', [reference]),
        ...more,
      ],
    );
  return node(
    'Geometry',
    [2, 'grid\0\x01Geometry', 'Mesh'],
    [
      doubles('Vertices', points),
      ints('PolygonVertexIndex', polygons),
      layer('LayerElementNormal', 'Direct', [doubles('Normals', normals)]),
      layer('LayerElementUV', 'IndexToDirect', [doubles('UV', uvs), ints('UVIndex', uvIndices)]),
    ],
  );
}

/** The fastest of a few rounds, in seconds of this thread. */
async function best(work: () => unknown): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    fastest = Math.min(fastest, (user + system) / 1e6);
  }
  return fastest;
}

interface Row {
  /** How arrays are stored. */
  readonly arrays: 'plain' | 'deflated';
  readonly sizeMb: number;
  /** Of the plain file. */
  readonly mbPerSecond: number;
  readonly peerMbPerSecond: number;
  readonly ratio: number;
}

export async function run(args: readonly string[]): Promise<void> {
  const nodes = scene({
    objects: [model(1, 'A'), grid(SIDE)],
    connections: [
      [1, 0],
      [2, 1],
    ],
  });
  const plainBytes = writeBinary(nodes).length;
  const rows: Row[] = [];
  for (const arrays of ['plain', 'deflated'] as const) {
    // FBXLoader takes the last 176 bytes for the footer, and reads nodes before it.
    const written = writeBinary(nodes, { deflates: arrays === 'deflated' });
    const bytes = Buffer.concat([written.subarray(0, -16), Buffer.alloc(200)]);
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
    const ours = await best(() => importBytes(bytes));
    const theirs = await best(() => new FBXLoader().parse(buffer, ''));
    rows.push({
      arrays,
      sizeMb: bytes.length / 1e6,
      mbPerSecond: plainBytes / ours / 1e6,
      peerMbPerSecond: plainBytes / theirs / 1e6,
      ratio: theirs / ours,
    });
  }
  if (args.includes('--json')) console.log(JSON.stringify({ rows }));
  else console.table(rows);
}
