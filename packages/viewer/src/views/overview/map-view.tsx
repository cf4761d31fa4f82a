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
        <Text x={x + 5} y={y + 13} room={width - 8} strong>
          {`${folder === undefined ? KIND_NAMES[kind] : nameOfFolder(folder)} ${formatSize(value)}`}
        </Text>
      </g>
      {cells.map((cell) =>
        isThere(cell.path) ? (
          <a
            key={cell.path}
            class={kindClass(cell.kind)}
            href={hashOf(cell.path)}
            tabIndex={cell.path === stop ? 0 : -1}
            data-path={cell.path}
          >
            <CellBox cell={cell} label={labelOf(cell.path)} />
            {hasRoom(cell) ? <CellPicture cell={cell} store={store} /> : null}
          </a>
        ) : (
          <g key={cell.path} class={kindClass(cell.kind)}>
            <CellBox cell={cell} label={cell.path} />
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

function CellBox({ cell, label }: { readonly cell: Cell; readonly label: string }) {
  const { path, value, x, y, width, height } = cell;
  return (
    <>
      <title>{`${path}\n${formatSize(value)}`}</title>
      <rect class="map-cell" x={x} y={y} width={Math.max(0, width)} height={Math.max(0, height)} rx={2} />
      {height > 16 ? (
        <Text x={x + 4} y={y + 12} room={width - 6}>
          {label}
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
const LETTER = 6.4;
const STRONG_LETTER = 7.1;

function Text({ x, y, room, strong, faint, children }: TextProps) {
  const letters = Math.floor(room / (strong === true ? STRONG_LETTER : LETTER));
  // Half a size would be another size.
  if (letters < (faint === true ? children.length : 3)) return null;
  const text = middleOut(children, letters);
  return (
    <text class={`map-text${strong === true ? ' is-strong' : ''}${faint === true ? ' is-faint' : ''}`} x={x} y={y}>
      {text}
    </text>
  );
}
