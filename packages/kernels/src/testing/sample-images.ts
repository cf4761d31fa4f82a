// Small images that together reach every branch of a block encoder. Generated with integers: equal on every machine.

export interface SampleImage {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
  readonly hasAlpha: boolean;
}

/** A repeatable source of bytes. */
export function byteSource(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  };
}

type Texel = (x: number, y: number, next: () => number) => readonly [number, number, number, number];

export function paint(width: number, height: number, seed: number, texel: Texel): Uint8Array {
  const rgba = new Uint8Array(width * height * 4);
  const next = byteSource(seed);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) rgba.set(texel(x, y, next), (y * width + x) * 4);
  return rgba;
}

/** Like a photograph: shading, edges and a little noise, with correlated channels. */
const photo: Texel = (x, y, next) => {
  const light = 90 + ((x * 3 + y * 2) % 90) + ((x >> 3) ^ (y >> 3)) * 2;
  const edge = (x * 5 + y * 9) % 97 < 22 ? 60 : 0;
  const noise = next() >> 4;
  return [
    Math.min(255, light + edge + noise),
    Math.min(255, ((light * 3) >> 2) + noise + (next() >> 5)),
    Math.min(255, ((light + edge) >> 1) + (next() >> 4)),
    255,
  ];
};

const PAINTERS: readonly (readonly [name: string, hasAlpha: boolean, texel: Texel])[] = [
  ['photo', false, photo],
  [
    'photo with alpha',
    true,
    (x, y, next) => [...rgbOf(photo(x, y, next)), Math.min(255, (x * 11 + y * 5 + (next() >> 4)) & 511)],
  ],
  ['noise', true, (_x, _y, next) => [next(), next(), next(), next()]],
  ['opaque noise', false, (_x, _y, next) => [next(), next(), next(), 255]],
  ['gradient', false, (x, y) => [(x * 8) & 255, (y * 8) & 255, ((x + y) * 4) & 255, 255]],
  ['gentle gradient', false, (x, y) => [100 + (x >> 1), 120 + (y >> 2), 90 + ((x + y) >> 2), 255]],
  ['solid', false, () => [200, 30, 99, 255]],
  ['solid with alpha', true, () => [12, 250, 3, 17]],
  ['black', false, () => [0, 0, 0, 255]],
  ['white', false, () => [255, 255, 255, 255]],
  ['one-bit alpha', true, (x, y, next) => [...rgbOf(photo(x, y, next)), (x * 7 + y * 3) % 11 < 5 ? 255 : 0]],
  ['all-zero alpha', true, (x, y, next) => [...rgbOf(photo(x, y, next)), 0]],
  ['gray', false, (x, y, next) => gray(40 + ((x * 9 + y * 5) & 127) + (next() >> 5), 255)],
  ['gray with alpha', true, (x, y, next) => gray((x * 13 + (next() >> 3)) & 255, (y * 17 + (next() >> 3)) & 255)],
  ['two colors', false, (x, y) => ((x + y) % 3 === 0 ? [255, 0, 0, 255] : [0, 0, 255, 255])],
  ['three colors', false, (x, y) => pick(x >> 1, (x >> 1) + (y >> 2) < 9 ? 0 : (y >> 1) & 1 ? 1 : 2)],
  ['four colors', false, (x, y) => pick(((x >> 4) + (y >> 3)) * 4, (x & 1) + (y & 2))],
  ['six colors, cut out', true, (x, _y, next) => (next() & 3 ? pick(x >> 3, next() % 5) : [0, 0, 0, 0])],
  ['three colors, cut out', true, (x, y) => ((x + 2 * y) % 7 < 3 ? [0, 0, 0, 0] : pick(x >> 2, y & 1))],
  ['pale tints', false, (x, y) => [255, 255, (x + y) % 5 < 2 ? 255 : ([226, 200, 235][(x >> 3) % 3] ?? 0), 255]],
  ['five grays', false, (x, y) => gray([0, 9, 18, 188, 190][(x + (y >> 1) * (x >> 2)) % 5] ?? 0, 255)],
  ['gray edge with alpha', true, (x, y) => gray(190, [248, 215, 151, 55, 255, 255][(x + (y >> 2)) % 6] ?? 0)],
  ['two channels', false, (_x, _y, next) => [128 + (next() >> 2), 128 - (next() >> 2), 0, 255]],
];

/** Unrelated colors of a palette. */
const pick = (palette: number, index: number): [number, number, number, number] => {
  const h = Math.imul(palette * 8 + index + 1, 2654435761) >>> 0;
  return [h >>> 24, (h >>> 16) & 255, (h >>> 8) & 255, 255];
};

const rgbOf = (t: readonly [number, number, number, number]): [number, number, number] => [t[0], t[1], t[2]];
const gray = (v: number, alpha: number): [number, number, number, number] => [v, v, v, alpha];

/** One image of each kind. */
export const sampleImages = (width: number, height: number): SampleImage[] =>
  PAINTERS.map(([name, hasAlpha, texel], i) => ({
    name,
    width,
    height,
    hasAlpha,
    rgba: paint(width, height, 1000 + i, texel),
  }));
