// What is drawn in the areas and cells of the map: as much text as fits, and a small picture.

import { formatSize } from '../../format-size.js';
import { fitLabel, middleOut, textWidth } from '../../labels.js';
import type { Store } from '../../store/store.js';
import { useThumbnail } from '../../thumbnails/thumbnail.js';
import type { Cell } from './treemap.js';

type Box = Pick<Cell, 'x' | 'y' | 'width' | 'height'>;

/** A function, like `textAt`: a thousand components take as long as all of the map's elements. Without a store, it has no picture. */
export function cellContent(cell: Cell, lines: readonly Line[], store?: Store) {
  const { x, y, width, height } = cell;
  const picture = pictureBox(cell, lines.length);
  const hasPicture = store !== undefined && Math.min(picture.width, picture.height) >= MIN_PICTURE;
  return (
    <>
      {lines.length > 0 ? <title>{fullName(cell)}</title> : null}
      <rect class="map-cell" x={tenth(x)} y={tenth(y)} width={tenth(width)} height={tenth(height)} />
      {lines.map((line, i) => textAt(line, x + 4, y + 12 + LINE * i))}
      {hasPicture ? <CellPicture path={cell.path} box={picture} store={store} /> : null}
    </>
  );
}

/** Name and size of an area, or only the name: half a size would be another size. */
export function areaHead(name: string, { x, y, width, value }: Pick<Cell, 'x' | 'y' | 'width' | 'value'>) {
  const room = (width - 8) / FONT_PIXELS / BOLD;
  const whole = `${name} ${formatSize(value)}`;
  const text = textWidth(whole) <= room ? whole : middleOut(name, room);
  return text === undefined ? null : textAt({ text, look: ' is-strong' }, x + 5, y + 13);
}

/** Smaller cells have no room for a picture. */
const MIN_PICTURE = 30;

/** The place below the lines of text. */
function pictureBox({ x, y, width, height }: Box, lines: number): Box {
  const textHeight = 4 + LINE * lines;
  return { x: x + 4, y: y + textHeight, width: width - 8, height: height - textHeight - 4 };
}

interface CellPictureProps {
  readonly path: string;
  readonly box: Box;
  readonly store: Store;
}

function CellPicture({ path, box, store }: CellPictureProps) {
  const url = useThumbnail(store, store.find(path));
  return url === undefined ? null : <image class="map-picture" href={url} {...box} />;
}

const LINE = 13;
/** Of the style sheet. */
const FONT_PIXELS = 11;
/** Bold letters are wider. */
const BOLD = 1.12;

/** Without text in the cell, it is a label: an attribute takes less than an element. */
export const fullName = ({ path, value }: Cell): string => `${path}\n${formatSize(value)}`;

/** The label and the size, as far as there is room. */
export function textOf({ path, value, width, height }: Cell, labelOf: (path: string) => string): readonly Line[] {
  if (height <= 16 || width <= 24) return [];
  const room = (width - 6) / FONT_PIXELS;
  const lines = fitLabel(labelOf(path), room, height > 3 * LINE + 4 ? 2 : 1).map((text): Line => ({ text }));
  const size = formatSize(value);
  // Half a size would be another size.
  const isSizeThere = height > 30 && textWidth(size) <= room;
  return isSizeThere ? [...lines, { text: size, look: ' is-faint' }] : lines;
}

/** Finer than what is seen, and short: there are thousands of numbers. */
const tenth = (value: number): number => Math.max(0, Math.round(value * 10) / 10);

interface Line {
  readonly text: string;
  /** A further class. */
  readonly look?: string;
}

const textAt = ({ text, look = '' }: Line, x: number, y: number) => (
  <text class={`map-text${look}`} x={tenth(x)} y={tenth(y)}>
    {text}
  </text>
);
