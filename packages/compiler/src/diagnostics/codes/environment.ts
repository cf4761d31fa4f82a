// Problems with environments beyond their image files.

import type { CodeDoc } from '../code-doc.js';

export const environmentCodes = {
  'environment/not-equirectangular': {
    summary: 'An environment (`*.env.hdr`, `*.env.exr`) is not twice as wide as it is high.',
    remedy: 'Export the sky as an equirectangular image (2:1), or put its faces into a folder `*.env/`.',
  },
  'environment/bad-layout': {
    summary:
      'The image `cross` or `strip` of an environment folder does not consist of squares in one of the known arrangements.',
    remedy:
      'A cross has 4×3 or 3×4 squares, a strip 6×1 or 1×6. Use one of these, or save the six faces as separate images.',
  },
  'environment/two-layouts': {
    summary: 'An environment folder contains an image of all faces, and other images that are faces as well.',
    remedy: 'Remove or rename one of them.',
  },
  'environment/mixed-faces': {
    summary: 'Some faces of an environment are HDR images and others are not.',
    remedy: 'Save all six faces in one format.',
  },
  'environment/alpha': {
    summary: 'An environment has transparent texels. There is nothing behind a sky, so they become darker.',
    remedy: 'Export the sky without alpha.',
  },
  'environment/levels': {
    summary: 'environment.levels asks for fewer than two levels, or for more than the size of the environment allows.',
    remedy: 'Ask for fewer levels, or leave the setting at 0.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
