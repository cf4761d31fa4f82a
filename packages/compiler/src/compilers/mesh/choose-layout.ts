// Which words the rows of a mesh have: one layout for all of its submeshes, so that rows can be joined.

import type { PrimitiveModel } from '../../model/scene.js';
import { type RowLayout, rowLayout } from './vertex-rows.js';

export interface LayoutOptions {
  /** Whether the file has a skin. */
  readonly skin?: boolean;
  /** Whether the output format has room for vertex colours. */
  readonly colors?: boolean;
  /** Whether it has room for further sets of uvs and colours. */
  readonly moreSets?: boolean;
}

export const LAYOUT_DEFAULTS: Required<LayoutOptions> = { skin: false, colors: false, moreSets: false };

type Attributes = Pick<PrimitiveModel, 'colors' | 'moreUvs' | 'moreColors'>;

export function chooseLayout(primitives: readonly Attributes[], options: LayoutOptions = {}): RowLayout {
  const { skin, colors, moreSets } = { ...LAYOUT_DEFAULTS, ...options };
  const most = (count: (primitive: Attributes) => number): number =>
    moreSets ? primitives.reduce((largest, primitive) => Math.max(largest, count(primitive)), 0) : 0;
  return rowLayout({
    skin,
    color: colors && primitives.some((primitive) => primitive.colors !== undefined),
    moreUvs: most(({ moreUvs }) => moreUvs?.length ?? 0),
    moreColors: most(({ moreColors }) => moreColors?.length ?? 0),
  });
}
