// Turns the parsed file and the command line's flags into a frozen Config. Paths become absolute; flags win over the file.

import { dirname, resolve } from 'node:path';
import { type ConfigCode, configCodes } from '../diagnostics/codes/config.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Config, Layer } from './config.js';
import type { ConfigRequest, LoadedConfig } from './config-request.js';
import { DEFAULT_CACHE_BYTES } from './file-keys.js';
import { holds } from './holds.js';
import type { ConfigFile } from './parse/config-file.js';
import { resolveCodegen } from './resolve-codegen.js';
import { presetHint, unknownPreset } from './unknown-preset.js';

type PluginState = Pick<Config, 'plugins' | 'pluginsLeft'>;

/** Absolute. */
interface Folders {
  /** What the paths of the file are relative to. */
  readonly base: string;
  readonly input: string;
  readonly output: string;
  /** The output without a preset. */
  readonly topOutput: string;
  readonly presets: LoadedConfig['presets'];
}

export function assembleConfig(
  request: ConfigRequest,
  path: string | undefined,
  file: ConfigFile,
  plugins: PluginState = {},
): LoadedConfig {
  const folders = resolveFolders(request, path, file);
  const { base, input, output, topOutput, presets } = folders;
  const codegen = resolveCodegen(file, { base, path, input, topOutput, presets });
  const diagnostics = [...file.diagnostics, ...conflicts(request, file, folders), ...codegen.problems];
  const shared = { diagnostics, presets, defaultPreset: file.preset };
  if (diagnostics.some(({ severity }) => severity === 'error')) return { config: undefined, ...shared };
  const name = request.preset ?? file.preset;
  const allOutputs = new Set([topOutput, ...presets.map((preset) => preset.output)]);
  const config: Config = {
    file: path,
    input,
    output,
    ...packKeys(request, file, base),
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

function resolveFolders(request: ConfigRequest, path: string | undefined, file: ConfigFile): Folders {
  const base = path === undefined ? request.cwd : dirname(path);
  const input =
    request.input === undefined ? resolve(base, file.input ?? 'assets') : resolve(request.cwd, request.input);
  const topOutput = resolve(base, file.output ?? 'runtime');
  const presets = [...file.presets].map(([name, { output }]) => ({
    name,
    output: output === undefined ? topOutput : resolve(base, output),
  }));
  const used = request.preset ?? file.preset;
  const ofPreset = presets.find(({ name }) => name === used)?.output ?? topOutput;
  const output = request.output === undefined ? ofPreset : resolve(request.cwd, request.output);
  return { base, input, output, topOutput, presets };
}

/** Flags that do not fit the file, and folders that do not fit each other. */
function conflicts(request: ConfigRequest, file: ConfigFile, { input, output }: Folders): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const { preset } = request;
  if (preset !== undefined && !file.presets.has(preset)) {
    const names = [...file.presets.keys()];
    found.push(complaint('config/unknown-preset', unknownPreset(preset, names), presetHint(preset, names)));
  }
  if (holds(output, input)) found.push(outputHoldsInput(output, input));
  if (file.packs.length > 0 && request.pack === true)
    found.push(complaint('config/pack-and-packs', '--pack and packs of the configuration are both set'));
  return found;
}

type PackKeys = Pick<Config, 'pack' | 'packs' | 'packOrder' | 'packInfo' | 'licenses' | 'base' | 'remove'>;

function packKeys(request: ConfigRequest, file: ConfigFile, folder: string): PackKeys {
  const base =
    request.base === undefined ? file.base && resolve(folder, file.base) : resolve(request.cwd, request.base);
  const isAsked = file.packs.length === 0 && (request.pack === true || base !== undefined);
  return {
    pack: file.pack === undefined || file.pack === false ? isAsked : file.pack,
    ...(file.packs.length > 0 && { packs: file.packs }),
    ...(file.packOrder !== undefined && { packOrder: resolve(folder, file.packOrder) }),
    ...(file.packInfo && { packInfo: true }),
    ...(file.licenses !== undefined && { licenses: file.licenses }),
    ...(base !== undefined && { base, remove: file.remove }),
  };
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
  );

function complaint(code: ConfigCode, message: string, hint: string = configCodes[code].remedy): Diagnostic {
  return { code, severity: 'error', message, hint };
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}
