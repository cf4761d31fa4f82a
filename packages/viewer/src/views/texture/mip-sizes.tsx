// The levels of a texture below the sheet that shows them: their texels and stored bytes.

import type { Ktx2 } from '@assetc/formats';
import { formatSize } from '../../format-size.js';

const side = (pixels: number, level: number): number => Math.max(1, pixels >> level);

export const MipSizes = ({ ktx }: { readonly ktx: Ktx2 }) => (
  <ol class="mip-sizes" aria-label="Levels" start={0}>
    {ktx.levels.map(({ bytes }, level) => (
      <li key={level}>
        <b>{level}</b> {side(ktx.pixelWidth, level)}×{side(Math.max(1, ktx.pixelHeight), level)}
        {ktx.pixelDepth > 0 ? `×${side(ktx.pixelDepth, level)}` : ''}{' '}
        <span class="muted">{formatSize(bytes.byteLength)}</span>
      </li>
    ))}
  </ol>
);
