// A picture of the bytes of a struct, from the table that the format page has of it: sixteen bytes a row.

import { escapeHtml } from '../shell/html.js';

export interface StructField {
  readonly offset: number;
  readonly name: string;
  readonly type: string;
}

const ROW_BYTES = 16;
const CELL = 38;
const ROW_HEIGHT = 40;
const LEFT = 32;
const TOP = 18;
/** Of a letter of the names, as a share of a cell. */
const LETTER = 6.7;
/** Larger structs would be walls of equal cells: their table says more. */
const MAX_BYTES = 256;

/** As many letters as fit. The full name is in the title and in the table. */
function fitted(text: string, width: number): string {
  const letters = Math.floor((width - 6) / LETTER);
  if (text.length <= letters) return text;
  return letters < 3 ? '' : `${text.slice(0, letters - 1)}…`;
}

function cell(field: StructField, start: number, length: number, isFirst: boolean): string {
  const x = LEFT + (start % ROW_BYTES) * CELL;
  const y = TOP + Math.floor(start / ROW_BYTES) * ROW_HEIGHT;
  const width = length * CELL;
  const middle = x + width / 2;
  const label = `<text class="s-name" x="${middle}" y="${y + 17}">${escapeHtml(fitted(field.name, width))}</text><text class="s-type" x="${middle}" y="${y + 31}">${escapeHtml(fitted(field.type, width))}</text>`;
  const isPadding = /padding|reserved/i.test(field.name);
  return `<g><title>${escapeHtml(`${field.name}: ${field.type}, at ${field.offset}`)}</title><rect class="${isPadding ? 's-cell s-padding' : 's-cell'}" x="${x}" y="${y}" width="${width}" height="${ROW_HEIGHT}"/>${isFirst ? label : `<text class="s-type" x="${middle}" y="${y + 24}">…</text>`}</g>`;
}

/** Undefined if the struct is too large, or if its table is not one of fields one after the other. */
export function structDiagram(name: string, sizeBytes: number, fields: readonly StructField[]): string | undefined {
  if (sizeBytes === 0 || sizeBytes > MAX_BYTES || fields.length === 0) return undefined;
  const ends = fields.map((_, index) => fields[index + 1]?.offset ?? sizeBytes);
  if (fields[0]?.offset !== 0 || fields.some(({ offset }, index) => offset >= (ends[index] ?? 0))) return undefined;
  const cells = fields.flatMap((field, index) => {
    const parts: string[] = [];
    const end = ends[index] ?? 0;
    for (let start = field.offset; start < end; ) {
      const stop = Math.min(end, (Math.floor(start / ROW_BYTES) + 1) * ROW_BYTES);
      parts.push(cell(field, start, stop - start, start === field.offset));
      start = stop;
    }
    return parts;
  });
  const rows = Math.ceil(sizeBytes / ROW_BYTES);
  const columns = Math.min(ROW_BYTES, sizeBytes);
  const ruler = Array.from(
    { length: columns },
    (_, byte) => `<text class="s-ruler" x="${LEFT + (byte + 0.5) * CELL}" y="12">${byte}</text>`,
  );
  const margin = Array.from(
    { length: rows },
    (_, row) =>
      `<text class="s-ruler s-row" x="${LEFT - 8}" y="${TOP + row * ROW_HEIGHT + 24}">${row * ROW_BYTES}</text>`,
  );
  const width = LEFT + columns * CELL + 1;
  const height = TOP + rows * ROW_HEIGHT + 1;
  return `<figure class="struct"><svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeHtml(`The ${sizeBytes} bytes of ${name}; the table below lists them`)}">${ruler.join('')}${margin.join('')}${cells.join('')}</svg></figure>`;
}
