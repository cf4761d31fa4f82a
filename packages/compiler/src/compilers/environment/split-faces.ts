// Splits an image into six cube faces: a cross of 4×3 or 3×4 squares, or a strip of 6×1 or 1×6.

import { AssetError } from '../../diagnostics/diagnostic.js';

type Pixels = Uint8Array | Uint16Array | Float32Array;

/** Four channels per texel, rows from the top. */
interface PixelGrid<P extends Pixels> {
  readonly width: number;
  readonly height: number;
  readonly pixels: P;
}

export type FaceLayout = 'cross' | 'strip';

/** Column and row of each face's square, and whether it is upside down. */
type FacePlaces = readonly (readonly [column: number, row: number, isUpsideDown?: boolean])[];

interface Arrangement {
  readonly columns: number;
  readonly rows: number;
  readonly places: FacePlaces;
}

/** Centered on +Z. In the vertical cross, −Z is below −Y and upside down. */
const ARRANGEMENTS: { readonly [layout in FaceLayout]: readonly Arrangement[] } = {
  cross: [
    {
      columns: 4,
      rows: 3,
      places: [
        [2, 1],
        [0, 1],
        [1, 0],
        [1, 2],
        [1, 1],
        [3, 1],
      ],
    },
    {
      columns: 3,
      rows: 4,
      places: [
        [2, 1],
        [0, 1],
        [1, 0],
        [1, 2],
        [1, 1],
        [1, 3, true],
      ],
    },
  ],
  strip: [
    { columns: 6, rows: 1, places: [0, 1, 2, 3, 4, 5].map((face) => [face, 0]) },
    { columns: 1, rows: 6, places: [0, 1, 2, 3, 4, 5].map((face) => [0, face]) },
  ],
};

/** +X −X +Y −Y +Z −Z. `make` allocates an array of a length. */
export function splitFaces<P extends Pixels>(
  { width, height, pixels }: PixelGrid<P>,
  layout: FaceLayout,
  file: string,
  make: (length: number) => P,
): readonly PixelGrid<P>[] {
  const arrangement = ARRANGEMENTS[layout].find(
    ({ columns, rows }) => width * rows === height * columns && width % columns === 0,
  );
  if (arrangement === undefined) {
    const shapes = ARRANGEMENTS[layout].map(({ columns, rows }) => `${columns}×${rows}`).join(' or ');
    throw new AssetError({
      code: 'environment/bad-layout',
      file,
      message: `the image is ${width}×${height} texels, but a ${layout} has ${shapes} squares`,
    });
  }
  const size = width / arrangement.columns;
  return arrangement.places.map(([column, row, isUpsideDown = false]) => {
    const face = make(size * size * 4);
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++) {
        const from =
          ((row * size + (isUpsideDown ? size - 1 - y : y)) * width +
            column * size +
            (isUpsideDown ? size - 1 - x : x)) *
          4;
        for (let k = 0; k < 4; k++) face[(y * size + x) * 4 + k] = pixels[from + k] ?? 0;
      }
    return { width: size, height: size, pixels: face };
  });
}
