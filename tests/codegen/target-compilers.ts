// The compilers of generated code, with all of their warnings.

import { spawnSync } from 'node:child_process';
import ts from 'typescript';

/** Program, its standard, and how its sources end. */
export const C_CHECKS = [
  ['gcc', ['-std=c99', '-pedantic'], 'c'],
  ['gcc', ['-std=c11', '-pedantic'], 'c'],
  ['g++', ['-std=c++17', '-pedantic'], 'cpp'],
  ['clang', ['-std=c99', '-pedantic'], 'c'],
  ['clang++', ['-std=c++17', '-pedantic'], 'cpp'],
] as const;

export const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

/** What `tsc --strict` reports. */
export function strictErrors(paths: readonly string[]): readonly string[] {
  const options = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2015,
    module: ts.ModuleKind.NodeNext,
    types: [],
  };
  return ts
    .getPreEmitDiagnostics(ts.createProgram(paths, options))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}
