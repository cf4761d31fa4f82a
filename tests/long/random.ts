// Numbers for tests that try many things: the same seed gives the same run, so that what failed can be repeated.

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (Math.imul(seed, 2654435761) + 1) >>> 0;
  }

  below(n: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * n);
  }

  one<T>(list: readonly T[]): T {
    const item = list[this.below(list.length)];
    if (item === undefined) throw new Error('an empty list');
    return item;
  }
}

/** How often a test tries: a little in every run, a lot with ASSETC_LONG=1. */
export const rounds = (short: number, long: number): number => (process.env.ASSETC_LONG === '1' ? long : short);

const EXTREMES = [0, 1, 0x7f, 0x80, 0xff];
const WORDS = [
  'NaN',
  'Infinity',
  '-0',
  '1e39',
  '99999999999',
  '{',
  '}',
  '[',
  ']',
  '"',
  '&a *a',
  '\u0000',
  '../',
  '\n',
  '#',
  '-1',
];

/** A few bytes turned over, cut out, doubled, set to extremes, or replaced by words that parsers stumble over. */
export function mutate(bytes: Uint8Array, random: Random): Uint8Array {
  let out: Uint8Array = new Uint8Array(bytes);
  for (let n = 1 + random.below(3); n > 0; n--) {
    const at = random.below(out.length + 1);
    const length = 1 + random.below(random.below(4) === 0 ? 64 : 4);
    switch (random.below(7)) {
      case 0:
      case 1:
        if (at < out.length) out[at] = (out[at] ?? 0) ^ (1 << random.below(8));
        break;
      case 2:
        out.fill(random.one(EXTREMES), at, at + length);
        break;
      case 3:
        out = out.slice(0, at);
        break;
      case 4:
        out = joined(out.subarray(0, at), out.subarray(at + length));
        break;
      case 5:
        out = joined(out.subarray(0, at + length), out.subarray(at));
        break;
      default:
        out = joined(out.subarray(0, at), new TextEncoder().encode(random.one(WORDS)), out.subarray(at + length));
    }
  }
  return out;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
