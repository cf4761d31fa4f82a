// Checks arguments at run time. A wrong type is a TypeError, a value out of range a RangeError.

import { ASTC_FOOTPRINTS } from '@assetc/formats/ktx2';
import type { EncodeOptions, SourceImage } from './encode-options.js';

const CHOICES: Readonly<Partial<Record<keyof EncodeOptions, readonly string[]>>> = {
  target: ['universal', 'bc', 'astc', 'etc2', 'raw'],
  bc: ['bc7', 'small'],
  astc: [...ASTC_FOOTPRINTS, 'auto'],
  quality: ['draft', 'fast', 'normal', 'high', 'max'],
  role: ['color', 'linear', 'normal', 'grayscale'],
  channels: ['rg', 'xyz'],
  filter: ['box', 'kaiser'],
  wrap: ['repeat', 'clamp'],
  alpha: ['hides', 'blends', 'data'],
  metric: ['rgb', 'perceptual'],
};

const TYPES: Readonly<Partial<Record<keyof EncodeOptions, 'boolean' | 'number' | 'function' | 'object'>>> = {
  srgb: 'boolean',
  mips: 'boolean',
  maxSize: 'number',
  multipleOf: 'number',
  alphaCutoff: 'number',
  rdo: 'number',
  zstd: 'function',
  pool: 'object',
  signal: 'object',
  onProgress: 'function',
};

/** The texels of a larger image do not fit into one buffer. */
const MAX_SIDE = 32768;

const wrongType = (message: string) => new TypeError(`encodeKtx2: ${message}`);
const wrongRange = (message: string) => new RangeError(`encodeKtx2: ${message}`);
const listed = (values: readonly string[]) => values.map((value) => `"${value}"`).join(', ');
const shown = (value: unknown): string => (typeof value === 'string' ? `"${value}"` : String(value));

/** Returns the number of channels. */
export function checkImage(image: SourceImage): number {
  if (typeof image !== 'object' || image === null) throw wrongType('the image must be { width, height, data }');
  const { width, height, data } = image;
  for (const [name, size] of Object.entries({ width, height })) {
    if (typeof size !== 'number') throw wrongType(`${name} must be a number, not ${shown(size)}`);
    if (!Number.isInteger(size) || size < 1 || size > MAX_SIDE)
      throw wrongRange(`${name} must be a whole number from 1 to ${MAX_SIDE}, not ${size}`);
  }
  const isData = data instanceof Uint8Array || data instanceof Uint8ClampedArray || data instanceof Uint16Array;
  if (!isData) throw wrongType('data must be a Uint8Array, a Uint8ClampedArray or a Uint16Array');
  const channels = data.length / (width * height);
  if (channels !== 1 && channels !== 2 && channels !== 3 && channels !== 4)
    throw wrongRange(`${width} × ${height} texels of 1, 2, 3 or 4 channels do not have ${data.length} values`);
  return channels;
}

export function checkOptions(options: EncodeOptions): void {
  if (typeof options !== 'object' || options === null) throw wrongType('options must be an object');
  for (const [name, value] of Object.entries(options)) {
    const choices = isOption(name, CHOICES) ? CHOICES[name] : undefined;
    const type = isOption(name, TYPES) ? TYPES[name] : undefined;
    if (choices === undefined && type === undefined) throw wrongType(`there is no option "${name}"`);
    if (value === undefined) continue;
    if (choices?.includes(value) === false) throw wrongRange(`${name} must be ${listed(choices)}, not ${shown(value)}`);
    const isOfType = typeof value === type && value !== null;
    if (type !== undefined && !isOfType)
      throw wrongType(`${name} must be ${type === 'object' ? 'an' : 'a'} ${type}, not ${shown(value)}`);
  }
  checkNumbers(options);
  checkAgreement(options);
}

const isOption = (name: string, table: object): name is keyof EncodeOptions => Object.hasOwn(table, name);

function checkNumbers({ maxSize = 0, multipleOf = 1, alphaCutoff = 0, rdo = 0 }: EncodeOptions): void {
  if (!Number.isInteger(maxSize) || maxSize < 0)
    throw wrongRange(`maxSize must be a whole number from 0, not ${maxSize}`);
  if (!Number.isInteger(multipleOf) || multipleOf < 1 || multipleOf > 1024)
    throw wrongRange(`multipleOf must be a whole number from 1 to 1024, not ${multipleOf}`);
  if (!(alphaCutoff >= 0 && alphaCutoff <= 1)) throw wrongRange(`alphaCutoff must be from 0 to 1, not ${alphaCutoff}`);
  if (!(rdo >= 0 && rdo <= 10)) throw wrongRange(`rdo must be from 0 to 10, not ${rdo}`);
}

/** Rejects options that the chosen role or target does not use. */
function checkAgreement({ role = 'color', target = 'universal', ...options }: EncodeOptions): void {
  if (options.srgb === true && role !== 'color') throw wrongRange(`srgb goes with role "color", not "${role}"`);
  if (options.channels !== undefined && role !== 'normal')
    throw wrongRange(`channels goes with role "normal", not "${role}"`);
  if (options.bc !== undefined && target !== 'bc') throw wrongRange(`bc goes with target "bc", not "${target}"`);
  if (options.astc !== undefined && target !== 'astc')
    throw wrongRange(`astc goes with target "astc", not "${target}"`);
  const isHidden = role === 'color' && options.srgb !== false;
  for (const name of ['alpha', 'alphaCutoff'] as const)
    if (options[name] !== undefined && !isHidden) throw wrongRange(`${name} goes with role "color" in sRGB`);
}
