// Describes how the vertices and indices of an .hmesh are stored, for info.

import type { Hmesh } from '@assetc/formats';
import { type Facts, short } from '../../runtimes/file-format.js';

/** Nothing for the standard form. */
export function formFacts(mesh: Form): Facts {
  const { stored, desc } = mesh;
  const grid = stored?.compact?.grid;
  return {
    ...(stored === undefined ? {} : { vertexBytes: desc.vertexStride, streams: stored.streams.length }),
    ...(grid === undefined
      ? {}
      : {
          gridStep: grid.step,
          errors: {
            position: grid.positionError,
            normal: grid.normalError,
            uv: grid.uvError,
            weight: grid.weightError,
          },
        }),
    ...(isNarrow(mesh) ? { narrowIndices: true } : {}),
  };
}

type Form = Pick<Hmesh, 'stored' | 'desc' | 'meshletVertices' | 'lods'>;

export function formStatements(mesh: Form): readonly string[] {
  const { stored } = mesh;
  const grid = stored?.compact?.grid;
  return [
    ...(grid === undefined
      ? []
      : [
          'compact vertices',
          `grid of ${short(grid.step)}`,
          `errors: position ${short(grid.positionError)}, tangents ${short(grid.normalError)}°, UV ${short(grid.uvError)}, weights ${short(grid.weightError)}`,
        ]),
    ...(stored !== undefined && stored.streams.length > 1 ? ['positions in their own stream'] : []),
    ...(isNarrow(mesh) ? ['narrow indices'] : []),
  ];
}

const isNarrow = ({ meshletVertices, lods }: Pick<Hmesh, 'meshletVertices' | 'lods'>): boolean =>
  [meshletVertices, lods?.indices].some((list) => list instanceof Uint16Array);
