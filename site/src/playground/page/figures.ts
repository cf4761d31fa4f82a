// What was measured of a texture, below its picture.

import type { Encoded, NativePicture } from '../messages.js';
import { byId, make } from './elements.js';
import { bytesText, decibelsText, millisecondsText } from './numbers.js';

export function showFigures(encoded: Encoded | undefined, sourceBytes: number, isHdr: boolean): void {
  const figures = byId('figures', HTMLElement);
  figures.replaceChildren();
  if (encoded === undefined) return;
  const rows: readonly (readonly [string, string])[] = [
    ['Format', encoded.format],
    ['Source', bytesText(sourceBytes)],
    ['On disk', bytesText(encoded.fileBytes)],
    ['On the GPU', bytesText(encoded.gpuBytes)],
    [isHdr ? 'As RGBA16F' : 'As RGBA8', bytesText(encoded.rawBytes)],
    [isHdr ? 'PSNR, tone mapped' : 'PSNR', decibelsText(encoded.psnr)],
    ['Levels', String(encoded.levels)],
    ['Encoded in', millisecondsText(encoded.milliseconds)],
  ];
  for (const [name, value] of rows) {
    const pair = make('div');
    pair.append(make('dt', name), make('dd', value));
    figures.append(pair);
  }
}

/** `stored`: the format of the file. */
export function nativeSentence(native: NativePicture | string, stored: string | undefined): string {
  if (typeof native === 'string') return native;
  const { format, maxDifference } = native;
  const how = format === stored ? `${format} itself` : `it as ${format}`;
  return maxDifference === 0
    ? `This GPU samples ${how}, and shows exactly what the decoder shows.`
    : `This GPU samples ${how}: at most ${maxDifference} of 255 from the decoder.`;
}
