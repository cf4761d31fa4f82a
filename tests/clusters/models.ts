// Models that are hard for a hierarchy of clusters, as GLB: closed and open ones, seams, creases, several materials, leaves, damaged ones.

import { GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';

/** A surface before it is a file: corners may differ in uv and normal at one position. */
interface Surface {
  readonly positions: number[];
  readonly normals: number[];
  readonly uvs: number[];
  /** Three per triangle; one list per material. */
  readonly indices: number[][];
}

type Vec = readonly [number, number, number];

const bumps = ([x, y, z]: Vec): number =>
  1 + 0.15 * Math.sin(x * 5 + z * 3) * Math.cos(y * 4) + 0.02 * Math.sin(x * 23) * Math.sin(y * 19 + z * 29);

/** A point of a cube's side, from −1 to 1. */
const onCube = (side: number, u: number, v: number): Vec => {
  const sign = side % 2 === 0 ? 1 : -1;
  const axis = side >> 1;
  const p = [sign, u * sign, v];
  return [p[(3 - axis) % 3] ?? 0, p[(4 - axis) % 3] ?? 0, p[(5 - axis) % 3] ?? 0];
};

interface CubeOptions {
  /** Side × side quads on each of the six sides. */
  readonly side: number;
  /** Islands × islands pieces of texture on each side. */
  readonly islands?: number;
  readonly shape?: (p: Vec) => Vec;
  /** The material of a quad. */
  readonly material?: (side: number, x: number, y: number) => number;
  /** One normal per side instead of smooth ones. */
  readonly isHard?: boolean;
}

const ball = (p: Vec): Vec => {
  const length = Math.hypot(...p);
  const unit: Vec = [p[0] / length, p[1] / length, p[2] / length];
  const radius = bumps(unit);
  return [unit[0] * radius, unit[1] * radius, unit[2] * radius];
};

/** Closed: sides share positions, but not texture coordinates. */
function cube({ side, islands = 1, shape = ball, material = () => 0, isHard = false }: CubeOptions): Surface {
  const out: Surface = { positions: [], normals: [], uvs: [], indices: [[], []] };
  const size = side / islands;
  for (let face = 0; face < 6; face++)
    for (let island = 0; island < islands * islands; island++) {
      const [x0, y0] = [(island % islands) * size, Math.floor(island / islands) * size];
      const first = out.positions.length / 3;
      for (let y = 0; y <= size; y++)
        for (let x = 0; x <= size; x++) {
          const flat = onCube(face, ((x0 + x) / side) * 2 - 1, ((y0 + y) / side) * 2 - 1);
          const p = shape(flat).map(Math.fround);
          out.positions.push(...p);
          out.normals.push(...(isHard ? onCube(face, 0, 0) : p.map((c) => c / Math.hypot(...p))));
          out.uvs.push(face / 6 + (island * 1.1 + x / size) / (islands * islands * 8), y / size);
        }
      for (let y = 0; y < size; y++)
        for (let x = 0; x < size; x++) {
          const at = first + y * (size + 1) + x;
          const list = out.indices[material(face, x0 + x, y0 + y)] ?? [];
          list.push(at, at + 1, at + size + 1, at + 1, at + size + 2, at + size + 1);
        }
    }
  return { ...out, indices: out.indices.filter(({ length }) => length > 0) };
}

/** Gives each triangle its own normal. */
function faceted({ positions, uvs, indices }: Surface): Surface {
  const out: Surface = { positions: [], normals: [], uvs: [], indices: indices.map(() => []) };
  for (const [material, list] of indices.entries())
    for (let i = 0; i < list.length; i += 3) {
      const corner = (k: number): number[] => positions.slice((list[i + k] ?? 0) * 3, (list[i + k] ?? 0) * 3 + 3);
      const [a, b, c] = [corner(0), corner(1), corner(2)];
      const [u, v] = [b, c].map((p) => p.map((value, axis) => value - (a[axis] ?? 0)));
      const cross = [0, 1, 2].map(
        (k) => (u?.[(k + 1) % 3] ?? 0) * (v?.[(k + 2) % 3] ?? 0) - (u?.[(k + 2) % 3] ?? 0) * (v?.[(k + 1) % 3] ?? 0),
      );
      for (let k = 0; k < 3; k++) {
        out.indices[material]?.push(out.positions.length / 3);
        out.positions.push(...corner(k));
        out.normals.push(...cross.map((value) => value / Math.hypot(...cross)));
        out.uvs.push(uvs[(list[i + k] ?? 0) * 2] ?? 0, uvs[(list[i + k] ?? 0) * 2 + 1] ?? 0);
      }
    }
  return out;
}

/** Open, without seams. */
function terrain(side: number): Surface {
  const out: Surface = { positions: [], normals: [], uvs: [], indices: [[]] };
  for (let y = 0; y <= side; y++)
    for (let x = 0; x <= side; x++) {
      const [u, v] = [x / side, y / side];
      out.positions.push(u * 10, Math.sin(u * 17) * Math.cos(v * 13) * 0.5 + Math.sin(u * 71 + v * 57) * 0.03, v * 10);
      out.normals.push(0, 1, 0);
      out.uvs.push(u, v);
    }
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const at = y * (side + 1) + x;
      out.indices[0]?.push(at, at + side + 1, at + 1, at + 1, at + side + 1, at + side + 2);
    }
  return out;
}

