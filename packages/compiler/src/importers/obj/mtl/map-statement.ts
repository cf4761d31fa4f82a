// Reads a map statement of a material library: its file, with options before it or, as some programs write them, after it.

export interface MapStatement {
  /** As written, with forward slashes. */
  readonly file: string;
  readonly line: number;
  /** `-bm`, the strength of a bump or normal map. Default: 1. */
  readonly multiplier: number;
  /** `-o` and `-s`: offset and scale of the coordinates, with v from the bottom as in OBJ. */
  readonly offset: readonly [number, number];
  readonly scale: readonly [number, number];
  /** `-clamp on`. */
  readonly clamps: boolean;
}

/** Material tables store 32-bit floats. */
export const fitsFloat32 = (value: number): boolean => Number.isFinite(Math.fround(value));

/** Number of arguments of each map option: exact, or up to three numbers. */
const OPTION_ARGUMENTS: Readonly<Record<string, number | 'numbers'>> = {
  '-blendu': 1,
  '-blendv': 1,
  '-boost': 1,
  '-bm': 1,
  '-cc': 1,
  '-clamp': 1,
  '-colorspace': 1,
  '-imfchan': 1,
  '-mm': 2,
  '-texres': 1,
  '-type': 1,
  '-o': 'numbers',
  '-s': 'numbers',
  '-t': 'numbers',
};

const TRAILING_OPTION = new RegExp(`\\s(?=(?:${Object.keys(OPTION_ARGUMENTS).join('|')})\\s)`, 'i');

export function readMap(rest: string, line: number): MapStatement | undefined {
  const options = new Map<string, readonly string[]>();
  let tail = takeOptions(rest, options);
  const trailingAt = TRAILING_OPTION.exec(tail)?.index;
  if (trailingAt !== undefined) {
    takeOptions(tail.slice(trailingAt).trimStart(), options);
    tail = tail.slice(0, trailingAt);
  }
  const file = tail
    .replace(/^"(.*)"$/, '$1')
    .replaceAll('\\', '/')
    .trim();
  const number = (option: string, at: number, defaultValue: number): number => {
    const text = options.get(option)?.[at] ?? '';
    return isNumber(text) ? Number(text) : defaultValue;
  };
  if (file === '') return undefined;
  return {
    file,
    line,
    multiplier: number('-bm', 0, 1),
    offset: [number('-o', 0, 0), number('-o', 1, 0)],
    scale: [number('-s', 0, 1), number('-s', 1, 1)],
    clamps: options.get('-clamp')?.[0]?.toLowerCase() === 'on',
  };
}

const isNumber = (text: string): boolean => text !== '' && fitsFloat32(Number(text));

/** Moves the options at the start of the text to `options`; returns the rest. */
function takeOptions(text: string, options: Map<string, readonly string[]>): string {
  let tail = text;
  const take = (): string => {
    const [word = ''] = /^\S*/.exec(tail) ?? [];
    tail = tail.slice(word.length).trimStart();
    return word;
  };
  for (;;) {
    const [word = ''] = /^\S*/.exec(tail) ?? [];
    const argumentCount = OPTION_ARGUMENTS[word.toLowerCase()];
    if (argumentCount === undefined) break;
    take();
    const maxCount = argumentCount === 'numbers' ? 3 : argumentCount;
    const values: string[] = [];
    for (let i = 0; i < maxCount; i++) {
      const [next = ''] = /^\S*/.exec(tail) ?? [];
      if (argumentCount === 'numbers' && !isNumber(next)) break;
      values.push(take());
    }
    options.set(word.toLowerCase(), values);
  }
  return tail;
}
