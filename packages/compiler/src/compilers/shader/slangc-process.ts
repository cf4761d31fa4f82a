// Compiles Slang with a slangc outside this program: `SLANGC`, or the first one on PATH. The one place of the compiler that starts a
// process. slangc sees a temporary folder that holds exactly the files that the build recorded, laid out as in the input.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, constants, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { entryPointsOf, parseSpirv } from '@assetc/formats/spirv';
import { AssetError, type Diagnostic } from '../../diagnostics/diagnostic.js';
import type { ShaderRoot, ShaderSources } from '../../model/shader-sources.js';
import type { BackendResult, CompiledModule } from './compiled-module.js';
import type { Defines } from './defines.js';
import type { MatrixLayout } from './process/protocol.js';
import { slangDiagnostics } from './slang-diagnostics.js';

/** Wall time, so it only ends a slangc that hangs: an hour is more than a correct compile needs on the busiest machine. */
const TIME_LIMIT_MS = 3_600_000;
const MAX_LOG_BYTES = 1 << 24;

/** The slangc to use; undefined: none is installed, and the bundled compiler does the work. */
export async function findSlangc(environment: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  const named = environment.SLANGC;
  if (named !== undefined && named !== '') return isAbsolute(named) || !/[\\/]/.test(named) ? named : resolve(named);
  for (const path of slangcPlaces(environment)) if (await isExecutable(path)) return path;
  return undefined;
}

/** Where one is looked for that nobody names, absolute. */
export function slangcPlaces({ PATH = '' }: NodeJS.ProcessEnv = process.env): readonly string[] {
  const name = process.platform === 'win32' ? 'slangc.exe' : 'slangc';
  const folders = PATH.split(delimiter).filter((folder) => folder !== '');
  return [...new Set(folders.map((folder) => resolve(folder, name)))];
}

const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

/** What slangc says of its version. One that does not run is an identity of its own: compiling then says so. */
export async function slangcVersion(slangc: string): Promise<string> {
  const { failed, output } = await run(slangc, ['-version'], undefined);
  return failed === undefined ? output.trim() : `unusable: ${createHash('sha256').update(failed).digest('hex')}`;
}

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
    const { failed, exitCode, output } = await run(job.slangc, [...options, ...args, '-o', out], job.signal);
    if (failed !== undefined) throw unusable(root.path, job.slangc, failed);
    const found = slangDiagnostics(output, root.path, (path) => seenFile(sources, input, path));
    for (const one of found) if (!diagnostics.some((other) => sameDiagnostic(one, other))) diagnostics.push(one);
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
  // All entry points at once tell their names; each is then compiled alone, as the bundled compiler does.
  const all = await compile(['-fvk-use-entrypoint-name'], join(folder, 'all.spv'));
  if (all === undefined) return { modules, diagnostics };
  for (const { name, stage } of entryPointsOf(parseSpirv(all))) {
    const spirv = await compile(['-entry', name], join(folder, `${name}.spv`));
    if (spirv !== undefined) modules.push({ entry: name, stage, file: root.path, spirv });
  }
  return { modules, diagnostics };
}

const stageOf = (spirv: Uint8Array): string => entryPointsOf(parseSpirv(spirv))[0]?.stage ?? 'unknown';

function seenFile(sources: ShaderSources, input: string, path: string) {
  const local = relative(input, resolve(input, path)).replaceAll('\\', '/');
  const file = sources.files.find((candidate) => candidate.path === local);
  return file === undefined ? undefined : { path: file.path, text: file.text, addedLines: 0 };
}

const sameDiagnostic = (a: Diagnostic, b: Diagnostic): boolean =>
  a.message === b.message &&
  a.file === b.file &&
  a.where?.line === b.where?.line &&
  a.where?.column === b.where?.column;

const unusable = (file: string, slangc: string, reason: string): AssetError =>
  new AssetError({
    code: 'shader/slangc-unusable',
    file,
    message: `${slangc} does not run: ${reason}`,
    hint: 'Correct SLANGC, or unset it and remove slangc from PATH to use the bundled compiler.',
  });

interface Run {
  /** Why it could not be run to its end. */
  readonly failed: string | undefined;
  readonly exitCode: number;
  readonly output: string;
}

function run(command: string, args: readonly string[], signal: AbortSignal | undefined): Promise<Run> {
  return new Promise((done, reject) => {
    execFile(
      command,
      [...args],
      { timeout: TIME_LIMIT_MS, maxBuffer: MAX_LOG_BYTES, windowsHide: true, ...(signal && { signal }) },
      (error, stdout, stderr) => {
        const output = `${stderr}\n${stdout}`;
        if (signal?.aborted) reject(signal.reason);
        else if (error === null) done({ failed: undefined, exitCode: 0, output });
        else if (error.killed) done({ failed: `it was stopped after ${TIME_LIMIT_MS / 1000} s`, exitCode: -1, output });
        else if (typeof error.code === 'number') done({ failed: undefined, exitCode: error.code, output });
        else done({ failed: error.message, exitCode: -1, output });
      },
    );
  });
}
