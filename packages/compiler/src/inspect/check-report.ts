// Collects the diagnostics of a check.

import type { Problem } from '@assetc/formats';
import { type CheckCode, checkCodes } from '../diagnostics/codes/check.js';
import { pluginCodes } from '../diagnostics/codes/plugin.js';
import type { Diagnostic, Severity } from '../diagnostics/diagnostic.js';

type PluginCode = keyof typeof pluginCodes;

const MAY_BE_ELSEWHERE: readonly CheckCode[] = [
  'check/missing-texture',
  'check/missing-companion',
  'check/missing-atlas',
  'check/missing-part',
];

export class CheckReport {
  readonly #list: Diagnostic[] = [];
  #needsOthers = false;

  /** The pack needs other packs: what it refers to may be in them. */
  expectOthers(): void {
    this.#needsOthers = true;
  }

  add(code: CheckCode, file: string, message: string, offset?: number, severity: Severity = 'error'): void {
    if (this.#needsOthers && MAY_BE_ELSEWHERE.includes(code)) return;
    const where = offset === undefined ? {} : { where: { offset } };
    this.#list.push({ code, severity, file, ...where, message, hint: checkCodes[code].remedy });
  }

  addPlugin(code: PluginCode, file: string, message: string): void {
    this.#list.push({ code, severity: 'error', file, message, hint: pluginCodes[code].remedy });
  }

  addAll(diagnostics: readonly Diagnostic[]): void {
    this.#list.push(...diagnostics);
  }

  malformed(file: string, problems: readonly Problem[]): void {
    for (const { field, message, offset } of problems)
      this.add('check/malformed', file, `${field}: ${message.replace(/ \(at byte \d+\)$/, '')}`, offset);
  }

  /** By file, then by place. */
  get list(): readonly Diagnostic[] {
    const at = ({ where }: Diagnostic) => where?.offset ?? -1;
    return this.#list.toSorted((a, b) => {
      const [x, y] = [a.file ?? '', b.file ?? ''];
      return x < y ? -1 : x > y ? 1 : at(a) - at(b);
    });
  }
}
