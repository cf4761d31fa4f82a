// The table of all formats, and that of a model's textures.

import type { FormatRow, ModelFile, ModelTexture } from '../messages.js';
import { offerDownload, withdrawDownload } from './downloads.js';
import { byId, make } from './elements.js';
import { bitsText, bytesText, decibelsText, millisecondsText } from './numbers.js';

function rowOf(cells: readonly (string | Node)[], numbersFrom: number): HTMLTableRowElement {
  const row = make('tr');
  for (const [index, content] of cells.entries()) {
    const cell = make('td', '', index >= numbersFrom && index < cells.length - 1 ? 'number' : '');
    cell.append(content);
    row.append(cell);
  }
  return row;
}

const bodyOf = (id: string): HTMLTableSectionElement => {
  const body = byId(id, HTMLElement).querySelector('tbody');
  if (body === null) throw new Error(`${id} has no table`);
  return body;
};

export class FormatTable {
  readonly #rows: FormatRow[] = [];
  readonly #texels: number;

  constructor(texels: number) {
    this.#texels = texels;
    bodyOf('all-table').replaceChildren();
    byId('all-table', HTMLElement).hidden = false;
    byId('verdict', HTMLElement).textContent = '';
  }

  add(row: FormatRow, choose: (row: FormatRow) => void): void {
    this.#rows.push(row);
    const show = make('button', 'Show', 'button quiet small');
    show.type = 'button';
    show.ariaLabel = `Show ${row.format}`;
    show.addEventListener('click', () => choose(row));
    const { format, use, fileBytes, gpuBytes, psnr, milliseconds } = row;
    const name = make('span', format);
    name.append(make('small', use));
    const levelTexels = row.levels > 1 ? (this.#texels * 4) / 3 : this.#texels;
    const cells = [
      name,
      bytesText(fileBytes),
      bytesText(gpuBytes),
      bitsText(gpuBytes, levelTexels),
      decibelsText(psnr),
      millisecondsText(milliseconds),
      show,
    ];
    bodyOf('all-table').append(rowOf(cells, 1));
  }

  /** By one rule that the sentence states. */
  finish(): void {
    const good = (one: FormatRow): boolean => one.psnr === undefined || one.psnr >= GOOD_DECIBELS;
    const best = (targets: readonly string[]): string => {
      const own = this.#rows.filter(({ settings }) => targets.includes(settings.target));
      const smallest = own.filter(good).sort((a, b) => a.gpuBytes - b.gpuBytes || (b.psnr ?? 99) - (a.psnr ?? 99))[0];
      const chosen = smallest ?? [...own].sort((a, b) => (b.psnr ?? 99) - (a.psnr ?? 99))[0];
      return chosen?.format ?? 'none';
    };
    byId('verdict', HTMLElement).textContent =
      `The smallest on the GPU with at least ${GOOD_DECIBELS} dB, or else the best: ${best(['bc'])} on desktops, ${best(['astc'])} on phones, ${best(['universal'])} where one file has to serve both.`;
  }
}

/** Above this, differences are hard to see at 1:1. */
const GOOD_DECIBELS = 38;

export class ModelTable {
  #before = 0;
  #after = 0;
  #gpu = 0;
  #raw = 0;

  constructor() {
    bodyOf('model').replaceChildren();
  }

  add(texture: ModelTexture, stem: string): void {
    this.#before += texture.sourceBytes;
    this.#after += texture.fileBytes;
    this.#gpu += texture.gpuBytes;
    this.#raw += texture.rawBytes;
    const picture = make('canvas', '', 'thumb');
    const scale = Math.min(1, 96 / Math.max(texture.width, texture.height));
    picture.width = Math.max(1, Math.round(texture.width * scale));
    picture.height = Math.max(1, Math.round(texture.height * scale));
    picture.getContext('2d')?.drawImage(texture.bitmap, 0, 0, picture.width, picture.height);
    texture.bitmap.close();
    const name = make('span', texture.name, 'thumb-name');
    name.prepend(picture);
    const link = make('a', '.ktx2');
    offerDownload(link, `${stem}-${texture.name}.ktx2`, texture.bytes);
    const cells = [
      name,
      texture.role,
      texture.format,
      `${texture.width} × ${texture.height}`,
      texture.sourceBytes === 0 ? 'made' : bytesText(texture.sourceBytes),
      bytesText(texture.fileBytes),
      bytesText(texture.gpuBytes),
      texture.sourceBytes === 0 ? '' : decibelsText(texture.psnr),
      link,
    ];
    bodyOf('model').append(rowOf(cells, 3));
    byId('model-sum', HTMLElement).textContent =
      `${bytesText(this.#before)} of images become ${bytesText(this.#after)} of textures. On the GPU they take ${bytesText(this.#gpu)}; decoded images take ${bytesText(this.#raw)}.`;
  }
}

/** The whole model, or why it cannot be downloaded. */
export function showModelFile(model: ModelFile | undefined, stem: string): void {
  const link = byId('download-model', HTMLAnchorElement);
  const text = byId('model-whole', HTMLElement);
  const bytes = model?.bytes;
  link.hidden = bytes === undefined;
  if (bytes === undefined) withdrawDownload(link);
  else offerDownload(link, `${stem}-ktx2.glb`, bytes, 'model/gltf-binary');
  if (model === undefined) text.textContent = '';
  else if (bytes === undefined) text.textContent = model.refusal ?? '';
  else {
    const sizes = `The whole model: ${bytesText(model.before)} before, ${bytesText(bytes.length)} after.`;
    text.textContent = [sizes, ...(model.kept ?? [])].join(' ');
  }
}
