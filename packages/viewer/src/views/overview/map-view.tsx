// The treemap: one drawing with a link per file, for keyboards and screen readers.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { KIND_NAMES, kindClass } from '../../kinds.js';
import { shortLabels } from '../../labels.js';
import { hashOf } from '../../routing/route.js';
import type { Store } from '../../store/store.js';
import { areaHead, cellContent, fullName, textOf } from './map-cell.js';
import { folderBelow, layOut, type MapArea, type Sized } from './treemap.js';
import { useMapKeys } from './use-map-keys.js';

interface MapViewProps {
  readonly label: string;
  readonly files: readonly Sized[];
  readonly store: Store;
  /** Groups the folders below it; undefined: groups kinds. */
  readonly folder?: string | undefined;
  readonly onFolder: (folder: string) => void;
}

const HEIGHT = 340;

export function MapView({ label, files, store, folder, onFolder }: MapViewProps) {
  const isThere = (path: string) => store.find(path) !== undefined;
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
      <svg
        width={width}
        height={HEIGHT}
        aria-label={`${label}: arrow keys go from file to file`}
        onPointerOver={(event) => showTooltip(event.target)}
        {...keys}
      >
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

/** For cells without text, only where the pointer is: a title in each of a thousand delays the map. Drawings have no other tooltips. */
function showTooltip(target: EventTarget | null): void {
  const link = target instanceof Element ? target.closest('a[data-path]') : null;
  const label = link?.getAttribute('aria-label') ?? null;
  if (link === null || label === null) return;
  const known = link.querySelector('title');
  const title = known ?? document.createElementNS('http://www.w3.org/2000/svg', 'title');
  title.textContent = label;
  if (known === null) link.append(title);
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
  const { x, y, width, height, kind, cells } = area;
  return (
    <g class={`map-kind ${folder === undefined ? kindClass(kind) : 'is-folder'}`}>
      {/* Keys use the buttons above the map. */}
      <g
        {...(folder === undefined || folder === '' ? {} : { onClick: () => onFolder?.(folder), 'data-folder': folder })}
      >
        <rect class="map-ground" x={x} y={y} width={width} height={height} rx={3} />
        {areaHead(folder === undefined ? KIND_NAMES[kind] : nameOfFolder(folder), area)}
      </g>
      {cells.map((cell) => {
        if (!isThere(cell.path))
          return (
            <g key={cell.path} class={kindClass(cell.kind)}>
              {cellContent(
                cell,
                textOf(cell, (path) => path),
              )}
            </g>
          );
        const lines = textOf(cell, labelOf);
        return (
          <a
            key={cell.path}
            {...(folder === undefined ? {} : { class: kindClass(cell.kind) })}
            href={hashOf(cell.path)}
            tabIndex={cell.path === stop ? 0 : -1}
            data-path={cell.path}
            {...(lines.length === 0 ? { 'aria-label': fullName(cell) } : {})}
          >
            {cellContent(cell, lines, store)}
          </a>
        );
      })}
    </g>
  );
}

const nameOfFolder = (folder: string): string => (folder === '' ? 'files here' : `${folder.split('/').at(-1)}/`);
