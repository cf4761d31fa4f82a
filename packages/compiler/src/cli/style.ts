// Colours of the terminal. Own escape codes: util.styleText appeared only in the middle of Node 20.

const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

export type Colour = keyof typeof CODES;
export type Paint = (text: string, ...colours: readonly Colour[]) => string;

export function painter(enabled: boolean): Paint {
  if (!enabled) return (text) => text;
  return (text, ...colours) =>
    colours.reduce((inner, colour) => {
      const [on, off] = CODES[colour];
      return `\u001B[${on}m${inner}\u001B[${off}m`;
    }, text);
}

interface ColourWish {
  /** `--color` or `--no-color`; undefined where neither was given. */
  readonly flag: boolean | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isTty: boolean;
}

/** The flag first, then NO_COLOR and FORCE_COLOR, then whether somebody is looking. */
export function wantsColour({ flag, env, isTty }: ColourWish): boolean {
  if (flag !== undefined) return flag;
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  const forced = env.FORCE_COLOR;
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  return isTty && env.TERM !== 'dumb';
}
