// Compiles Slang with an external slangc: `SLANGC`, or the first one on PATH. slangc sees a temporary folder with exactly the files that
// the build recorded, laid out as in the input.

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { entryPointsOf, parseSpirv } from '@assetc/formats/spirv';
import { AssetError, type Diagnostic } from '../../diagnostics/diagnostic.js';
import type { ShaderRoot, ShaderSources } from '../../model/shader-sources.js';
import { findProgram, locateProgram, searchPaths } from '../../programs/find-program.js';
import { programVersion, runProgram } from '../../programs/run-program.js';
import type { BackendResult, CompiledModule } from './compiled-module.js';
import type { Defines } from './defines.js';
import type { MatrixLayout } from './process/protocol.js';
import { slangDiagnostics } from './slang-diagnostics.js';

const SLANGC = { name: 'slangc', variable: 'SLANGC' };

/** The slangc to use; undefined if none is installed, and the bundled compiler is used. */
export const findSlangc = (): Promise<string | undefined> => findProgram(SLANGC);

export const slangcSearchPaths = (): readonly string[] => searchPaths(SLANGC.name);

export const locateSlangc = locateProgram;

export const slangcVersion = (slangc: string): Promise<string> => programVersion(slangc, '-version');

interface SlangcJob {
  readonly slangc: string;
  readonly sources: ShaderSources;
  readonly root: ShaderRoot;
  readonly layout: MatrixLayout;
  readonly defines: Defines;
  readonly signal: AbortSignal;
}

export async function compileSlangExternal(job: SlangcJob): Promise<BackendResult> {
  const folder = await mkdtemp(join(tmpdir(), 'assetc-slang-'));
  try {
    const input = join(folder, 'input');
    for (const file of job.sources.files) {
      const path = join(input, file.path);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, file.text);
    }
    return await compileIn(folder, input, job);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function compileIn(folder: string, input: string, job: SlangcJob): Promise<BackendResult> {
  const { sources, root, layout, defines } = job;
  const options = [
    join(input, root.path),
    '-target',
    'spirv',
    `-matrix-layout-${layout}-major`,
    ...[sources.folder, ...sources.includeFolders].flatMap((path) => ['-I', join(input, path)]),
    ...defines.flatMap(([name, value]) => [`-D${name}=${value}`]),
  ];
  const modules: CompiledModule[] = [];
  const diagnostics: Diagnostic[] = [];
  const compile = async (args: readonly string[], out: string): Promise<Uint8Array | undefined> => {
    const { failure, exitCode, output } = await runProgram(job.slangc, [...options, ...args, '-o', out], {
      signal: job.signal,
    });
    if (failure !== undefined) throw unusableError(root.path, job.slangc, failure);
    const found = slangDiagnostics(output, root.path, (path) => sourceFileOf(sources, input, path));
    for (const one of found) if (!diagnostics.some((other) => isSameDiagnostic(one, other))) diagnostics.push(one);
    if (exitCode === 0) return readFile(out).catch(() => undefined);
    if (!diagnostics.some(({ severity }) => severity === 'error'))
      diagnostics.push({
        code: 'shader/error',
        severity: 'error',
        file: root.path,
        message: `slangc ended with code ${exitCode}: ${output.trim().split('\n').at(-1) ?? ''}`,
      });
    return undefined;
  };

  if (root.stage !== undefined && !root.declaresEntries) {
    const spirv = await compile(['-entry', 'main', '-stage', root.stage], join(folder, 'main.spv'));
    if (spirv !== undefined) modules.push({ entry: 'main', stage: stageOf(spirv), file: root.path, spirv });
    return { modules, diagnostics };
  }
  // Compiling all entry points together gives their names; each is then compiled alone, like in the bundled compiler.
  const combined = await compile(['-fvk-use-entrypoint-name'], join(folder, 'all.spv'));
  if (combined === undefined) return { modules, diagnostics };
  for (const { name, stage } of entryPointsOf(parseSpirv(combined))) {
    const spirv = await compile(['-entry', name], join(folder, `${name}.spv`));
    if (spirv !== undefined) modules.push({ entry: name, stage, file: root.path, spirv });
  }
  return { modules, diagnostics };
}

const stageOf = (spirv: Uint8Array): string => entryPointsOf(parseSpirv(spirv))[0]?.stage ?? 'unknown';

function sourceFileOf(sources: ShaderSources, input: string, path: string) {
  const local = relative(input, resolve(input, path)).replaceAll('\\', '/');
  const file = sources.files.find((candidate) => candidate.path === local);
  return file === undefined ? undefined : { path: file.path, text: file.text, addedLines: 0 };
}

const isSameDiagnostic = (a: Diagnostic, b: Diagnostic): boolean =>
  a.message === b.message &&
  a.file === b.file &&
  a.where?.line === b.where?.line &&
  a.where?.column === b.where?.column;

const unusableError = (file: string, slangc: string, reason: string): AssetError =>
  new AssetError({
    code: 'shader/slangc-unusable',
    file,
    message: `${slangc} does not run: ${reason}`,
    hint: 'Correct SLANGC, or unset it and remove slangc from PATH to use the bundled compiler.',
  });
