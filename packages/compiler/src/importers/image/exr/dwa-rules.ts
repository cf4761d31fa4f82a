// Determines how each channel of a DWA chunk is coded, by rules over its type and the last part of its name. A chunk contains its own
// rules, or uses those of its version.

import { DamagedChunk } from './damaged-chunk.js';
import type { ChunkChannel } from './exr-layout.js';

/** `cosine`: lossy DCT blocks; `runs`: lossless, run-length encoded bytes; `plain`: lossless, samples as they are. */
type DwaScheme = 'plain' | 'cosine' | 'runs';

interface DwaRule {
  readonly suffix: string;
  readonly scheme: DwaScheme;
  readonly type: ChunkChannel['type'];
  /** 0, 1 or 2 for red, green or blue of a triple that is coded as luminance and chroma. */
  readonly color: number | undefined;
  readonly ignoresCase: boolean;
}

export interface DwaPlan {
  /** One per channel. */
  readonly schemes: readonly DwaScheme[];
  /** Red, green and blue of each layer that has all three, sorted by layer name. */
  readonly triples: readonly (readonly [number, number, number])[];
}

const SCHEMES: readonly DwaScheme[] = ['plain', 'cosine', 'runs'];
const TYPES: readonly ChunkChannel['type'][] = ['uint', 'half', 'float'];

function rulesFor(
  names: readonly (readonly [suffix: string, color: number | undefined])[],
  alpha: string,
  ignoresCase: boolean,
): DwaRule[] {
  const lossy = names.flatMap(([suffix, color]) =>
    (['half', 'float'] as const).map((type) => ({ suffix, scheme: 'cosine' as const, type, color, ignoresCase })),
  );
  const lossless = TYPES.map((type) => ({
    ...{ suffix: alpha, scheme: 'runs' as const, type },
    ...{ color: undefined, ignoresCase },
  }));
  return [...lossy, ...lossless];
}

/** The rules of chunks from versions without stored rules. */
export const DEFAULT_RULES: readonly DwaRule[] = rulesFor(
  [
    ...(['r', 'red'] as const).map((name) => [name, 0] as const),
    ...(['g', 'grn', 'green'] as const).map((name) => [name, 1] as const),
    ...(['b', 'blu', 'blue'] as const).map((name) => [name, 2] as const),
    ...(['y', 'by', 'ry'] as const).map((name) => [name, undefined] as const),
  ],
  'a',
  true,
);

/** Writers have about twenty. Each rule is checked for every channel of every chunk. */
const MAX_RULES = 512;

/** Each rule is a zero-terminated name, then a byte with color, scheme and case, and a byte with the type. */
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
    // Integers cannot be DCT coded.
    if (!isKnown || (scheme === 'cosine' && type === 'uint') || rules.length === MAX_RULES)
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
      const matchesName = rule.ignoresCase
        ? suffix.toLowerCase() === rule.suffix.toLowerCase()
        : suffix === rule.suffix;
      if (!matchesName || rule.type !== type) continue;
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
