// What all parts of the importer need: the path for messages, and warnings, each once.

import type { DiagnosticCode } from '../../diagnostics/codes.js';
import type { Place } from '../../diagnostics/diagnostic.js';
import type { CompileContext } from '../../model/kind/compile-context.js';

/** The part of a compile context that reading an FBX file needs; the path may differ from the job's source. */
export type FbxContext = Pick<CompileContext, 'path' | 'read' | 'exists' | 'resolve' | 'settingsOf' | 'warn'>;

/** More warnings of one code are left out: damaged files would have thousands. */
const MAX_WARNINGS = 8;

export class ImportContext {
  readonly path: string;
  readonly #context: FbxContext;
  readonly #counts = new Map<DiagnosticCode, number>();

  constructor(context: FbxContext) {
    this.path = context.path;
    this.#context = context;
  }

  warn(code: DiagnosticCode, where: Place, message: string, hint?: string): void {
    const count = this.#counts.get(code) ?? 0;
    this.#counts.set(code, count + 1);
    if (count >= MAX_WARNINGS) return;
    this.#context.warn({ code, file: this.path, where, message, ...(hint === undefined ? {} : { hint }) });
  }
}
