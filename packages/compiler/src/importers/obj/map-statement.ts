// A map of a material library: its file, and the options before it or, as some programs write them, behind it.

export interface MapStatement {
  /** As written, with forward slashes. */
  readonly file: string;
  readonly line: number;
  /** `-bm`, the strength of a bump or normal map; 1 where absent. */
  readonly multiplier: number;
  /** `-o` and `-s`: where coordinates go, as OBJ counts them, from the bottom. */
  readonly offset: readonly [number, number];
  readonly scale: readonly [number, number];
  /** `-clamp on`. */
  readonly clamps: boolean;
}

/** Material tables hold 32-bit floats. */
export const isFloat = (value: number): boolean => Number.isFinite(Math.fround(value));

/** How many arguments an option of a map takes: exactly, or up to three numbers. */
const OPTIONS: Readonly<Record<string, number | 'numbers'>> = {
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

const OPTION_BEHIND = new RegExp(`\\s(?=(?:${Object.keys(OPTIONS).join('|')})\\s)`, 'i');

export function readMap(rest: string, line: number): MapStatement | undefined {
  const given = new Map<string, readonly string[]>();
  let tail = takeOptions(rest, given);
  const behind = OPTION_BEHIND.exec(tail)?.index;
  if (behind !== undefined) {
    takeOptions(tail.slice(behind).trimStart(), given);
    tail = tail.slice(0, behind);
  }
  const file = tail
    .replace(/^"(.*)"$/, '$1')
    .replaceAll('\\', '/')
    .trim();
  const number = (option: string, at: number, absent: number): number => {
    const text = given.get(option)?.[at] ?? '';
    return isNumber(text) ? Number(text) : absent;
  };
  if (file === '') return undefined;
  return {
    file,
    line,
    multiplier: number('-bm', 0, 1),
    offset: [number('-o', 0, 0), number('-o', 1, 0)],
    scale: [number('-s', 0, 1), number('-s', 1, 1)],
    clamps: given.get('-clamp')?.[0]?.toLowerCase() === 'on',
  };
}

const isNumber = (text: string): boolean => text !== '' && isFloat(Number(text));

/** The options that the text begins with go into `given`; the rest comes back. */
function takeOptions(text: string, given: Map<string, readonly string[]>): string {
  let tail = text;
  const take = (): string => {
    const [word = ''] = /^\S*/.exec(tail) ?? [];
    tail = tail.slice(word.length).trimStart();
    return word;
  };
  for (;;) {
    const [word = ''] = /^\S*/.exec(tail) ?? [];
    const takes = OPTIONS[word.toLowerCase()];
    if (takes === undefined) break;
    take();
    const wanted = takes === 'numbers' ? 3 : takes;
    const values: string[] = [];
    for (let i = 0; i < wanted; i++) {
      const [next = ''] = /^\S*/.exec(tail) ?? [];
      if (takes === 'numbers' && !isNumber(next)) break;
      values.push(take());
    }
    given.set(word.toLowerCase(), values);
  }
  return tail;
}
