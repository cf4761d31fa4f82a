// Environments with one thing wrong each.

import { makeHdr } from '../../support/make-hdr.js';
import { makePng } from '../../support/png.js';
import { building, type RowsOf } from '../raise.js';

const gray = (width: number, height: number) => makeHdr(width, height, () => [1, 1, 1]);
const png = (width: number, height: number) => makePng(width, height, () => [9, 9, 9, 255]);
const faces = Object.fromEntries(['nx', 'py', 'ny', 'pz', 'nz'].map((face) => [`a.env/${face}.hdr`, gray(4, 4)]));

export const environmentRows: RowsOf<'environment'> = {
  'environment/not-equirectangular': building({ 'a.env.hdr': gray(8, 8) }),
  'environment/bad-layout': building({ 'a.env/cross.png': png(8, 8) }),
  'environment/two-layouts': building({ 'a.env/strip.png': png(24, 4), 'a.env/px.png': png(4, 4) }),
  'environment/mixed-faces': building({ ...faces, 'a.env/px.png': png(4, 4) }),
  'environment/alpha': building(
    { 'a.env/strip.png': makePng(24, 4, () => [9, 9, 9, 99]) },
    { environment: { rotate: 90 } },
  ),
  'environment/levels': building({ 'a.env.hdr': gray(8, 4) }, { environment: { levels: 9 } }),
};
