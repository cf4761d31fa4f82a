// Finds and reads the configuration and loads its plug-ins. The caller passes the functions that read files and load modules.

import { dirname, join, relative, resolve, sep } from 'node:path';
import { configCodes } from '../diagnostics/codes/config.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { YamlFile } from '../diagnostics/yaml-tree.js';
import type { PluginBundle } from '../model/kind/plugin-bundle.js';
import type { SettingsGroup } from '../model/kind/setting.js';
import { registry } from '../registry.js';
import { assembleConfig } from './assemble-config.js';
import { CONFIG_NAME } from './config-name.js';
import type { ConfigRequest, LoadedConfig } from './config-request.js';
import type { NamedPlugin } from './parse/config-file.js';
import { parseConfig } from './parse/parse-config.js';

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
  if (parsed.plugins.length === 0) return assembleConfig(request, path, parsed);
  if (request.plugins !== 'load' || loadPlugins === undefined) {
    const pluginsLeft = request.plugins === 'refuse' ? 'refused' : 'skipped';
    return assembleConfig(request, path, parseConfig(yaml, shownAs, groups, true, platform), { pluginsLeft });
  }
  // The settings of plug-ins are known only now, so the file is parsed again.
  const loaded = await loadPlugins(parsed.plugins, shownAs, path === undefined ? request.cwd : dirname(path));
  const isWhole = loaded.bundles.length === parsed.plugins.length;
  const file = parseConfig(yaml, shownAs, loaded.groups, !isWhole, platform);
  const diagnostics = [...file.diagnostics, ...loaded.diagnostics];
  const assembled = assembleConfig(request, path, { ...file, diagnostics }, { plugins: loaded.bundles });
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
