// Removes the names of source languages that older tools do not know. SPIRV-Tools 2023.1 and the validation layers of that time reject a module
// for such a name, although it is debug information without effect.

import { Op, opcodeAt, parseSpirv, wordCountAt } from '@assetc/formats/spirv';
import { spirvBytes } from './write-words.js';

/** The last language of SPIR-V 1.6's first revisions (CPP for OpenCL). Slang is 11. */
const LAST_KNOWN_LANGUAGE = 6;

/** The module without `OpSource` of a newer language, and without the text that follows it. */
export function dropNewLanguages(spirv: Uint8Array): Uint8Array {
  const { words, starts } = parseSpirv(spirv);
  const kept: number[] = [...words.subarray(0, starts[0])];
  let isDropping = false;
  for (const start of starts) {
    const opcode = opcodeAt(words, start);
    if (opcode === Op.Source) isDropping = (words[start + 1] ?? 0) > LAST_KNOWN_LANGUAGE;
    else if (opcode !== Op.SourceContinued) isDropping = false;
    if (!isDropping) for (const word of words.subarray(start, start + wordCountAt(words, start))) kept.push(word);
  }
  return kept.length === words.length ? spirv : spirvBytes(Uint32Array.from(kept));
}
