// The treemap: one drawing with a link per file, for keyboards and screen readers.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { formatSize } from '../../format-size.js';
import { KIND_NAMES, kindClass } from '../../kinds.js';
import { middleOut, shortLabels } from '../../labels.js';
import { hashOf } from '../../routing/route.js';
import type { Store } from '../../store/store.js';
import { useThumbnail } from '../../thumbnails/thumbnail.js';
import { type Cell, folderBelow, layOut, type MapArea, type Sized } from './treemap.js';
import { useMapKeys } from './use-map-keys.js';

interface MapViewProps {
  readonly label: string;
  readonly files: readonly Sized[];
  /** Whether the path has a page. */
  readonly isThere: (path: string) => boolean;
  readonly store: Store;
  /** Groups the folders below it; undefined: groups kinds. */
  readonly folder?: string | undefined;
  readonly onFolder: (folder: string) => void;
}

const HEIGHT = 340;

export function MapView({ label, files, isThere, store, folder, onFolder }: MapViewProps) {
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
  const areas = layOut(
    files,
    width,
    HEIGHT,
    folder === undefined ? undefined : ({ path }) => folderBelow(folder, path),
  );
  const links = areas.flatMap(({ cells }) => cells).filter(({ path }) => isThere(path));
  const { stop, keys } = useMapKeys(box, links);
  const labelOf = useMemo(() => shortLabels(files.map(({ path }) => path)), [files]);
  return (
    <div class="map" ref={box}>
      <svg width={width} height={HEIGHT} aria-label={`${label}: arrow keys go from file to file`} {...keys}>
        {areas.map((area) => (
          <Area
            key={area.group}
            {...{ area, isThere, stop, store, labelOf }}
            {...(folder === undefined ? {} : { folder: area.group, onFolder })}
          />
        ))}
      </svg>
      {areas.length === 0 && width > 0 ? (
        <p class="map-empty muted">
          {files.length === 0
            ? 'No assets yet: put a .png or .glb into assets/, and build.'
            : 'Nothing takes any of it.'}
        </p>
      ) : null}
    </div>
  );
}

interface AreaProps {
  readonly area: MapArea;
  /** If it is a folder: its path. */
  readonly folder?: string;
  readonly onFolder?: (folder: string) => void;
  /** The one link that Tab reaches. */
  readonly stop: string | undefined;
  readonly isThere: (path: string) => boolean;
  readonly store: Store;
  readonly labelOf: (path: string) => string;
}

function Area({ area, isThere, stop, store, labelOf, folder, onFolder }: AreaProps) {
  const { x, y, width, height, kind, value, cells } = area;
  return (
    <g class={`map-kind ${folder === undefined ? kindClass(kind) : 'is-folder'}`}>
      {/* Keys use the buttons above the map. */}
      <g
        {...(folder === undefined || folder === '' ? {} : { onClick: () => onFolder?.(folder), 'data-folder': folder })}
      >
        <rect class="map-ground" x={x} y={y} width={width} height={height} rx={3} />
        {textIn(
          `${folder === undefined ? KIND_NAMES[kind] : nameOfFolder(folder)} ${formatSize(value)}`,
          { x: x + 5, y: y + 13, room: width - 8 },
          'is-strong',
        )}
      </g>
      {cells.map((cell) =>
        isThere(cell.path) ? (
          <a
            key={cell.path}
            {...(folder === undefined ? {} : { class: kindClass(cell.kind) })}
            href={hashOf(cell.path)}
            tabIndex={cell.path === stop ? 0 : -1}
            data-path={cell.path}
          >
            {cellBox(cell, labelOf)}
            {hasRoom(cell) ? <CellPicture cell={cell} store={store} /> : null}
          </a>
        ) : (
          <g key={cell.path} class={kindClass(cell.kind)}>
            {cellBox(cell, (path) => path)}
          </g>
        ),
      )}
    </g>
  );
}

const nameOfFolder = (folder: string): string => (folder === '' ? 'files here' : `${folder.split('/').at(-1)}/`);

/** Smaller cells have no room for a picture. */
const MIN_PICTURE = 30;
const TEXT_HEIGHT = 30;

const pictureSize = ({ width, height }: Cell) => ({ width: width - 8, height: height - TEXT_HEIGHT - 4 });

function hasRoom(cell: Cell): boolean {
  const { width, height } = pictureSize(cell);
  return Math.min(width, height) >= MIN_PICTURE;
}

function CellPicture({ cell, store }: { readonly cell: Cell; readonly store: Store }) {
  const url = useThumbnail(store, store.find(cell.path));
  if (url === undefined) return null;
  return <image class="map-picture" href={url} x={cell.x + 4} y={cell.y + TEXT_HEIGHT} {...pictureSize(cell)} />;
}

/** A function, like `textIn`: a thousand components take as long as all of the map's elements. */
function cellBox({ path, value, x, y, width, height }: Cell, labelOf: (path: string) => string) {
  const room = width - 6;
  return (
    <>
      <title>{`${path}\n${formatSize(value)}`}</title>
      <rect class="map-cell" x={x} y={y} width={Math.max(0, width)} height={Math.max(0, height)} rx={2} />
      {height > 16 && width > 24 ? textIn(labelOf(path), { x: x + 4, y: y + 12, room }) : null}
      {height > 30 ? textIn(formatSize(value), { x: x + 4, y: y + 25, room }, 'is-faint') : null}
    </>
  );
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly room: number;
}

/** Approximate width of a character. */
const LETTER = 6.4;
const STRONG_LETTER = 7.1;

function textIn(text: string, { x, y, room }: Place, look?: 'is-strong' | 'is-faint') {
  const letters = Math.floor(room / (look === 'is-strong' ? STRONG_LETTER : LETTER));
  // Half a size would be another size.
  if (letters < (look === 'is-faint' ? text.length : 3)) return null;
  return (
    <text class={look === undefined ? 'map-text' : `map-text ${look}`} x={x} y={y}>
      {middleOut(text, letters)}
    </text>
  );
}