/** Pseudorandom numbers from 0 to 1, the same every time. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 0x100000000;
  };
}

/** Separate quads in a ball. */
function leaves(count: number): Surface {
  const next = random(5);
  const out: Surface = { positions: [], normals: [], uvs: [], indices: [[]] };
  for (let i = 0; i < count; i++) {
    const center = [0, 1, 2].map(() => (next() + next() + next() - 1.5) * 4);
    const [u, v] = [0, 1].map(() => [0, 1, 2].map(() => (next() - 0.5) * 0.2));
    const first = out.positions.length / 3;
    for (const [a, b] of [
      [-1, -1],
      [1, -1],
      [-1, 1],
      [1, 1],
    ] as const) {
      out.positions.push(...center.map((c, axis) => c + a * (u?.[axis] ?? 0) + b * (v?.[axis] ?? 0)));
      out.normals.push(0, 1, 0);
      out.uvs.push((a + 1) / 2, (b + 1) / 2);
    }
    out.indices[0]?.push(first, first + 1, first + 2, first + 2, first + 1, first + 3);
  }
  return out;
}

/** A ball with triangles without area, duplicates, and three triangles on one edge. */
function damaged(side: number): Surface {
  const out = cube({ side });
  const list = out.indices[0] ?? [];
  list.push(...list.slice(0, 600));
  for (let i = 0; i < 300; i++) list.push(list[i * 3] ?? 0, list[i * 3] ?? 0, list[i * 3 + 1] ?? 0);
  for (let i = 0; i < 200; i++) list.push(list[i * 6] ?? 0, list[i * 6 + 1] ?? 0, list[(i * 997) % list.length] ?? 0);
  return out;
}

function oneTriangle(): Surface {
  return {
    positions: [0, 0, 0, 1, 0, 0, 0, 1, 0],
    normals: [0, 0, 1, 0, 0, 1, 0, 0, 1],
    uvs: [0, 0, 1, 0, 0, 1],
    indices: [[0, 1, 2]],
  };
}

function glb({ positions, normals, uvs, indices }: Surface): Uint8Array {
  const builder = new GltfBuilder();
  const attributes = {
    POSITION: builder.accessor(Float32Array.from(positions), 'VEC3'),
    NORMAL: builder.accessor(Float32Array.from(normals), 'VEC3'),
    TEXCOORD_0: builder.accessor(Float32Array.from(uvs), 'VEC2'),
  };
  const [first, ...others] = indices.map((list, i) => ({
    attributes,
    indices: builder.accessor(Uint32Array.from(list), 'SCALAR'),
    material: builder.list('materials', { name: `m${i}` }),
  }));
  if (first === undefined) throw new Error('a surface without triangles');
  builder.node({ mesh: builder.mesh(first, ...others) });
  return builder.glb();
}

export interface ClusterModel {
  readonly name: string;
  readonly glb: () => Uint8Array;
  /** Every edge has two triangles. */
  readonly isClosed: boolean;
  /** False if the model consists of parts that do not touch. */
  readonly isConnected: boolean;
  /** The coarsest clusters may lose some seams. */
  readonly mayBeSloppy?: boolean;
}

const checker = (side: number, x: number, y: number): number => ((x >> 4) + (y >> 4) + side) % 2;

export const CLUSTER_MODELS: readonly ClusterModel[] = [
  { name: 'ball', glb: () => glb(cube({ side: 48 })), isClosed: true, isConnected: true },
  { name: 'terrain', glb: () => glb(terrain(120)), isClosed: false, isConnected: true },
  {
    name: 'two materials',
    glb: () => glb(cube({ side: 48, material: checker })),
    isClosed: true,
    isConnected: true,
    mayBeSloppy: true,
  },
  {
    name: 'many UV islands',
    glb: () => glb(cube({ side: 48, islands: 6 })),
    isClosed: true,
    isConnected: true,
    mayBeSloppy: true,
  },
  {
    name: 'hard edges',
    glb: () => glb(cube({ side: 32, shape: (p) => p, isHard: true })),
    isClosed: true,
    isConnected: true,
  },
  {
    name: 'flat shading',
    glb: () => glb(faceted(cube({ side: 32 }))),
    isClosed: true,
    isConnected: true,
    mayBeSloppy: true,
  },
];

export const LEAVES: ClusterModel = {
  name: 'leaves',
  glb: () => glb(leaves(10_000)),
  isClosed: false,
  isConnected: false,
};
export const DAMAGED: ClusterModel = {
  name: 'damaged',
  glb: () => glb(damaged(24)),
  isClosed: false,
  isConnected: true,
};
export const ONE_TRIANGLE: ClusterModel = {
  name: 'one triangle',
  glb: () => glb(oneTriangle()),
  isClosed: false,
  isConnected: true,
};
