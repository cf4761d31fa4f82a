// Builds a few sources with the real kinds on the disk's double, and returns the diagnostics.

import type { Layer } from '../../packages/compiler/src/config/config.js';
import type { DiagnosticCode } from '../../packages/compiler/src/diagnostics/codes.js';
import { AssetError, type Diagnostic } from '../../packages/compiler/src/diagnostics/diagnostic.js';
import { MemoryProject } from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import { registry } from '../../packages/compiler/src/registry.js';

export type Sources = Readonly<Record<string, string | Uint8Array>>;

/** Causes a problem and returns the codes that were reported. */
export type Raise = () => Promise<readonly DiagnosticCode[]>;

/** A row for each code of an area, and for nothing else. */
export type RowsOf<Area extends string> = Readonly<Record<Extract<DiagnosticCode, `${Area}/${string}`>, Raise>>;

/** A project of the real kinds in memory. */
export function realProject(sources: Sources, values: Layer['values'] = {}): MemoryProject {
  const project = new MemoryProject(
    {},
    { embed: ['*.json'], layers: [{ origin: 'default', match: undefined, values }] },
  );
  project.registry = registry;
  for (const [path, content] of Object.entries(sources)) project.host.put(`/project/assets/${path}`, content);
  return project;
}

/** `code file: message`, in the order of the result. */
export async function complaintsOf(sources: Sources, values: Layer['values'] = {}): Promise<readonly string[]> {
  const { diagnostics } = await realProject(sources, values).build();
  return diagnostics.map(({ code, file, message }) => `${code} ${file}: ${message}`);
}

/** A build of these sources, which other tests build, too. */
export interface Building extends Raise {
  readonly sources: Sources;
  readonly values: Layer['values'];
}

export const building = (sources: Sources, values: Layer['values'] = {}): Building =>
  Object.assign(async () => codesOf((await realProject(sources, values).build()).diagnostics), { sources, values });

/** The diagnostic of a function that rejects its input. */
export const refusing =
  (run: () => unknown): Raise =>
  async () => {
    try {
      await run();
    } catch (error) {
      if (error instanceof AssetError) return codesOf([error.diagnostic, ...error.also]);
      throw error;
    }
    return [];
  };

/** Also checks that no message prints the 64-bit digits of a 32-bit float. */
export const codesOf = (diagnostics: readonly Diagnostic[]): readonly DiagnosticCode[] =>
  diagnostics.map(({ code, message }) => {
    if (/\d\.\d*[1-9]\d{9}/.test(message)) throw new Error(`${code} prints a raw float: ${message}`);
    return code;
  });
