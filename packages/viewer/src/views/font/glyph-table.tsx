// A grid of every glyph of a font. Only visible rows are in the document and drawn: a font may have tens of thousands.

import { glyphAt, type Hfont } from '@assetc/formats';
import { useCallback, useRef, useState } from 'preact/hooks';
import { codepointName, glyphQuad } from '../../font/text-quads.js';
import { useBoxSize } from '../../parts/use-box-size.js';
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
  const { width, height } = useBoxSize(box, { width: 600, height: 400 });
  const [scroll, setScroll] = useState(0);
  const columns = Math.max(1, Math.floor(width / CELL.width));
  const cellWidth = width / columns;
  const rows = Math.ceil(font.glyphCount / columns);
  const first = Math.floor(scroll / CELL.height) * columns;
  const end = Math.min(font.glyphCount, Math.ceil((scroll + height) / CELL.height) * columns);
  const placeOf = (index: number): Place => ({
    left: (index % columns) * cellWidth,
    top: Math.floor(index / columns) * CELL.height,
    width: cellWidth,
  });
  const indices = Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
  const quads = useCallback(
    (_: unknown, ratio: number) =>
      Float32Array.from(
        indices.flatMap((index) => {
          const { left, top } = placeOf(index);
          const size = { width: cellWidth * ratio, height: (CELL.height - LABEL) * ratio };
          return glyphQuad(font, index, { x: left * ratio, y: (top - scroll) * ratio, ...size }, EM * ratio);
        }),
      ),
    [font, first, end, columns, cellWidth, scroll],
  );
  return (
    <div class="stage glyphs">
      <GlyphCanvas label="Glyphs" font={font} atlas={atlas} quads={quads} />
      <div ref={box} class="glyphs-scroll" onScroll={(event) => setScroll(event.currentTarget.scrollTop)}>
        <div class="glyphs-all" style={{ height: `${rows * CELL.height}px` }}>
          {indices.map((index) => (
            <GlyphCell
              key={index}
              codepoint={glyphAt(font, index)?.codepoint ?? 0}
              place={placeOf(index)}
              isChosen={index === chosen}
              onChoose={() => onChoose(index)}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

interface GlyphCellProps {
  readonly codepoint: number;
  readonly place: Place;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function GlyphCell({ codepoint, place, isChosen, onChoose }: GlyphCellProps) {
  const isFallback = codepoint === 0;
  const name = codepointName(codepoint);
  return (
    <button
      type="button"
      class="glyph-cell"
      aria-pressed={isChosen}
      aria-label={isFallback ? 'What stands for missing letters' : `${String.fromCodePoint(codepoint)} ${name}`}
      style={{
        left: `${place.left}px`,
        top: `${place.top}px`,
        width: `${place.width}px`,
        height: `${CELL.height}px`,
      }}
      onClick={onChoose}
    >
      {isFallback ? '.notdef' : name}
    </button>
  );
}
