// Levels of detail of one surface for tests: grids with fewer and fewer cells.

import { type GltfBuilder, grid } from '../../packages/compiler/src/testing/gltf-builder.js';
import { trianglesOf } from './level-triangles.js';

export interface GridOptions {
  readonly material?: number;
  /** Added to every height. */
  readonly up?: number;
  readonly targets?: readonly { readonly up: number }[];
  readonly skinned?: boolean;
}

/** A primitive of n × n cells, with positions as the source has them. */
export function gridPrimitive(builder: GltfBuilder, n: number, options: GridOptions = {}) {
  const { positions, normals, uvs, indices } = grid(n);
  for (let i = 1; i < positions.length; i += 3) positions[i] = (positions[i] ?? 0) + (options.up ?? 0);
  const count = positions.length / 3;
  const first = (value: number) => Float32Array.from({ length: count * 4 }, (_, i) => (i % 4 === 0 ? value : 0));
  const attributes = {
    POSITION: builder.accessor(positions, 'VEC3', { min: [-1, -1, -2], max: [1, 1, 1] }),
    NORMAL: builder.accessor(normals, 'VEC3'),
    TEXCOORD_0: builder.accessor(uvs, 'VEC2'),
    ...(options.skinned === true
      ? {
          JOINTS_0: builder.accessor(new Uint8Array(count * 4), 'VEC4'),
          WEIGHTS_0: builder.accessor(first(1), 'VEC4'),
        }
      : {}),
  };
  const targets = options.targets?.map(({ up }) => ({
    POSITION: builder.accessor(
      Float32Array.from(positions, (_, i) => (i % 3 === 1 ? up : 0)),
      'VEC3',
    ),
  }));
  return {
    attributes,
    indices: builder.accessor(indices, 'SCALAR'),
    ...(options.material === undefined ? {} : { material: options.material }),
    ...(targets === undefined ? {} : { targets }),
  };
}

/** The triangles of such a primitive, moved. */
export function gridTriangles(n: number, [x = 0, y = 0, z = 0]: readonly number[] = []): readonly string[] {
  const { positions, indices } = grid(n);
  const moved = Float32Array.from(positions, (value, i) => value + ([x, y, z][i % 3] ?? 0));
  return trianglesOf(moved, [...indices]);
}
