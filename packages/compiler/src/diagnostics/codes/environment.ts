// What can be wrong with environments beyond their image files.

import type { CodeDoc } from '../code-doc.js';

export const environmentCodes = {
  'environment/not-equirectangular': {
    summary: 'An environment (`*.env.hdr`, `*.env.exr`) is not twice as wide as high.',
    remedy: 'Export the sky as an equirectangular image of 2:1, or put its faces into a folder `*.env/`.',
  },
  'environment/bad-layout': {
    summary:
      'The image `cross` or `strip` of an environment folder does not consist of squares in one of the known arrangements.',
    remedy:
      'A cross has 4×3 or 3×4 squares, a strip 6×1 or 1×6. Save the image so, or the six faces as images of their own.',
  },
  'environment/two-layouts': {
    summary: 'An environment folder holds an image of all faces, and other images that are faces as well.',
    remedy: 'Remove or rename one of them.',
  },
  'environment/mixed-faces': {
    summary: 'Some faces of an environment are images of high dynamic range and others are not.',
    remedy: 'Save all six faces in one format.',
  },
  'environment/alpha': {
    summary:
      'An environment has transparent texels. Nothing lies behind a sky: they become as dark as they are transparent.',
    remedy: 'Export the sky without alpha.',
  },
  'environment/levels': {
    summary: 'environment.levels asks for fewer than two levels, or for more than the size of the light allows.',
    remedy: 'Ask for fewer levels, or leave the setting at 0.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
