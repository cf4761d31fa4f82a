// Which channels of a DWA chunk are coded how: by rules over the last part of a channel's name and its type. A chunk has its own rules, or
// those of its version.

import { DamagedChunk } from './damaged-chunk.js';
import type { ChunkChannel } from './exr-layout.js';

/** `cosine`: with loss, in blocks; `runs`: without, byte by byte; `plain`: without, as the samples lie. */
type DwaScheme = 'plain' | 'cosine' | 'runs';

interface DwaRule {
  readonly suffix: string;
  readonly scheme: DwaScheme;
  readonly type: ChunkChannel['type'];
  /** 0, 1 or 2: red, green or blue of three that are coded as luminance and chroma. */
  readonly color: number | undefined;
  readonly ignoresCase: boolean;
}

export interface DwaPlan {
  /** By channel. */
  readonly schemes: readonly DwaScheme[];
  /** Red, green and blue of each layer that has all three, in the order of the layers' names. */
  readonly triples: readonly (readonly [number, number, number])[];
}

const SCHEMES: readonly DwaScheme[] = ['plain', 'cosine', 'runs'];
const TYPES: readonly ChunkChannel['type'][] = ['uint', 'half', 'float'];

function rulesFor(
  names: readonly (readonly [suffix: string, color: number | undefined])[],
  alpha: string,
  ignoresCase: boolean,
): DwaRule[] {
  const seen = names.flatMap(([suffix, color]) =>
    (['half', 'float'] as const).map((type) => ({ suffix, scheme: 'cosine' as const, type, color, ignoresCase })),
  );
  const covering = TYPES.map((type) => ({
    ...{ suffix: alpha, scheme: 'runs' as const, type },
    ...{ color: undefined, ignoresCase },
  }));
  return [...seen, ...covering];
}

/** Of chunks that came before rules did. */
export const OLD_RULES: readonly DwaRule[] = rulesFor(
  [
    ...(['r', 'red'] as const).map((name) => [name, 0] as const),
    ...(['g', 'grn', 'green'] as const).map((name) => [name, 1] as const),
    ...(['b', 'blu', 'blue'] as const).map((name) => [name, 2] as const),
    ...(['y', 'by', 'ry'] as const).map((name) => [name, undefined] as const),
  ],
  'a',
  true,
);

/** Writers have some twenty. A rule is held against every channel of every chunk. */
const MOST_RULES = 512;

/** From their own bytes: a name that ends in 0, then colour, scheme and case in one byte, and the type in the next. */
export function readRules(data: Uint8Array): readonly DwaRule[] {
  const rules: DwaRule[] = [];
  for (let at = 0; at < data.length; ) {
    const end = data.indexOf(0, at);
    if (end < 0 || end + 2 >= data.length) throw new DamagedChunk('a rule of its channels is cut off');
    const [value, typeCode] = [data[end + 1] ?? 0, data[end + 2] ?? 0];
    const scheme = SCHEMES[(value >> 2) & 3];
    const type = TYPES[typeCode];
    const color = (value >> 4) - 1;
    const isKnown = scheme !== undefined && type !== undefined && color <= 2;
    // Whole numbers have no cosines.
    if (!isKnown || (scheme === 'cosine' && type === 'uint') || rules.length === MOST_RULES)
      throw new DamagedChunk('a rule of its channels cannot be');
    const suffix = String.fromCharCode(...data.subarray(at, end));
    rules.push({ suffix, scheme, type, color: color < 0 ? undefined : color, ignoresCase: (value & 1) !== 0 });
    at = end + 3;
  }
  return rules;
}

export function planChannels(channels: readonly ChunkChannel[], rules: readonly DwaRule[]): DwaPlan {
  const layers = new Map<string, [number, number, number]>();
  const schemes = channels.map(({ name, type }, index) => {
    const dot = name.lastIndexOf('.');
    const suffix = name.slice(dot + 1);
    let scheme: DwaScheme = 'plain';
    for (const rule of rules) {
      const isNamed = rule.ignoresCase ? suffix.toLowerCase() === rule.suffix.toLowerCase() : suffix === rule.suffix;
      if (!isNamed || rule.type !== type) continue;
      scheme = rule.scheme;
      if (rule.color === undefined) continue;
      const layer = name.slice(0, Math.max(dot, 0));
      const triple = layers.get(layer) ?? [-1, -1, -1];
      triple[rule.color] = index;
      layers.set(layer, triple);
    }
    return scheme;
  });
  const triples = [...layers.entries()]
    .filter(([, triple]) => isTriple(channels, triple))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, triple]) => triple);
  return { schemes, triples };
}

function isTriple(channels: readonly ChunkChannel[], triple: readonly number[]): boolean {
  const found = triple.flatMap((index) => channels[index] ?? []);
  return found.length === 3 && found.every((one) => one.stepX === found[0]?.stepX && one.stepY === found[0]?.stepY);
}
