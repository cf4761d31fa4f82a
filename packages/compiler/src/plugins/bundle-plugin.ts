// Bundles a plug-in before it is loaded, so that the list of its files is exact and every thread loads the same bytes. Files
// are read through the caller, so that the hashed bytes are the bundled bytes.

import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildOptions, BuildResult, Message, PluginBuild } from 'esbuild';
import { AssetError, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { PluginBundle } from '../model/kind/plugin-bundle.js';

/** One entry of `plugins:`. */
export interface PluginEntry {
  readonly specifier: string;
  /** The configuration as the user named it, and the place of the entry in it. */
  readonly file: string;
  readonly where: NonNullable<Diagnostic['where']>;
}

/** A bundle or errors, and in either case every file that was read, since saving one may fix the errors. */
interface Bundled {
  readonly bundle: PluginBundle | undefined;
  readonly files: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

type ReadFile = (path: string) => Uint8Array;
type Esbuild = {
  build(options: BuildOptions & { write: false; metafile: true }): Promise<BuildResult<{ write: false }>>;
};

/** Names that resolve to the running assetc instead of a copy. */
const OWN_NAMES = ['assetc', 'assetc/plugin'];

/** esbuild's warnings about imports whose name is only known at run time, which cannot be bundled. */
const DYNAMIC_IMPORT_WARNINGS = [
  'unsupported-dynamic-import',
  'unsupported-require-call',
  'indirect-require',
  'require-resolve-not-external',
];

/** `folder`: that of the configuration. */
export async function bundlePlugin(
  entry: PluginEntry,
  folder: string,
  read: ReadFile,
  find: (folder: string) => Promise<Esbuild | undefined> = findEsbuild,
): Promise<Bundled> {
  const seen = new Map<string, string>();
  const options = optionsFor(entry, folder, (path) => {
    const bytes = read(path);
    seen.set(path, createHash('sha256').update(bytes).digest('hex'));
    return bytes;
  });
  const esbuild = await find(folder);
  if (esbuild === undefined) return { bundle: undefined, files: [], diagnostics: [noEsbuild(entry)] };
  try {
    const { outputFiles, warnings } = await esbuild.build(options);
    const textOf = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
    const files = [...seen.keys()].sort();
    const code = textOf('.js');
    // Without paths, which differ between checkouts.
    const digest = createHash('sha256')
      .update([...seen.values()].sort().join(' '))
      .update(code)
      .digest('hex');
    const { specifier } = entry;
    return {
      bundle: { specifier, code, map: textOf('.map'), digest, files },
      files,
      diagnostics: warnings.map((message) => toDiagnostic(message, 'warning', entry, folder)),
    };
  } catch (error) {
    const messages = errorsOf(error);
    const diagnostics =
      messages === undefined
        ? [brokenEsbuild(entry, error)]
        : messages.map((message) => toDiagnostic(message, 'error', entry, folder));
    return { bundle: undefined, files: [...seen.keys()], diagnostics };
  }
}

function optionsFor(entry: PluginEntry, folder: string, read: ReadFile) {
  const entryText = `export { default } from ${JSON.stringify(entry.specifier)};`;
  return {
    stdin: { contents: entryText, resolveDir: folder, sourcefile: 'plugins' },
    absWorkingDir: folder,
    outdir: folder,
    bundle: true,
    write: false,
    metafile: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    sourcemap: 'external',
    sourcesContent: false,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    logLimit: 20,
    logOverride: Object.fromEntries(DYNAMIC_IMPORT_WARNINGS.map((id) => [id, 'warning'] as const)),
    loader: { '.wasm': 'binary', '.bin': 'binary', '.txt': 'text' },
    plugins: [{ name: 'assetc', setup: (build: PluginBuild) => hookInto(build, read) }],
  } as const satisfies BuildOptions;
}

function hookInto(build: PluginBuild, read: ReadFile): void {
  build.onResolve({ filter: /^assetc(\/plugin)?$/ }, ({ path }) => ({ path, external: OWN_NAMES.includes(path) }));
  build.onLoad({ filter: /.*/, namespace: 'file' }, ({ path }) => ({ contents: read(path), loader: 'default' }));
}

/** As assetc resolves it, or else as the project does. */
async function findEsbuild(folder: string): Promise<Esbuild | undefined> {
  try {
    return await import('esbuild');
  } catch {
    try {
      const place = createRequire(join(folder, 'assetc.yml')).resolve('esbuild');
      const found: { readonly default?: Esbuild } & Partial<Esbuild> = await import(pathToFileURL(place).href);
      return found.default ?? (found.build === undefined ? undefined : { build: found.build });
    } catch {
      return undefined;
    }
  }
}

const noEsbuild = ({ specifier, file, where }: PluginEntry): Diagnostic =>
  new AssetError({
    code: 'plugin/no-esbuild',
    file,
    where,
    message: `the plug-in ${JSON.stringify(specifier)} cannot be loaded: esbuild is not installed`,
    hint: 'Run npm install --save-dev esbuild.',
  }).diagnostic;

/** Its program is missing, or that of another system: the folder node_modules was copied, or is shared with a virtual machine. */
const brokenEsbuild = ({ specifier, file, where }: PluginEntry, error: unknown): Diagnostic =>
  new AssetError({
    code: 'plugin/no-esbuild',
    file,
    where,
    message: `the plug-in ${JSON.stringify(specifier)} cannot be loaded: esbuild does not run: ${firstLine(error)}`,
    hint: 'Run npm install on this system, so that esbuild is installed for it.',
  }).diagnostic;

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).trim().split('\n')[0] ?? '';

function errorsOf(error: unknown): readonly Message[] | undefined {
  if (!(error instanceof Error) || !('errors' in error) || !Array.isArray(error.errors)) return undefined;
  return error.errors.filter((message): message is Message => typeof message?.text === 'string');
}

/** Messages about the generated entry are about the configuration. */
function toDiagnostic(
  { id, text, location }: Message,
  severity: Diagnostic['severity'],
  entry: PluginEntry,
  folder: string,
): Diagnostic {
  const isEntry = location === null || location.file === 'plugins';
  const file = isEntry ? entry.file : relative(folder, resolve(folder, location.file)).split(sep).join('/');
  const where = isEntry ? entry.where : { line: location.line, column: location.column + 1 };
  if (severity === 'error') return { code: 'plugin/bundle-failed', severity, file, where, message: text };
  return {
    code: DYNAMIC_IMPORT_WARNINGS.includes(id) ? 'plugin/dynamic-import' : 'plugin/bundle-warning',
    severity,
    file,
    where,
    message: text,
  };
}
