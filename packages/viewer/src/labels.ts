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

/** The text with its middle left out: beginnings and ends differ most. */
export function middleOut(text: string, letters: number): string {
  if (text.length <= letters) return text;
  const end = Math.floor((letters - 1) * 0.6);
  return `${text.slice(0, letters - 1 - end)}…${end === 0 ? '' : text.slice(-end)}`;
}
