// A canvas that draws glyphs at positions that its user computes for its size.

import type { Hfont } from '@assetc/formats';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useCanvasSize } from '../../canvas/use-canvas-size.js';
import { useContextLife } from '../../canvas/use-context-life.js';
import { GlyphRenderer } from '../../font/glyph-renderer.js';
import { contextOf } from '../../gl/program.js';
import type { Texels } from '../../texture/texels.js';
import { cssColor } from '../../theme/css-color.js';
import { useDark } from '../../theme/theme.js';

interface GlyphCanvasProps {
  readonly label: string;
  readonly font: Hfont;
  readonly atlas: Texels;
  /** In canvas pixels; `ratio` of them make a CSS pixel. */
  readonly quads: (canvas: { readonly width: number; readonly height: number }, ratio: number) => Float32Array;
}

export function GlyphCanvas({ label, font, atlas, quads }: GlyphCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const renderer = useRef<GlyphRenderer | undefined>(undefined);
  const size = useCanvasSize(canvas);
  const life = useContextLife(canvas);
  const isDark = useDark();
  useLayoutEffect(() => {
    if (canvas.current === null || life === undefined) return;
    renderer.current = new GlyphRenderer(contextOf(canvas.current));
    return () => {
      renderer.current = undefined;
    };
  }, [life]);
  useEffect(() => renderer.current?.setAtlas(atlas), [atlas, life]);
  useEffect(() => {
    const element = canvas.current;
    if (element === null || size.width === 0) return;
    const ink = { ink: cssColor(element, '--text'), missingInk: cssColor(element, '--bad') };
    renderer.current?.draw(font, quads(size, devicePixelRatio), size, ink);
  }, [font, atlas, quads, size, isDark, life]);
  return (
    <canvas
      ref={canvas}
      class="whole"
      width={Math.max(1, size.width)}
      height={Math.max(1, size.height)}
      role="img"
      aria-label={label}
      data-ready={size.width > 0}
    />
  );
}
