// What can be wrong with a shader folder.

import type { CodeDoc } from '../code-doc.js';

export const shaderCodes = {
  'shader/empty': {
    summary:
      'A `.shader` folder holds no file that is compiled: no *.slang, no *.wgsl, no GLSL named after its stage (*.vert, *.frag, *.comp, …).',
    remedy: 'Put a shader into the folder, or rename the folder.',
  },
  'shader/no-entry': {
    summary: 'No entry point was found in a shader folder.',
    remedy:
      'Mark entry points with [shader("vertex")] and the like, or call them main in vertex.slang and fragment.slang.',
  },
  'shader/duplicate-entry': {
    summary: 'Two entry points of one shader folder would be written to one file. Upper and lower case count as equal.',
    remedy: 'Rename one of the two entry points.',
  },
  'shader/error': {
    summary: 'The shader compiler rejects the source.',
    remedy: 'Correct the source at the place shown.',
  },
  'shader/warning': {
    summary: 'The shader compiler warns about the source.',
    remedy: 'Look at the place shown; the shader was compiled.',
  },
  'shader/not-text': {
    summary: 'A shader source is not UTF-8 text.',
    remedy: 'Save the file as UTF-8.',
  },
  'shader/computed-include': {
    summary: 'An #include names its file by a macro, so that what the shader reads cannot be known and recorded.',
    remedy: 'Write the file name in quotes, once in each branch of an #if where it varies.',
  },
  'shader/missing-include': {
    summary:
      'A file named by #include exists neither beside the file that names it, nor in the shader folder, nor in shader.include.',
    remedy: 'Correct the name, or list the folder that holds the file in shader.include.',
  },
  'shader/include-depth': {
    summary: 'Files include each other without end, or grow beyond 16 MB when put together.',
    remedy: 'Guard each included file with #ifndef … #endif and break the cycle.',
  },
  'shader/bad-include-folder': {
    summary: 'A folder in shader.include is absolute or lies outside the input.',
    remedy: 'Give folders relative to the input folder, with forward slashes.',
  },
  'shader/bad-define': {
    summary: 'A name in shader.defines is no identifier, or its value spans lines.',
    remedy: 'Use letters, digits and underscores for names and one line for values.',
  },
  'shader/layout-ignored': {
    summary: 'shader.matrixLayout is row, but WGSL and GLSL fix the layout of matrices themselves.',
    remedy: 'Remove the setting for this shader; GLSL can ask for layout(row_major) per block.',
  },
  'shader/unsupported': {
    summary: 'A feature of WGSL that the bundled compiler lacks.',
    remedy: 'Write it differently as the message says, or port the shader to Slang.',
  },
  'shader/invalid-module': {
    summary: 'The compiler made a SPIR-V module that breaks the specification; it was not written.',
    remedy:
      'A known case is a row of a non-square column-major matrix (`m[1]` of a float3x4 in a buffer): copy the matrix into a local variable first. Else rewrite the construct, or install a newer slangc and set SLANGC.',
  },
  'shader/compiler-broke': {
    summary: 'The shader compiler itself crashed. The message has its own words and the entry point that it was at.',
    remedy: 'Simplify the shader, or install a newer slangc and set SLANGC to it.',
  },
  'shader/limit': {
    summary:
      'A bundled shader compiler took longer, or more memory, than shader.timeLimit and shader.memoryLimit let it.',
    remedy:
      'Look for macros that expand into each other and generics that instantiate themselves. A shader that is just large gets higher limits by a rule.',
  },
  'shader/slangc-unusable': {
    summary: 'The slangc named by SLANGC or found on PATH does not run.',
    remedy: 'Correct SLANGC, or unset it and take slangc off PATH to use the bundled compiler.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
