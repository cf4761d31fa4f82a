// Chooses the words of a mesh's rows: one layout for all of its submeshes, so that rows can be joined.

import type { ColorFormat } from '@assetc/formats';
import type { PrimitiveModel } from '../../model/scene/scene.js';
import { type RowLayout, rowLayout } from './vertices/vertex-rows.js';

export interface LayoutOptions {
  /** Whether the file has a skin. */
  readonly skin?: boolean;
  /** Whether the output format can store vertex colors. */
  readonly colors?: boolean;
  /** How many further sets of uvs and colors it can store. */
  readonly moreUvs?: number;
  readonly moreColors?: number;
  /** Whether the layout may be bare. */
  readonly bare?: boolean;
}

export const LAYOUT_DEFAULTS: Required<LayoutOptions> = {
  skin: false,
  colors: false,
  moreUvs: 0,
  moreColors: 0,
  bare: false,
};

type Attributes = Pick<PrimitiveModel, 'colors' | 'colorFormat' | 'moreUvs' | 'moreColors' | 'targets'> &
  Partial<Pick<PrimitiveModel, 'uvs' | 'tangents'>>;

/** Tangents are computed from any set of texture coordinates. */
const isBare = ({ uvs, moreUvs, tangents }: Attributes): boolean =>
  uvs === undefined && tangents === undefined && (moreUvs?.length ?? 0) === 0;

export function chooseLayout(primitives: readonly Attributes[], options: LayoutOptions = {}): RowLayout {
  const { skin, colors, moreUvs, moreColors, bare } = { ...LAYOUT_DEFAULTS, ...options };
  const maxOf = (count: (primitive: Attributes) => number): number =>
    primitives.reduce((max, primitive) => Math.max(max, count(primitive)), 0);
  return rowLayout({
    skin,
    color: colors && primitives.some((primitive) => primitive.colors !== undefined),
    moreUvs: Math.min(
      moreUvs,
      maxOf((primitive) => primitive.moreUvs?.length ?? 0),
    ),
    moreColors: Math.min(
      moreColors,
      maxOf((primitive) => primitive.moreColors?.length ?? 0),
    ),
    colorFormat: narrowestCommonFormat(primitives),
    morph: primitives.some(({ targets }) => targets !== undefined && targets.length > 0),
    isBare: bare && primitives.every(isBare),
  });
}

const FORMATS: readonly ColorFormat[] = ['unorm8', 'unorm16', 'float16'];
const FORMAT_OF = { unorm8: 'unorm8', unorm16: 'unorm16', float: 'float16' } as const;

/** The narrowest format that can store the colors of all primitives. */
function narrowestCommonFormat(primitives: readonly Attributes[]): ColorFormat {
  const colored = primitives.filter(({ colors }) => colors !== undefined);
  const widths = colored.map(({ colorFormat = 'float' }) => FORMATS.indexOf(FORMAT_OF[colorFormat]));
  return FORMATS[Math.max(0, ...widths)] ?? 'float16';
}
