// Every glyph of a font in a grid. Rows in sight alone are in the document and drawn: a font may have tens of thousands.

import { glyphAt, type Hfont } from '@assetc/formats';
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { codepointName, setGlyph } from '../../font/set-text.js';
import type { Texels } from '../../texture/texels.js';
import { GlyphCanvas } from './glyph-canvas.js';

interface GlyphTableProps {
  readonly font: Hfont;
  readonly atlas: Texels;
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}

const CELL = { width: 76, height: 88 };
const EM = 36;
const LABEL = 18;

export function GlyphTable({ font, atlas, chosen, onChoose }: GlyphTableProps) {
  const box = useRef<HTMLDivElement>(null);
  const [{ width, height }, setSize] = useState({ width: 600, height: 400 });
  const [scroll, setScroll] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const watch = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const columns = Math.max(1, Math.floor(width / CELL.width));
  const cell = width / columns;
  const rows = Math.ceil(font.glyphCount / columns);
  const first = Math.floor(scroll / CELL.height) * columns;
  const end = Math.min(font.glyphCount, Math.ceil((scroll + height) / CELL.height) * columns);
  const indices = Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
  const placeOf = (index: number): { x: number; y: number } => ({
    x: (index % columns) * cell,
    y: Math.floor(index / columns) * CELL.height,
  });
  const quads = useCallback(
    (_: unknown, ratio: number) =>
      Float32Array.from(
        Array.from({ length: Math.max(0, end - first) }, (_unused, i) => {
          const index = first + i;
          const x = (index % columns) * cell * ratio;
          const y = (Math.floor(index / columns) * CELL.height - scroll) * ratio;
          const size = { width: cell * ratio, height: (CELL.height - LABEL) * ratio };
          return setGlyph(font, index, { x, y, ...size }, EM * ratio);
        }).flat(),
      ),
    [font, first, end, columns, cell, scroll],
  );
  return (
    <div class="stage glyphs">
      <GlyphCanvas label="Glyphs" font={font} atlas={atlas} quads={quads} />
      <div ref={box} class="glyphs-scroll" onScroll={(event) => setScroll(event.currentTarget.scrollTop)}>
        <div class="glyphs-all" style={{ height: `${rows * CELL.height}px` }}>
          {indices.map((index) => {
            const { x, y } = placeOf(index);
            const codepoint = glyphAt(font, index)?.codepoint ?? 0;
            return (
              <button
                key={index}
                type="button"
                class="glyph-cell"
                aria-pressed={index === chosen}
                aria-label={
                  codepoint === 0
                    ? 'What stands for missing letters'
                    : `${String.fromCodePoint(codepoint)} ${codepointName(codepoint)}`
                }
                style={{ left: `${x}px`, top: `${y}px`, width: `${cell}px`, height: `${CELL.height}px` }}
                onClick={() => onChoose(index)}
              >
                {codepoint === 0 ? '.notdef' : codepointName(codepoint)}
              </button>
            );
          })}
        </div>
      </div>
    </div>
  );
}
