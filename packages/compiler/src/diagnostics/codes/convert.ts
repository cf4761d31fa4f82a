// Problems and losses when converting between runtime formats.

import type { CodeDoc } from '../code-doc.js';

export const convertCodes = {
  'convert/unknown-file': {
    summary: 'The file is not in a format that can be converted.',
    remedy: 'Name a .hmesh, .mesh, .gali, .ktx2 or .tx file, or another compiled asset in its binary or text form.',
  },
  'convert/malformed': {
    summary: 'The file breaks a rule of its format, so it was not converted.',
    remedy: 'Compile the source again; "assetc check" lists every problem.',
  },
  'convert/no-way': {
    summary: 'There is no conversion between these two formats.',
    remedy: 'See "assetc docs other-runtimes", which lists what can be converted.',
  },
  'convert/unsupported': {
    summary: 'The file has a shape or an encoding that the other format cannot represent.',
    remedy: 'Compile the source for the other runtime instead of converting.',
  },
  'convert/lost': {
    summary: 'The other format cannot store something that the file has.',
    remedy:
      'Ignore this if you do not need it: the compiled file still has it. If the target is the format of a runtime, compiling the source for that runtime may keep more.',
  },
  'convert/no-sources': {
    summary: 'The folder to convert contains no images and no models.',
    remedy:
      'Name the folder with the sources (PNG, JPEG, glTF, OBJ and so on). To convert compiled files, name them one by one.',
  },
  'convert/foreign-file': {
    summary:
      'A result would replace a file that `assetc convert` did not write, or that was changed since. The file is kept.',
    remedy: 'Move or delete the file, or write the results into another folder with -o.',
  },
  'convert/missing-file': {
    summary: 'A file that belongs to the model is missing, so the result does not include it.',
    remedy: 'Convert the file where the build wrote it, with the manifest and the textures of the same output.',
  },
  'convert/rounded': {
    summary: 'The other format stores some values with fewer bits, or in a smaller range.',
    remedy: 'Compile the source for the other runtime if precision matters.',
  },
  'convert/guessed': {
    summary: 'The other format needs something that the file does not state, so it was guessed.',
    remedy: 'Compile the source for the other runtime to get the exact value.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
