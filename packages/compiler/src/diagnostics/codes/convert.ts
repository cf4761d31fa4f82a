// What can stand in the way of a conversion between runtime formats, and what it costs.

import type { CodeDoc } from '../code-doc.js';

export const convertCodes = {
  'convert/unknown-file': {
    summary: 'The file is in no format that can be converted.',
    remedy: 'Name a .hmesh, .mesh, .gali, .ktx2 or .tx file, or another compiled asset in its binary or text form.',
  },
  'convert/malformed': {
    summary: 'The file breaks a rule of its format, so that nothing is made of it.',
    remedy: 'Compile the source again; "assetc check" lists every problem.',
  },
  'convert/no-way': {
    summary: 'There is no conversion from this format to that one.',
    remedy: 'See "assetc docs other-runtimes", which lists what can be converted.',
  },
  'convert/unsupported': {
    summary: 'The file has a shape or an encoding that the other format cannot hold.',
    remedy: 'Compile the source for the other runtime instead of converting.',
  },
  'convert/lost': {
    summary: 'The other format has no place for something that the file has.',
    remedy: 'Compile the source for the other runtime where that keeps more.',
  },
  'convert/missing-file': {
    summary: 'A file that belongs to the model is not where it should be, so that the result goes without it.',
    remedy: 'Convert the file where the build wrote it, with the manifest and the textures of the same output.',
  },
  'convert/rounded': {
    summary: 'The other format stores some values with fewer bits, or in a smaller range.',
    remedy: 'Compile the source for the other runtime where precision matters.',
  },
  'convert/guessed': {
    summary: 'The file does not say something that the other format needs, so that it was guessed.',
    remedy: 'Compile the source for the other runtime to have it right.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
