// Sample text in the font: at one size, and below it at typical interface sizes.

import type { Hfont } from '@assetc/formats';
import { useCallback } from 'preact/hooks';
import { GLYPH_FLOATS } from '../../font/glyph-renderer.js';
import { layOutQuads } from '../../font/text-quads.js';
import type { Texels } from '../../texture/texels.js';
import { GlyphCanvas } from './glyph-canvas.js';

export interface SpecimenStyle {
  /** Pixels per em. */
  readonly size: number;
  readonly isKerned: boolean;
}

interface SpecimenProps extends SpecimenStyle {
  readonly font: Hfont;
  readonly atlas: Texels;
  readonly text: string;
}

const MARGIN = 24;
const WATERFALL = [12, 16, 20, 28, 40, 56];

export function Specimen({ font, atlas, text, size, isKerned }: SpecimenProps) {
  const quads = useCallback(
    (canvas: { readonly width: number; readonly height: number }, ratio: number) => {
      const left = MARGIN * ratio;
      const maxWidth = canvas.width - 2 * left;
      const first = layOutQuads(font, text, { x: left, y: left, size: size * ratio, maxWidth, isKerned });
      const parts = [first.quads];
      const [line = ''] = text.split('\n');
      for (let i = 0, y = left + first.height + 28 * ratio; i < WATERFALL.length && y < canvas.height; i++) {
        const em = (WATERFALL[i] ?? 0) * ratio;
        const set = layOutQuads(font, line, { x: left, y, size: em, isKerned });
        parts.push(set.quads);
        y += set.height + 8 * ratio;
      }
      const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
      let at = 0;
      for (const part of parts) {
        all.set(part, at);
        at += part.length;
      }
      return all.subarray(0, all.length - (all.length % GLYPH_FLOATS));
    },
    [font, text, size, isKerned],
  );
  return (
    <div class="stage specimen">
      <GlyphCanvas label={text} font={font} atlas={atlas} quads={quads} />
    </div>
  );
}
