// The fields of a UASTC block as the packer takes them.

type Pair = readonly [number, number];

/** A block that is not solid. Endpoints are stored numbers in block order: per subset, per component, low then high. */
interface UastcCodedFields {
  readonly mode: Exclude<UastcModeNumber, 8>;
  readonly bc1: Pair;
  readonly etc1: { readonly flip: number; readonly diff: number; readonly tables: Pair; readonly bias: number };
  /** Ignored by modes without alpha. */
  readonly eac: { readonly table: number; readonly multiplier: number };
  readonly pattern: number;
  /** The channel of the second plane; always 3 in mode 17, which does not store it. */
  readonly channel: number;
  readonly endpoints: readonly number[];
  /** Weight indices of plane 0 and plane 1, sixteen each. Plane 1 may be empty if the mode has one plane. */
  readonly weights: readonly [readonly number[], readonly number[]];
}

interface UastcSolidFields {
  readonly mode: 8;
  readonly color: readonly [number, number, number, number];
  readonly etc1: {
    readonly diff: number;
    readonly table: number;
    readonly shade: number;
    readonly base: readonly [number, number, number];
  };
}

export type UastcBlockFields = UastcCodedFields | UastcSolidFields;

export type UastcModeNumber = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18;
