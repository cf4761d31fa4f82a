// Pictures of high dynamic range: the sky of the corpus, and generated ones.

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { toHalf } from '@assetc/formats';
import { HDRLoader } from 'three/examples/jsm/loaders/HDRLoader.js';

export interface HdrPicture {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Four halfs per texel. */
  readonly halfs: Uint16Array;
}

type Texel = (x: number, y: number, random: () => number) => readonly [number, number, number];

const CORPUS = process.env.ASSETC_CORPUS ?? resolve('../shared/corpus');
const SKY = 'hdr/venice_sunset_1k.hdr';
const HALF_MAX = 65504;
const WIDTH = 512;
const HEIGHT = 256;

function paint(name: string, texel: Texel): HdrPicture {
  let state = 1;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const halfs = new Uint16Array(WIDTH * HEIGHT * 4);
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const color = texel(i % WIDTH, Math.floor(i / WIDTH), random);
    halfs.set([...color.map((v) => toHalf(Math.min(v, HALF_MAX))), toHalf(1)], i * 4);
  }
  return { name, width: WIDTH, height: HEIGHT, halfs };
}

const PAINTED: readonly HdrPicture[] = [
  paint('sun', (x, y) => {
    const away = Math.hypot(x - 256, y - 100);
    const light = away < 4 ? 60000 : 30 / (1 + (away * away) / 50);
    return [light + 0.2, light * 0.9 + 0.3, light * 0.6 + 0.6];
  }),
  paint('stripes', (x, y, random) =>
    (x * 3 + y * 7) % 31 < 13 ? [8 + random(), 4, 1] : [0.05, 0.2 + random() * 0.02, 0.6],
  ),
  paint('gradient', (x, y) => [0.01 + (x / 512) * 3, 0.02 + (y / 256) * 2, 0.5 + (x + y) / 768]),
  paint('noise', (_x, _y, random) => [random() * 2, random() * 2, random() * 2]),
];

export function hdrPictures(): readonly HdrPicture[] {
  const path = join(CORPUS, SKY);
  if (!existsSync(path)) return PAINTED;
  const bytes = Uint8Array.from(readFileSync(path));
  const { width = 0, height = 0, data } = new HDRLoader().parse(bytes.buffer);
  if (!(data instanceof Uint16Array)) throw new Error(`${SKY} has no halfs`);
  return [{ name: 'sky of the corpus', width, height, halfs: data }, ...PAINTED];
}
