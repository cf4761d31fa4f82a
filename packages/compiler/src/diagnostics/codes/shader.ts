// Problems with a shader folder.

import type { CodeDoc } from '../code-doc.js';

export const shaderCodes = {
  'shader/empty': {
    summary:
      'A `.shader` folder contains no shader: no *.slang, no *.wgsl, no GLSL file named after its stage (*.vert, *.frag, *.comp, …).',
    remedy: 'Put a shader into the folder, or rename the folder.',
  },
  'shader/no-entry': {
    summary: 'No entry point was found in a shader folder.',
    remedy:
      'Mark entry points, for example with [shader("vertex")], or name them main in vertex.slang and fragment.slang.',
  },
  'shader/duplicate-entry': {
    summary: 'Two entry points of one shader folder would be written to the same file. Case is ignored.',
    remedy: 'Rename one of the two entry points.',
  },
  'shader/error': {
    summary: 'The shader compiler rejects the source.',
    remedy: 'Correct the source at the place shown.',
  },
  'shader/warning': {
    summary: 'The shader compiler warns about the source.',
    remedy: 'Check the place shown. The shader was compiled.',
  },
  'shader/not-text': {
    summary: 'A shader source is not UTF-8 text.',
    remedy: 'Save the file as UTF-8.',
  },
  'shader/computed-include': {
    summary: 'An #include names its file with a macro, so assetc cannot know and record what the shader reads.',
    remedy: 'Write the file name in quotes. If it varies, write one #include in each branch of an #if.',
  },
  'shader/missing-include': {
    summary:
      'A file named by #include or import exists neither next to the file that names it, nor in the shader folder, nor in shader.include.',
    remedy: "Correct the name, or list the file's folder in shader.include.",
  },
  'shader/include-depth': {
    summary: 'Files include each other without end, or exceed 16 MB when combined.',
    remedy: 'Guard each included file with #ifndef … #endif and break the cycle.',
  },
  'shader/bad-include-folder': {
    summary: 'A folder in shader.include is absolute or outside the input folder.',
    remedy: 'Give folders relative to the input folder, with forward slashes.',
  },
  'shader/bad-define': {
    summary: 'A name in shader.defines is not an identifier, or its value has several lines.',
    remedy: 'Use letters, digits and underscores for names, and one line for values.',
  },
  'shader/bad-variants': {
    summary: 'shader.variants or shader.excludeVariants has a name, a value or a rule that cannot be used.',
    remedy:
      'Give each macro distinct values of letters, digits, `_`, `.`, `+` and `-`, and exclude only combinations of these.',
  },
  'shader/too-many-variants': {
    summary: 'shader.variants has more combinations than shader.maxVariants allows. Nothing was compiled.',
    remedy:
      'Remove values, exclude combinations with shader.excludeVariants, use specialization constants, or raise shader.maxVariants.',
  },
  'shader/wgsl-variants': {
    summary: 'shader.variants is set for a folder with WGSL, which has no macros.',
    remedy: 'Remove the setting for this shader, or port it to Slang.',
  },
  'shader/layout-ignored': {
    summary: 'shader.matrixLayout is row, but WGSL and GLSL define the layout of matrices themselves.',
    remedy: 'Remove the setting for this shader; GLSL can ask for layout(row_major) per block.',
  },
  'shader/unsupported': {
    summary: 'The shader uses a WGSL feature that the bundled compiler lacks.',
    remedy: 'Write it differently, as the message says, or port the shader to Slang.',
  },
  'shader/invalid-module': {
    summary: 'The compiler made a SPIR-V module that breaks the specification. It was not written.',
    remedy:
      'A known case is a row of a non-square column-major matrix (`m[1]` of a float3x4 in a buffer): copy the matrix into a local variable first. Otherwise rewrite the construct, or install a newer slangc and set SLANGC.',
  },
  'shader/compiler-broke': {
    summary:
      'The shader compiler itself crashed, or the system did not start its process. The message contains the reason.',
    remedy: 'Simplify the shader, or install a newer slangc and set SLANGC to it.',
  },
  'shader/limit': {
    summary:
      'A bundled shader compiler took more CPU time or memory than shader.timeLimit and shader.memoryLimit allow, or stopped working. The message names the limit.',
    remedy:
      'Check for macros that expand into each other and generics that instantiate themselves. If the shader is just large, raise its limits with a rule.',
  },
  'shader/slangc-unusable': {
    summary: 'The slangc named by SLANGC or found on PATH does not run.',
    remedy: 'Correct SLANGC, or unset it and remove slangc from PATH to use the bundled compiler.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
