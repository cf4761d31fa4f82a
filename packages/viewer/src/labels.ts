// Names of files where there is room for few letters. Equal names stay different.

/** Without folders and extension; with the last folder if other files have the same name: `Fox / tex_0`. */
export function shortLabels(paths: readonly string[]): (path: string) => string {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(nameOf(path), (counts.get(nameOf(path)) ?? 0) + 1);
  return (path) => {
    const name = nameOf(path);
    const folder = path.split('/').at(-2);
    const short = name.replace(/(?<=.)\.[^.]+$/, '');
    return folder === undefined || (counts.get(name) ?? 0) < 2 ? short : `${folder} / ${short}`;
  };
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Widths in em of the widest of the usual fonts, DejaVu Sans: in others there is a little more room. */
const LETTERS: readonly (readonly [letters: string, em: number])[] = [
  ['ijl', 0.28],
  [" ,.:;|!'/\\", 0.34],
  ['frtI()[]-', 0.41],
  ['csz_J', 0.53],
  ['mM@%…', 1],
  ['DGHNOQUw+=', 0.83],
  ['ABCKRVXZ', 0.7],
  ['W', 0.99],
];
const USUAL_EM = 0.65;
const widths = new Map(LETTERS.flatMap(([letters, em]) => [...letters].map((letter) => [letter, em] as const)));

/** In em, at most. */
export function textWidth(text: string): number {
  let sum = 0;
  for (const letter of text) sum += widths.get(letter) ?? (letter < '\u0250' ? USUAL_EM : 1);
  return sum;
}

/** Fewer letters name nothing. */
const MIN_LETTERS = 5;

/** The text with its middle left out, because beginnings and ends differ most; undefined if too little of it fits. */
export function middleOut(text: string, room: number): string | undefined {
  if (textWidth(text) <= room) return text;
  const letters = [...text];
  for (let kept = letters.length - 1; kept >= MIN_LETTERS - 1; kept--) {
    const end = Math.floor(kept * 0.6);
    const shorter = `${letters.slice(0, kept - end).join('')}…${letters.slice(-end).join('')}`;
    if (textWidth(shorter) <= room) return shorter;
  }
  return undefined;
}

const SEPARATOR = ' / ';
const MIN_FOLDER_LETTERS = 2;

/**
 * The lines of a label of `shortLabels`. If it does not fit, its folder gets a line of its own, or is cut short, or is left out: the name says
 * more.
 */
export function fitLabel(label: string, room: number, maxLines: number): readonly string[] {
  const at = label.indexOf(SEPARATOR);
  if (at < 0 || textWidth(label) <= room) return known([middleOut(label, room)]);
  const name = middleOut(label.slice(at + SEPARATOR.length), room);
  if (maxLines > 1) return known([middleOut(label.slice(0, at), room), name]);
  for (let kept = at - 1; kept >= MIN_FOLDER_LETTERS; kept--) {
    const shorter = `${label.slice(0, kept)}…/${name}`;
    if (textWidth(shorter) <= room) return [shorter];
  }
  return known([name]);
}

const known = (lines: readonly (string | undefined)[]): readonly string[] =>
  lines.filter((line): line is string => line !== undefined);
