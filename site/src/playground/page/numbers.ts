// Numbers as people read them.

/** `1.40 MB`; decimal units, three digits. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [value, unit] = bytes < 999_500 ? [bytes / 1e3, 'kB'] : [bytes / 1e6, 'MB'];
  return `${value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0)} ${unit}`;
}

export const decibelsText = (psnr: number | undefined): string =>
  psnr === undefined ? 'exact' : `${psnr.toFixed(2)} dB`;

export const millisecondsText = (value: number): string =>
  value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`;

export const bitsText = (bytes: number, texels: number): string => `${((bytes * 8) / texels).toFixed(2)} bits`;
