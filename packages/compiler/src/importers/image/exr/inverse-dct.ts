// The inverse 8×8 DCT as DWA defines it, rows before columns.

/** Halves of cosines of π/4, π/16, π/8, 3π/16, 5π/16, 3π/8 and 7π/16, with OpenEXR's precision of π. */
const [A, B, C, D, E, F, G] = [
  0.3535536229610443, 0.49039265513420105, 0.46193984150886536, 0.4157349467277527, 0.27778545022010803,
  0.19134216010570526, 0.09754570573568344,
];
/** Scale of a block that has only a DC value. */
export const DC_FACTOR = 0.12500014323544306;

export function inverseDct(block: Float64Array): void {
  for (let row = 0; row < 64; row += 8) transformLine(block, row, 1);
  for (let column = 0; column < 8; column++) transformLine(block, column, 8);
}

function transformLine(block: Float64Array, at: number, step: number): void {
  const [i1, i2, i3, i4] = [at + step, at + 2 * step, at + 3 * step, at + 4 * step];
  const [i5, i6, i7] = [at + 5 * step, at + 6 * step, at + 7 * step];
  const [v0, v1, v2, v3] = [block[at] ?? 0, block[i1] ?? 0, block[i2] ?? 0, block[i3] ?? 0];
  const [v4, v5, v6, v7] = [block[i4] ?? 0, block[i5] ?? 0, block[i6] ?? 0, block[i7] ?? 0];
  const sum = A * (v0 + v4);
  const difference = A * (v0 - v4);
  const near = C * v2 + F * v6;
  const far = F * v2 - C * v6;
  const odd0 = B * v1 + D * v3 + E * v5 + G * v7;
  const odd1 = D * v1 - G * v3 - B * v5 - E * v7;
  const odd2 = E * v1 - B * v3 + G * v5 + D * v7;
  const odd3 = G * v1 - E * v3 + D * v5 - B * v7;
  block[at] = sum + near + odd0;
  block[i1] = difference + far + odd1;
  block[i2] = difference - far + odd2;
  block[i3] = sum - near + odd3;
  block[i4] = sum - near - odd3;
  block[i5] = difference - far - odd2;
  block[i6] = difference + far - odd1;
  block[i7] = sum + near - odd0;
}
