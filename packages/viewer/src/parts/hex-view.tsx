// A hex view: offset, sixteen values, their characters. Only visible rows are in the document and read, so that a gigabyte opens at once.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { hexRow } from './hex-rows.js';
import { SCROLLED } from './scrolled.js';

const ROW_PIXELS = 18;
const OVERSCAN_ROWS = 6;
/** Browsers limit an element's height to some tens of millions of pixels. */
const MAX_PIXELS = 8_000_000;

interface HexViewProps {
  readonly label: string;
  readonly sizeBytes: number;
  /** Added to the displayed offsets. */
  readonly firstOffset?: number;
  /** Bytes per row. Default: 16. */
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
  const rowsShown = Math.min(rowCount, Math.floor(MAX_PIXELS / ROW_PIXELS));
  const pixels = rowsShown * ROW_PIXELS;
  // Above the height limit, a pixel stands for more than one row.
  const scale = rowCount === 0 ? 1 : rowCount / rowsShown;
  const first = Math.max(0, Math.floor((scroll / ROW_PIXELS) * scale) - OVERSCAN_ROWS);
  const end = Math.min(rowCount, first + Math.ceil(height / ROW_PIXELS) + 2 * OVERSCAN_ROWS);

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
      // Unreadable bytes stay blank: the view around it shows the error.
      () => isOver || setWindow({ start: from, bytes: new Uint8Array(0) }),
    );
    return () => {
      isOver = true;
    };
  }, [first, end, sizeBytes, firstOffset, read]);

  return (
    <section
      ref={box}
      class="hex"
      aria-label={label}
      {...SCROLLED}
      onScroll={(e) => setScroll(e.currentTarget.scrollTop)}
    >
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
