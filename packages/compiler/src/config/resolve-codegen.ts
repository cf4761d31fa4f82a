// Where code is generated: next to the program's sources, never among assets or outputs.

import { resolve } from 'node:path';
import { configCodes } from '../diagnostics/codes/config.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { CodeFile, Codegen } from './config.js';
import { holds } from './holds.js';
import type { ConfigFile } from './parse/config-file.js';

interface Folders {
  /** The folder that paths are relative to. */
  readonly base: string;
  /** Of the configuration. */
  readonly path: string | undefined;
  readonly input: string;
  readonly topOutput: string;
  readonly presets: readonly { readonly name: string; readonly output: string }[];
}

export function resolveCodegen(
  file: Pick<ConfigFile, 'codegen'>,
  { base, path, input, topOutput, presets }: Folders,
): Codegen & { readonly problems: readonly Diagnostic[] } {
  const outputs = [
    { preset: null, output: topOutput },
    ...presets.map(({ name, output }) => ({ preset: name, output })),
  ];
  const files: CodeFile[] = [];
  const problems: Diagnostic[] = [];
  const complain = (target: string, message: string): void => {
    const { remedy } = configCodes['config/code-path'];
    problems.push({
      code: 'config/code-path',
      severity: 'error',
      message: `codegen.${target}: ${message}`,
      hint: remedy,
    });
  };
  for (const { target, path: written } of file.codegen) {
    const absolute = resolve(base, written);
    const inside = [
      { what: 'input', folder: input },
      ...outputs.map(({ output }) => ({ what: 'output', folder: output })),
    ];
    const around = inside.find(({ folder }) => holds(folder, absolute));
    const twin = files.find((other) => other.path === absolute);
    if (around !== undefined) complain(target, `${absolute} is inside the ${around.what} folder ${around.folder}`);
    else if (absolute === path) complain(target, `${absolute} is the configuration itself`);
    else if (twin !== undefined) complain(target, `${absolute} is also the file of codegen.${twin.target}`);
    else files.push({ target, path: absolute });
  }
  return { files, outputs, problems };
}
