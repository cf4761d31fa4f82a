// The treemap: one drawing with a link per file, for keyboards and screen readers.

import { useEffect, useRef, useState } from 'preact/hooks';
import { formatSize } from '../../format-size.js';
import { hashOf } from '../../routing/route.js';
import { type Cell, type KindArea, layOut, type Sized } from './treemap.js';

/** Number of hues; a kind keeps its hue for every measure. */
const HUES = 10;

export function hueOf(kind: string, kinds: readonly string[]): number {
  return Math.max(0, kinds.indexOf(kind)) % HUES;
}

interface MapViewProps {
  readonly label: string;
  readonly files: readonly Sized[];
  readonly kinds: readonly string[];
  /** Whether the path has a page. */
  readonly isThere: (path: string) => boolean;
}

const HEIGHT = 340;

export function MapView({ label, files, kinds, isThere }: MapViewProps) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    setWidth(element.clientWidth);
    return () => observer.disconnect();
  }, []);
  const areas = layOut(files, width, HEIGHT);
  return (
    <div class="map" ref={box}>
      <svg width={width} height={HEIGHT}>
        <title>{label}</title>
        {areas.map((area) => (
          <Area key={area.kind} area={area} hue={hueOf(area.kind, kinds)} isThere={isThere} />
        ))}
      </svg>
      {areas.length === 0 && width > 0 ? (
        <p class="map-empty muted">
          {files.length === 0 ? 'Nothing has been compiled yet.' : 'Nothing takes any of it.'}
        </p>
      ) : null}
    </div>
  );
}

interface AreaProps {
  readonly area: KindArea;
  readonly hue: number;
  readonly isThere: (path: string) => boolean;
}

function Area({ area, hue, isThere }: AreaProps) {
  const { x, y, width, height, kind, value, cells } = area;
  return (
    <g class={`map-kind hue-${hue}`}>
      <rect class="map-ground" x={x} y={y} width={width} height={height} rx={3} />
      <Text x={x + 5} y={y + 13} room={width - 8} strong>
        {`${kind} ${formatSize(value)}`}
      </Text>
      {cells.map((cell) =>
        isThere(cell.path) ? (
          <a key={cell.path} href={hashOf(cell.path)} aria-label={`${cell.path}, ${formatSize(cell.value)}`}>
            <CellBox cell={cell} />
          </a>
        ) : (
          <g key={cell.path}>
            <CellBox cell={cell} />
          </g>
        ),
      )}
    </g>
  );
}

function CellBox({ cell }: { readonly cell: Cell }) {
  const { path, value, x, y, width, height } = cell;
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (
    <>
      <title>{`${path}\n${formatSize(value)}`}</title>
      <rect class="map-cell" x={x} y={y} width={Math.max(0, width)} height={Math.max(0, height)} rx={2} />
      {height > 16 ? (
        <Text x={x + 4} y={y + 12} room={width - 6}>
          {name}
        </Text>
      ) : null}
      {height > 30 ? (
        <Text x={x + 4} y={y + 25} room={width - 6} faint>
          {formatSize(value)}
        </Text>
      ) : null}
    </>
  );
}

interface TextProps {
  readonly x: number;
  readonly y: number;
  readonly room: number;
  readonly strong?: boolean;
  readonly faint?: boolean;
  readonly children: string;
}

/** Approximate width of a character. */
const LETTER = 6.1;
const STRONG_LETTER = 7.1;

function Text({ x, y, room, strong, faint, children }: TextProps) {
  const letters = Math.floor(room / (strong === true ? STRONG_LETTER : LETTER));
  if (letters < 3) return null;
  const text = children.length <= letters ? children : `${children.slice(0, letters - 1)}…`;
  return (
    <text class={`map-text${strong === true ? ' is-strong' : ''}${faint === true ? ' is-faint' : ''}`} x={x} y={y}>
      {text}
    </text>
  );
}
