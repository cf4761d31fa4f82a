// Collects all diagnostics of one file, each with its place. Parsing continues after an error.

import { type ConfigCode, configCodes } from '../../diagnostics/codes/config.js';
import type { Diagnostic, Place, Severity } from '../../diagnostics/diagnostic.js';

export class Complaints {
  readonly #file: string | undefined;
  readonly #placeAt: (offset: number) => Place;
  readonly #list: Diagnostic[] = [];

  constructor(file: string | undefined, placeAt: (offset: number) => Place) {
    this.#file = file;
    this.#placeAt = placeAt;
  }

  error(code: ConfigCode, offset: number | undefined, message: string, hint?: string): void {
    this.#add('error', code, offset, message, hint);
  }

  warn(code: ConfigCode, offset: number | undefined, message: string, hint?: string): void {
    this.#add('warning', code, offset, message, hint);
  }

  /** In the order of the file. */
  get list(): readonly Diagnostic[] {
    const line = ({ where }: Diagnostic) => where?.line ?? 0;
    const column = ({ where }: Diagnostic) => where?.column ?? 0;
    return this.#list.toSorted((a, b) => line(a) - line(b) || column(a) - column(b));
  }

  #add(severity: Severity, code: ConfigCode, offset: number | undefined, message: string, hint?: string): void {
    const where = offset === undefined ? undefined : this.#placeAt(offset);
    this.#list.push({
      code,
      severity,
      ...(this.#file === undefined ? {} : { file: this.#file }),
      ...(where === undefined ? {} : { where }),
      message,
      hint: hint ?? configCodes[code].remedy,
    });
  }
}
