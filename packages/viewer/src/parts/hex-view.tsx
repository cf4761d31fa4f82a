// Bytes as they lie: offset, sixteen values, their letters. Rows in sight alone are in the document and read, so that a chunk of a gigabyte opens
// at once.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { hexRow } from './hex-rows.js';

const ROW_PIXELS = 18;
const BEYOND = 6;
/** Browsers end an element's height at some tens of millions of pixels. */
const MOST_PIXELS = 8_000_000;

interface HexViewProps {
  readonly label: string;
  readonly sizeBytes: number;
  /** Added to the offsets that are shown. */
  readonly firstOffset?: number;
  /** Bytes a row; 16 unless given. */
  readonly width?: 8 | 16;
  readonly read: (start: number, length: number) => Promise<Uint8Array>;
}

interface Window {
  readonly start: number;
  readonly bytes: Uint8Array;
}

export function HexView({ label, sizeBytes, firstOffset = 0, width = 16, read }: HexViewProps) {
  const box = useRef<HTMLElement>(null);
  const [scroll, setScroll] = useState(0);
  const [height, setHeight] = useState(200);
  const [{ start, bytes }, setWindow] = useState<Window>({ start: 0, bytes: new Uint8Array(0) });
  const rowCount = Math.ceil(sizeBytes / width);
  const rowsShown = Math.min(rowCount, Math.floor(MOST_PIXELS / ROW_PIXELS));
  const pixels = rowsShown * ROW_PIXELS;
  // Beyond what an element can be high, a pixel stands for more than one row.
  const scale = rowCount === 0 ? 1 : rowCount / rowsShown;
  const first = Math.max(0, Math.floor((scroll / ROW_PIXELS) * scale) - BEYOND);
  const end = Math.min(rowCount, first + Math.ceil(height / ROW_PIXELS) + 2 * BEYOND);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const watch = new ResizeObserver(() => setHeight(element.clientHeight));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    let isOver = false;
    const from = first * width;
    read(from, Math.min(sizeBytes, end * width) - from).then(
      (got) => isOver || setWindow({ start: from, bytes: got }),
      // What cannot be read stays blank: the view around it tells why.
      () => isOver || setWindow({ start: from, bytes: new Uint8Array(0) }),
    );
    return () => {
      isOver = true;
    };
  }, [first, end, sizeBytes, firstOffset, read]);

  return (
    <section ref={box} class="hex" aria-label={label} onScroll={(e) => setScroll(e.currentTarget.scrollTop)}>
      <div class="hex-all" style={{ height: `${pixels}px` }}>
        {Array.from({ length: Math.max(0, end - first) }, (_, i) => {
          const row = first + i;
          const at = row * width;
          const [values, letters] = hexRow(bytes, at - start, Math.min(width, sizeBytes - at), width);
          return (
            <div key={row} class="hex-row" style={{ top: `${(row / scale) * ROW_PIXELS}px` }}>
              <span class="hex-offset">{(firstOffset + at).toString(16).padStart(8, '0')}</span>
              <span>{values}</span>
              <span class="hex-letters">{letters}</span>
            </div>
          );
        })}
      </div>
    </section>
  );
}
