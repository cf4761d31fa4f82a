// The formats that the table of all formats compares, by what the texels mean.

import type { PlaygroundSettings } from './settings.js';

export interface Candidate {
  readonly label: string;
  readonly use: string;
  readonly choice: Partial<PlaygroundSettings>;
}

const universal: Candidate = { label: 'UASTC', use: 'any GPU', choice: { target: 'universal' } };
const astc = (size: PlaygroundSettings['astc']): Candidate => ({
  label: `ASTC ${size.replace('x', '×')}`,
  use: 'phones',
  choice: { target: 'astc', astc: size },
});
const bc7: Candidate = { label: 'BC', use: 'desktops', choice: { target: 'bc', bc: 'bc7' } };
const small: Candidate = { label: 'BC small', use: 'desktops, small', choice: { target: 'bc', bc: 'small' } };
const etc2: Candidate = { label: 'ETC2', use: 'older phones', choice: { target: 'etc2' } };
const raw: Candidate = { label: 'raw texels', use: 'pixel-exact', choice: { target: 'raw' } };

export function candidatesFor(role: string, isHdr: boolean): readonly Candidate[] {
  if (isHdr) return [universal, bc7, astc('4x4'), astc('6x6'), raw];
  if (role === 'normal' || role === 'grayscale')
    return [universal, bc7, astc('4x4'), astc('5x5'), astc('6x6'), etc2, raw];
  return [universal, bc7, small, astc('4x4'), astc('6x6'), astc('8x8'), etc2, raw];
}
