// Recognizes errors that are neither a mistake in the input nor a bug: the machine has no memory, or no file descriptor. Errors of other
// threads and of modules built by others arrive as text, so it is the text that decides.

import type { Diagnostic } from './diagnostic.js';

const NO_DESCRIPTOR = /\b(?:EMFILE|ENFILE)\b/;
/** Our own error, with the size. */
const NAMED_MEMORY = /a WebAssembly memory of \d+ MB could not be allocated/;
/** Those of V8, and of modules that quote them. */
const NO_MEMORY =
  /WebAssembly\.[\w.]+\(\).*(?:out of memory|could not allocate|cannot allocate|unable to grow)|Array buffer allocation failed/i;

/** Undefined if it is something else. */
export function machineProblem(error: unknown): Pick<Diagnostic, 'code' | 'message'> | undefined {
  const text = error instanceof Error ? error.message : String(error);
  if (NO_DESCRIPTOR.test(text))
    return {
      code: 'build/few-descriptors',
      message: `it could not be compiled, because no file descriptor was free (${firstLine(text)})`,
    };
  const named = NAMED_MEMORY.exec(text)?.[0];
  if (named !== undefined) return { code: 'build/out-of-memory', message: named };
  if (NO_MEMORY.test(text))
    return { code: 'build/out-of-memory', message: `it could not be compiled for lack of memory (${firstLine(text)})` };
  return undefined;
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';
