// Finds and reads the configuration and applies the command line's flags. The caller passes the function that reads files.

import { dirname, join, relative, resolve, sep } from 'node:path';
import { configCodes } from '../diagnostics/codes/config.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { YamlFile } from '../diagnostics/yaml-tree.js';
import type { PluginBundle } from '../model/kind/plugin-bundle.js';
import type { SettingsGroup } from '../model/kind/setting.js';
import { registry } from '../registry.js';
import type { Config, Layer } from './config.js';
import type { ConfigFile, NamedPlugin } from './config-file.js';
import { CONFIG_NAME } from './config-name.js';
import { DEFAULT_CACHE_BYTES } from './file-keys.js';
import { holds } from './holds.js';
import { parseConfig } from './parse-config.js';
import { resolveCodegen } from './resolve-codegen.js';
import { presetHint, unknownPreset } from './unknown-preset.js';

export interface ConfigRequest {
  /** Absolute. The search begins here, and the paths below are relative to it. */
  readonly cwd: string;
  /** `-c`: this file instead of the nearest. */
  readonly file?: string | undefined;
  readonly preset?: string | undefined;
  /** `--input`: overrides the file. */
  readonly input?: string | undefined;
  /** `-o`: overrides everything. */
  readonly output?: string | undefined;
  /** `--pack`: true unless the file sets `recorded`. */
  readonly pack?: boolean | undefined;
  /** `--base`: overrides the file. */
  readonly base?: string | undefined;
  /** `--draft`: overrides `texture.quality` of every layer. */
  readonly draft?: boolean | undefined;
  /** Default folder of the content store (see cache-folder.ts). */
  readonly cacheDir: string;
  /** Whether to run the modules under `plugins:`, which are code. Default: `skip`. */
  readonly plugins?: 'load' | 'skip' | 'refuse' | undefined;
  /** Default: the system of the process. */
  readonly platform?: string | undefined;
}

/** Loaded plug-ins, or their errors. */
interface LoadedPlugins {
  readonly bundles: readonly PluginBundle[];
  /** Ours and those of the plug-ins. */
  readonly groups: readonly SettingsGroup[];
  readonly diagnostics: readonly Diagnostic[];
  /** Absolute: all files that were read. */
  readonly files: readonly string[];
}

/** `file`: the configuration's name in diagnostics. `folder`: its folder, absolute. */
type LoadPlugins = (named: readonly NamedPlugin[], file: string, folder: string) => Promise<LoadedPlugins>;

/** A configuration, or its errors. */
export interface LoadedConfig {
  /** Undefined exactly when a diagnostic is an error. */
  readonly config: Config | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** Names in file order, with the output each would write to (absolute). */
  readonly presets: readonly { readonly name: string; readonly output: string }[];
  /** The preset that is used if none is requested. */
  readonly defaultPreset: string | undefined;
  /** Absolute: the files of plug-ins, whose changes may change the configuration. */
  readonly pluginFiles?: readonly string[];
}

/** Reads a file. Returns undefined if it does not exist or is a folder. Errors become diagnostics. */
type ReadConfig = (path: string) => Promise<Uint8Array | undefined>;

export async function resolveConfig(
  request: ConfigRequest,
  read: ReadConfig,
  groups: readonly SettingsGroup[] = registry.groups,
  loadPlugins?: LoadPlugins,
): Promise<LoadedConfig> {
  const found = await locate(request, (path) => tryToRead(path, request, read));
  if ('diagnostic' in found)
    return { config: undefined, diagnostics: [found.diagnostic], presets: [], defaultPreset: undefined };
  const { bytes, shownAs, path } = found;
  const yaml = bytes === undefined ? NO_FILE : await readYaml(bytes);
  const { platform } = request;
  const parsed = parseConfig(yaml, shownAs, groups, false, platform);
  if (parsed.plugins.length === 0) return assemble(request, path, parsed);
  if (request.plugins !== 'load' || loadPlugins === undefined) {
    const pluginsLeft = request.plugins === 'refuse' ? 'refused' : 'skipped';
    return assemble(request, path, parseConfig(yaml, shownAs, groups, true, platform), { pluginsLeft });
  }
  // The settings of plug-ins are known only now, so the file is parsed again.
  const loaded = await loadPlugins(parsed.plugins, shownAs, path === undefined ? request.cwd : dirname(path));
  const isWhole = loaded.bundles.length === parsed.plugins.length;
  const file = parseConfig(yaml, shownAs, loaded.groups, !isWhole, platform);
  const diagnostics = [...file.diagnostics, ...loaded.diagnostics];
  const assembled = assemble(request, path, { ...file, diagnostics }, { plugins: loaded.bundles });
  return { ...assembled, pluginFiles: loaded.files };
}

