// Grids of weights: what each point adds to each texel, and what a grid can express: with A the shares (a row for each texel) and L from Cholesky's
// decomposition of AᵀA, L⁻¹Aᵀ is an orthonormal basis, and L⁻ᵀL⁻¹Aᵀ the pseudo-inverse.

import { at } from '../uastc/lanes.js';

export interface Grid {
  readonly width: number;
  readonly height: number;
  readonly count: number;
  /** A weight for each texel: no interpolation. */
  readonly isWhole: boolean;
  /** Per texel: four points and their shares in sixteenths. */
  readonly corners: readonly (readonly (readonly [point: number, sixteenths: number])[])[];
  /** Per point: the texels that it affects, and by how many sixteenths. */
  readonly texels: readonly (readonly (readonly [texel: number, sixteenths: number])[])[];
  /** Sum of squared shares. */
  readonly noise: number;
  /** Rows of 2^-14 and of 2^-12 for each point. */
  readonly basis: readonly Int16Array[];
  readonly inverse: readonly Int16Array[];
}

function spread(blockWidth: number, blockHeight: number, width: number, height: number): Grid['corners'] {
  const [stepX, stepY] = [blockWidth, blockHeight].map((n) => Math.trunc((1024 + (n >> 1)) / (n - 1)));
  return Array.from({ length: blockWidth * blockHeight }, (_, texel) => {
    const s = ((stepX ?? 0) * (texel % blockWidth) * (width - 1) + 32) >> 6;
    const t = ((stepY ?? 0) * Math.trunc(texel / blockWidth) * (height - 1) + 32) >> 6;
    const both = ((s & 15) * (t & 15) + 8) >> 4;
    const first = (s >> 4) + (t >> 4) * width;
    const shares = [16 - (s & 15) - (t & 15) + both, (s & 15) - both, (t & 15) - both, both];
    // A point beyond the grid has no share.
    return shares.map((sixteenths, corner) => [
      Math.min(first + (corner & 1) + (corner >> 1) * width, width * height - 1),
      sixteenths,
    ]);
  });
}

/** Cholesky's decomposition of AᵀA; a little is added to the diagonal, because some grids have points that no texel determines. */
function decompose(shares: readonly Float64Array[], count: number): readonly Float64Array[] {
  const lower = Array.from({ length: count }, () => new Float64Array(count));
  for (const [row, own] of lower.entries())
    for (let column = 0; column <= row; column++) {
      const other = at(lower, column);
      let sum = row === column ? 1e-4 : 0;
      for (const texel of shares) sum += at(texel, row) * at(texel, column);
      for (let k = 0; k < column; k++) sum -= at(own, k) * at(other, k);
      own[column] = row === column ? Math.sqrt(sum) : sum / at(other, column);
    }
  return lower;
}

function invert(shares: readonly Float64Array[], count: number): Pick<Grid, 'basis' | 'inverse'> {
  const lower = decompose(shares, count);
  const rows = (): Int16Array[] => Array.from({ length: count }, () => new Int16Array(shares.length));
  const [basis, inverse] = [rows(), rows()];
  for (const [texel, own] of shares.entries()) {
    const column = new Float64Array(count);
    for (let row = 0; row < count; row++) {
      let sum = at(own, row);
      for (let k = 0; k < row; k++) sum -= at(at(lower, row), k) * at(column, k);
      column[row] = sum / at(at(lower, row), row);
      at(basis, row)[texel] = Math.floor(at(column, row) * 16384 + 0.5);
    }
    for (let row = count - 1; row >= 0; row--) {
      let sum = at(column, row);
      for (let k = row + 1; k < count; k++) sum -= at(at(lower, k), row) * at(column, k);
      column[row] = sum / at(at(lower, row), row);
      at(inverse, row)[texel] = Math.min(Math.max(Math.floor(at(column, row) * 4096 + 0.5), -32768), 32767);
    }
  }
  return { basis, inverse };
}

export function buildGrid(blockWidth: number, blockHeight: number, width: number, height: number): Grid {
  const corners = spread(blockWidth, blockHeight, width, height);
  const count = width * height;
  const shares = corners.map((points) => {
    const row = new Float64Array(count);
    for (const [point, sixteenths] of points) row[point] = at(row, point) + sixteenths / 16;
    return row;
  });
  const texels = Array.from({ length: count }, (_, point) =>
    shares.flatMap((row, texel) => (at(row, point) === 0 ? [] : [[texel, at(row, point) * 16] as const])),
  );
  const noise = corners.flat().reduce((sum, [, share]) => sum + share * share, 0) / 256;
  const isWhole = count === blockWidth * blockHeight;
  return { width, height, count, isWhole, corners, texels, noise, ...invert(shares, count) };
}
