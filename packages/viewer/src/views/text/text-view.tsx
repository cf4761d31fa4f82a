// A file that was embedded: as text with numbered lines where it is text, else as bytes. Lines in sight alone are in the document.

import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Busy, ErrorBox } from '../../parts/error-box.js';
import { useLoaded } from '../../store/use-store.js';
import { jsonParts, linesOf, textOf } from '../../text/lines.js';
import { BytesView } from '../bytes/bytes-view.js';
import type { ViewProps } from '../table.js';

const LINE = 19;
const BEYOND = 8;
/** Browsers end an element's height at some tens of millions of pixels. */
const MOST_LINES = 800_000;
/** What is longer is looked at as bytes: nobody reads it line by line. */
const MOST_BYTES = 32 * 1024 * 1024;
/** A line that fills no screen. */
const LONGEST = 4000;

export function TextView(props: ViewProps) {
  const { path, store, version } = props;
  const isSmall = (store.find(path)?.size ?? 0) <= MOST_BYTES;
  const { value, error } = useLoaded(
    async (signal) => ({ text: isSmall ? textOf(await store.read(path, signal)) : undefined }),
    [path, version],
  );
  if (error !== undefined) return <ErrorBox title="The file cannot be read" error={error} />;
  if (value === undefined) return <Busy label="Reading the file" />;
  if (value.text === undefined) return <BytesView {...props} />;
  return <Lines text={value.text} label={path} isJson={/\.(?:json|gltf)$/i.test(path)} />;
}

function Lines({ text, label, isJson }: { readonly text: string; readonly label: string; readonly isJson: boolean }) {
  const box = useRef<HTMLElement>(null);
  const [scroll, setScroll] = useState(0);
  const [height, setHeight] = useState(400);
  const lines = useMemo(() => linesOf(text).slice(0, MOST_LINES), [text]);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const watch = new ResizeObserver(() => setHeight(element.clientHeight));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const first = Math.max(0, Math.floor(scroll / LINE) - BEYOND);
  const end = Math.min(lines.length, Math.ceil((scroll + height) / LINE) + BEYOND);
  const digits = Math.max(3, String(lines.length).length);
  const longest = useMemo(
    () => lines.reduce((most, line) => Math.max(most, Math.min(LONGEST, line.length)), 0),
    [lines],
  );
  return (
    <section
      ref={box}
      class="lines"
      aria-label={`Text of ${label}`}
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
            <code>{isJson ? <Json line={line.slice(0, LONGEST)} /> : line.slice(0, LONGEST)}</code>
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
