// An embedded file: as text with numbered lines if it is text, else as bytes. Only visible lines are in the document.

import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Busy, ErrorBox } from '../../parts/error-box.js';
import { SCROLLED } from '../../parts/scrolled.js';
import { useLoaded } from '../../store/use-store.js';
import { jsonParts, linesOf, textOf } from '../../text/lines.js';
import { BytesView } from '../bytes/bytes-view.js';
import type { ViewProps } from '../table.js';

const LINE = 19;
const OVERSCAN_ROWS = 8;
/** Browsers limit an element's height to some tens of millions of pixels. */
const MAX_LINES = 800_000;
/** Longer files are shown as bytes. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Longer lines are cut. */
const MAX_LINE_CHARACTERS = 4000;

export function TextView(props: ViewProps) {
  const { path, store, version } = props;
  const isSmall = (store.find(path)?.size ?? 0) <= MAX_BYTES;
  const { value, error } = useLoaded(
    async (signal) => ({ text: isSmall ? textOf(await store.read(path, signal)) : undefined }),
    [path, version],
  );
  if (error !== undefined) return <ErrorBox title="The file cannot be read" error={error} />;
  if (value === undefined) return <Busy label="Reading the file" />;
  if (value.text === undefined) return <BytesView {...props} />;
  return <Lines text={value.text} label={path} isJson={/\.(?:json|gltf)$/i.test(path)} />;
}

interface LinesProps {
  readonly text: string;
  readonly label: string;
  readonly isJson?: boolean;
}

export function Lines({ text, label, isJson = false }: LinesProps) {
  const box = useRef<HTMLElement>(null);
  const [scroll, setScroll] = useState(0);
  const [height, setHeight] = useState(400);
  const lines = useMemo(() => linesOf(text).slice(0, MAX_LINES), [text]);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const watch = new ResizeObserver(() => setHeight(element.clientHeight));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const first = Math.max(0, Math.floor(scroll / LINE) - OVERSCAN_ROWS);
  const end = Math.min(lines.length, Math.ceil((scroll + height) / LINE) + OVERSCAN_ROWS);
  const digits = Math.max(3, String(lines.length).length);
  const longest = useMemo(
    () => lines.reduce((most, line) => Math.max(most, Math.min(MAX_LINE_CHARACTERS, line.length)), 0),
    [lines],
  );
  return (
    <section
      ref={box}
      class="lines"
      aria-label={`Text of ${label}`}
      {...SCROLLED}
      onScroll={(event) => setScroll(event.currentTarget.scrollTop)}
    >
      <div
        class="lines-all"
        style={{ height: `${lines.length * LINE}px`, width: `calc(${digits + longest + 4}ch + 48px)` }}
      >
        {lines.slice(first, end).map((line, i) => (
          <div key={first + i} class="line" style={{ top: `${(first + i) * LINE}px` }}>
            <span class="line-number" style={{ width: `${digits}ch` }}>
              {first + i + 1}
            </span>
            <code>
              {isJson ? <Json line={line.slice(0, MAX_LINE_CHARACTERS)} /> : line.slice(0, MAX_LINE_CHARACTERS)}
            </code>
          </div>
        ))}
      </div>
    </section>
  );
}

const Json = ({ line }: { readonly line: string }) => (
  <>
    {jsonParts(line).map(({ text, role }, i) => (
      <span key={`${i} ${text}`} class={`json-${role}`}>
        {text}
      </span>
    ))}
  </>
);
