// A canvas that draws glyphs. Whoever uses it says what lies where, for the size that it has.

import type { Hfont } from '@assetc/formats';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { GlyphRenderer } from '../../font/glyph-renderer.js';
import { contextOf, dropContext } from '../../gl/program.js';
import type { Texels } from '../../texture/texels.js';
import { cssColor } from '../../theme/css-color.js';
import { useDark } from '../../theme/theme.js';

interface GlyphCanvasProps {
  readonly label: string;
  readonly font: Hfont;
  readonly atlas: Texels;
  /** In pixels of the canvas, of which the page's points have `ratio` each. */
  readonly quads: (canvas: { readonly width: number; readonly height: number }, ratio: number) => Float32Array;
}

export function GlyphCanvas({ label, font, atlas, quads }: GlyphCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<{ gl: WebGL2RenderingContext; renderer: GlyphRenderer } | undefined>(undefined);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const isDark = useDark();
  useLayoutEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const gl = contextOf(element);
    stage.current = { gl, renderer: new GlyphRenderer(gl) };
    const watch = new ResizeObserver(() => {
      const ratio = devicePixelRatio;
      setSize({ width: Math.round(element.clientWidth * ratio), height: Math.round(element.clientHeight * ratio) });
    });
    watch.observe(element);
    return () => {
      watch.disconnect();
      dropContext(gl);
      stage.current = undefined;
    };
  }, []);
  useEffect(() => stage.current?.renderer.setAtlas(atlas), [atlas]);
  useEffect(() => {
    const element = canvas.current;
    if (element === null || size.width === 0) return;
    const ink = { ink: cssColor(element, '--text'), missingInk: cssColor(element, '--bad') };
    stage.current?.renderer.draw(font, quads(size, devicePixelRatio), size, ink);
  }, [font, atlas, quads, size, isDark]);
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