/** A project without a configuration does not load the YAML parser, a tenth of the program. */
const NO_FILE: YamlFile = { root: undefined, faults: [], placeAt: () => ({ line: 1, column: 1 }) };

const readYaml = async (bytes: Uint8Array): Promise<YamlFile> =>
  (await import('../diagnostics/yaml-tree.js')).readYaml(bytes);

type Located =
  | { readonly path: string | undefined; readonly shownAs: string; readonly bytes: Uint8Array | undefined }
  | { readonly diagnostic: Diagnostic };

const shown = (cwd: string, path: string): string => relative(cwd, path).split(sep).join('/');

/** A file that exists but cannot be read must be reported. */
async function tryToRead(
  path: string,
  { cwd }: ConfigRequest,
  read: ReadConfig,
): Promise<Uint8Array | { readonly diagnostic: Diagnostic } | undefined> {
  try {
    return await read(path);
  } catch (error) {
    const message = `the file cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    const hint = 'Check the permissions of the file.';
    return { diagnostic: { code: 'config/unreadable', severity: 'error', file: shown(cwd, path), message, hint } };
  }
}

type TryRead = (path: string) => ReturnType<typeof tryToRead>;

async function locate({ cwd, file }: ConfigRequest, read: TryRead): Promise<Located> {
  if (file !== undefined) {
    const path = resolve(cwd, file);
    const bytes = await read(path);
    if (bytes !== undefined) return 'diagnostic' in bytes ? bytes : { path, shownAs: file, bytes };
    const code = 'config/not-found';
    const message = 'there is no such configuration file';
    return { diagnostic: { code, severity: 'error', file, message, hint: configCodes[code].remedy } };
  }
  for (let folder = cwd; ; folder = dirname(folder)) {
    const path = join(folder, CONFIG_NAME);
    const bytes = await read(path);
    if (bytes !== undefined) return 'diagnostic' in bytes ? bytes : { path, shownAs: shown(cwd, path), bytes };
    if (dirname(folder) === folder) return { path: undefined, shownAs: CONFIG_NAME, bytes: undefined };
  }
}

function assemble(
  request: ConfigRequest,
  path: string | undefined,
  file: ConfigFile,
  plugins: Pick<Config, 'plugins' | 'pluginsLeft'> = {},
): LoadedConfig {
  const base = path === undefined ? request.cwd : dirname(path);
  const diagnostics: Diagnostic[] = [...file.diagnostics];
  const names = [...file.presets.keys()];
  const name = request.preset ?? file.preset;
  const preset = name === undefined ? undefined : file.presets.get(name);
  if (request.preset !== undefined && preset === undefined)
    diagnostics.push(
      complaint('config/unknown-preset', unknownPreset(request.preset, names), presetHint(request.preset, names)),
    );

  const input =
    request.input === undefined ? resolve(base, file.input ?? 'assets') : resolve(request.cwd, request.input);
  const topOutput = resolve(base, file.output ?? 'runtime');
  const outputOf = (p: { readonly output: string | undefined } | undefined) =>
    p?.output === undefined ? topOutput : resolve(base, p.output);
  const output = request.output === undefined ? outputOf(preset) : resolve(request.cwd, request.output);
  if (holds(output, input)) diagnostics.push(outputHoldsInput(output, input));
  const presets = [...file.presets].map(([presetName, p]) => ({ name: presetName, output: outputOf(p) }));
  const codegen = resolveCodegen(file, { base, path, input, topOutput, presets });
  diagnostics.push(...codegen.problems);
  const basePack =
    request.base === undefined ? file.base && resolve(base, file.base) : resolve(request.cwd, request.base);
  const hasPack = file.packs.length === 0 && (request.pack === true || basePack !== undefined);
  if (file.packs.length > 0 && request.pack === true)
    diagnostics.push(
      complaint(
        'config/pack-and-packs',
        '--pack and packs of the configuration are both set',
        configCodes['config/pack-and-packs'].remedy,
      ),
    );
  const allOutputs = new Set([topOutput, ...presets.map((p) => p.output)]);
  const shared = { diagnostics, presets, defaultPreset: file.preset };
  if (diagnostics.some(({ severity }) => severity === 'error')) return { config: undefined, ...shared };
  const config: Config = {
    file: path,
    input,
    output,
    pack: file.pack === undefined || file.pack === false ? hasPack : file.pack,
    ...(file.packs.length > 0 && { packs: file.packs }),
    ...(file.packOrder !== undefined && { packOrder: resolve(base, file.packOrder) }),
    ...(file.packInfo && { packInfo: true }),
    ...(file.licenses !== undefined && { licenses: file.licenses }),
    ...(basePack !== undefined && { base: basePack, remove: file.remove }),
    manifest: file.manifest ?? 'all',
    embed: file.embed,
    exclude: file.exclude,
    cache: {
      dir: file.cache.dir === undefined ? request.cacheDir : resolve(base, file.cache.dir),
      maxSizeBytes: file.cache.maxSizeBytes ?? DEFAULT_CACHE_BYTES,
      ...(file.cache.remote !== undefined && { remote: file.cache.remote }),
      ...(file.cache.push !== undefined && { push: file.cache.push }),
    },
    ignoredWarnings: file.ignoredWarnings,
    ...(file.budgets.length > 0 && { budgets: file.budgets }),
    ...(file.audits.length > 0 && { audits: file.audits }),
    ...(codegen.files.length > 0 && { codegen: { files: codegen.files, outputs: codegen.outputs } }),
    ...(file.memoryBytes !== undefined && { memoryBytes: file.memoryBytes }),
    ...(file.timeLimitMs !== undefined && { timeLimitMs: file.timeLimitMs }),
    ...plugins,
    preset: name,
    otherOutputs: [...allOutputs].filter((other) => other !== output && !holds(other, input)).sort(),
    layers: [...layersOf(file, name), ...(request.draft === true ? [DRAFT] : [])],
  };
  return { config: deepFreeze(config), ...shared };
}

/** The layer of `--draft`. */
const DRAFT: Layer = { origin: '--draft', match: undefined, values: { texture: { quality: 'draft' } } };

/** Least to most specific, without empty layers. */
export function layersOf(file: ConfigFile, name: string | undefined): readonly Layer[] {
  const preset = name === undefined ? undefined : file.presets.get(name);
  return [
    { origin: 'default', match: undefined, values: file.default.values },
    ...(preset === undefined ? [] : [{ origin: `presets.${name}`, match: undefined, values: preset.values }]),
    ...file.default.rules,
    ...(preset?.rules ?? []),
  ].filter(({ values }) => Object.keys(values).length > 0);
}

const outputHoldsInput = (output: string, input: string): Diagnostic =>
  complaint(
    'config/output-holds-input',
    output === input
      ? `the output folder ${output} is also the input folder`
      : `the output folder ${output} contains the input folder ${input}`,
    configCodes['config/output-holds-input'].remedy,
  );

function complaint(code: keyof typeof configCodes, message: string, hint: string): Diagnostic {
  return { code, severity: 'error', message, hint };
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}
