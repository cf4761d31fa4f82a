// Icons and flags from npm packages, many per picture: flat art with few colors per block, most of it with alpha. None was used for tuning
// the encoder.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchImage } from '../uastc/uastc-images.js';
import { packageFolder } from './fetch-package.js';
import { type Picture, readPicture } from './read-picture.js';

/** Package, and the folder of its pictures. */
const SOURCES = [
  ['famfamfam-silk', 'dist/png'],
  ['famfamfam-flags', 'dist/png'],
] as const;
/** Icons per row and column, and texels per cell edge. */
const ICONS = 8;
const CELL = 16;
const SIZE = ICONS * CELL;

/** Copies a picture into a cell of a montage. The rest of the cell stays transparent. */
function place({ width, height, data }: Picture, cell: number, rgba: Uint8Array): void {
  const x = (cell % ICONS) * CELL;
  const y = Math.floor(cell / ICONS) * CELL;
  const rowBytes = Math.min(width, CELL) * 4;
  for (let row = 0; row < Math.min(height, CELL); row++)
    rgba.set(data.subarray(row * width * 4, row * width * 4 + rowBytes), ((y + row) * SIZE + x) * 4);
}

/** Montages of each package's pictures, sorted by name. Reports on standard error if a package cannot be downloaded. */
export function* artSet(): Generator<BenchImage> {
  for (const [name, folder] of SOURCES) {
    const root = packageFolder(name);
    if (root === undefined || !existsSync(join(root, folder))) {
      console.error(`skipped ${name}: it cannot be downloaded`);
      continue;
    }
    const files = readdirSync(join(root, folder))
      .filter((file) => file.endsWith('.png'))
      .sort();
    const perMontage = ICONS * ICONS;
    for (let first = 0; first + perMontage <= files.length; first += perMontage) {
      const rgba = new Uint8Array(SIZE * SIZE * 4);
      files.slice(first, first + perMontage).forEach((file, cell) => {
        place(readPicture(join(root, folder, file)), cell, rgba);
      });
      yield { name: `${name} ${first}`, width: SIZE, height: SIZE, rgba, kind: 'rgba' };
    }
  }
}
