// Generated code by target.

import { writeC } from './c/write-c.js';
import type { CodeModel } from './code-model.js';
import { withHeader } from './generated-header.js';
import { writeRust } from './rust/write-rust.js';
import { writeTs } from './ts/write-ts.js';

const WRITERS = { c: writeC, ts: writeTs, rust: writeRust } as const;

type CodeTarget = keyof typeof WRITERS;

/** The whole text of a generated file. */
export const generateCode = (target: CodeTarget, model: CodeModel): string => withHeader(WRITERS[target](model));
