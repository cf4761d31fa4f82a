// Text colors are readable on all backgrounds: WCAG AA, 4.5 to 1.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name = '', light = '', dark = '']) => [
    name,
    { light, dark },
  ]),
);

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(over: string, under: string, theme: 'light' | 'dark'): number {
  const [a, b] = [over, under].map((name) => luminance(tokens.get(name)?.[theme] ?? ''));
  if (a === undefined || b === undefined || Number.isNaN(a + b)) throw new Error(`no ${over} or ${under}`);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const GROUNDS = ['ground', 'surface', 'raised'];
const PAIRS = [
  ...['text', 'muted', 'faint', 'accent', 'bad', 'warn', 'good'].flatMap((over) =>
    GROUNDS.map((under) => [over, under]),
  ),
  ...['text', 'muted'].flatMap((over) => ['hover', 'accent-soft', 'stage'].map((under) => [over, under])),
  ['accent', 'hover'],
  ['accent', 'accent-soft'],
  ['text', 'bad-soft'],
  ['bad', 'bad-soft'],
  ['text', 'warn-soft'],
  ['warn', 'warn-soft'],
  ['on-accent', 'accent'],
];

it.each(PAIRS)('%s is readable on %s', (over = '', under = '') => {
  for (const theme of ['light', 'dark'] as const)
    expect(contrast(over, under, theme), theme).toBeGreaterThanOrEqual(4.5);
});
