// Terminal colors. Not util.styleText, which the first releases of Node 20 lack.

const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

export type Color = keyof typeof CODES;
export type Paint = (text: string, ...colors: readonly Color[]) => string;

export function painter(enabled: boolean): Paint {
  if (!enabled) return (text) => text;
  return (text, ...colors) =>
    colors.reduce((inner, color) => {
      const [on, off] = CODES[color];
      return `\u001B[${on}m${inner}\u001B[${off}m`;
    }, text);
}

interface ColorRequest {
  /** `--color` or `--no-color`; undefined if neither was given. */
  readonly flag: boolean | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isTty: boolean;
}

/** Decided by the flag, then NO_COLOR and FORCE_COLOR, then whether it is a terminal. */
export function wantsColor({ flag, env, isTty }: ColorRequest): boolean {
  if (flag !== undefined) return flag;
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  const forced = env.FORCE_COLOR;
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  return isTty && env.TERM !== 'dumb';
}
