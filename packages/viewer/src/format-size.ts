// Formats sizes and counts for people. Powers of 1000, as on the command line.

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** At most three digits: `348 kB`, `1.40 MB`. */
export function formatSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  return `${value.toFixed(digits)} ${UNITS[unit]}`;
}

/** Digits in groups of three, as on the command line: 12,345. */
export const formatCount = (count: number): string => inGroups(String(count));

const inGroups = (digits: string): string => digits.replaceAll(/\B(?=(\d{3})+$)/g, ',');

/** Rounded: `0.0123`, `−1.5`, `59,690`. */
export function formatNumber(value: number, digits: number): string {
  const [whole = '', ...part] = String(Number(Math.abs(value).toPrecision(digits))).split('.');
  return `${value < 0 ? '−' : ''}${[inGroups(whole), ...part].join('.')}`;
}

/** `980 ms`, `4.1 s`. */
export const formatTime = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);

/** `1 file`, `2 files`. */
export const countFiles = (count: number): string => `${formatCount(count)} ${count === 1 ? 'file' : 'files'}`;
