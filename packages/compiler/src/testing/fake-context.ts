// A CompileContext for unit tests: reads from a map or a folder, keeps what a kind emits, derives and warns about.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AssetError, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { BytesRef, CompileContext, DerivedAsset, Json, Output, Registry } from '../model/kind.js';
import type { ResolvedSettings, SettingsGroup, SettingValue } from '../model/setting.js';

export interface FakeOptions {
  /** The source, relative to the input root. */
  readonly path: string;
  /** Files of the input by path, or the folder that is the input root. */
  readonly input: { readonly [path: string]: Uint8Array | string } | string;
  readonly groups?: readonly SettingsGroup[];
  /** Overrides of the groups' defaults: group → setting → value. */
  readonly settings?: { readonly [group: string]: { readonly [setting: string]: SettingValue } };
  /** More overrides for single derived assets or other sources, by name or path. */
  readonly settingsByName?: { readonly [name: string]: FakeOptions['settings'] };
  readonly params?: Json;
  readonly base?: string;
  readonly tasks?: Registry['tasks'];
}

export interface FakeContext extends CompileContext {
  readonly outputs: readonly Output[];
  readonly derived: readonly DerivedAsset[];
  readonly warnings: readonly Diagnostic[];
  /** Every path that was read, in order, without repeats. */
  readonly reads: readonly string[];
  /** The bytes of the output with this suffix; throws where there is none. */
  output(suffix: string): Uint8Array;
}

export function fakeContext(options: FakeOptions): FakeContext {
  const { input, path } = options;
  const outputs: Output[] = [];
  const derived: DerivedAsset[] = [];
  const warnings: Diagnostic[] = [];
  const reads: string[] = [];
  const base = options.base ?? path.replace(/\.[^./]*$/, '');

  const resolveSettings = (overrides: FakeOptions['settings']): ResolvedSettings => {
    const values: Record<string, Record<string, SettingValue>> = {};
    for (const group of options.groups ?? [])
      values[group.name] = Object.fromEntries(Object.entries(group.settings).map(([name, s]) => [name, s.default]));
    for (const layer of [options.settings, overrides])
      for (const [group, settings] of Object.entries(layer ?? {})) values[group] = { ...values[group], ...settings };
    return values;
  };
  const load = (file: string): Uint8Array | undefined => {
    if (typeof input === 'string') {
      const full = join(input, file);
      return existsSync(full) && statSync(full).isFile() ? new Uint8Array(readFileSync(full)) : undefined;
    }
    const content = Object.hasOwn(input, file) ? input[file] : undefined;
    return typeof content === 'string' ? new TextEncoder().encode(content) : content;
  };
  const tryRead = async (file: string): Promise<Uint8Array | undefined> => {
    assertInside(file);
    if (!reads.includes(file)) reads.push(file);
    return load(file);
  };
  const read = async (file: string): Promise<Uint8Array> => {
    const bytes = await tryRead(file);
    if (bytes === undefined)
      throw new AssetError({ code: 'build/missing-file', file: path, message: `${file} does not exist` });
    return bytes;
  };

  return {
    path,
    base,
    sourceRef: asciiLower(base.normalize('NFC')),
    params: options.params,
    settings: resolveSettings(undefined),
    settingsFor: (name, _wanted) => resolveSettings(options.settingsByName?.[name]),
    settingsOf: (source, _wanted) => resolveSettings(options.settingsByName?.[source]),
    exists: async (file) => load(file) !== undefined,
    read,
    tryRead,
    list: async (folder) => {
      const names =
        typeof input === 'string'
          ? readdirSync(join(input, folder), { recursive: true, withFileTypes: true })
              .filter((entry) => entry.isFile())
              .map((entry) => join(entry.parentPath, entry.name).slice(join(input, folder).length + 1))
          : Object.keys(input).flatMap((file) =>
              file.startsWith(`${folder}/`) ? [file.slice(folder.length + 1)] : [],
            );
      return names.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    },
    readRef: async (ref) => cutOut(await read(ref.file), ref),
    resolve: (fromFile, reference) => resolveReference(path, fromFile, reference),
    warn: (diagnostic) => warnings.push({ severity: 'warning', ...diagnostic }),
    emit: (output) => outputs.push(output),
    derive: (asset) => derived.push(asset),
    parallel: async (task, count, payload) => {
      const run = await options.tasks?.[task]?.();
      if (run === undefined) throw new Error(`no task ${task}`);
      for (let i = 0; i < count; i++) run(payload as never, i);
    },
    signal: new AbortController().signal,
    outputs,
    derived,
    warnings,
    reads,
    output: (suffix) => {
      const found = outputs.find((output) => output.suffix === suffix);
      if (found === undefined)
        throw new Error(`no output ${suffix} among ${outputs.map((output) => output.suffix).join(', ')}`);
      return found.bytes;
    },
  };
}

const asciiLower = (text: string): string => text.replaceAll(/[A-Z]/g, (ch) => ch.toLowerCase());

function assertInside(file: string): void {
  if (file.startsWith('/') || file.split('/').includes('..')) throw new Error(`the kind reads ${file}`);
}

function resolveReference(source: string, fromFile: string, reference: string): string {
  const parts = fromFile.split('/').slice(0, -1);
  for (const part of reference.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined)
        throw new AssetError({
          code: 'build/outside-input',
          file: source,
          message: `${reference} lies outside the input`,
        });
    } else if (part !== '.' && part !== '') {
      parts.push(part);
    }
  }
  return parts.join('/');
}

function cutOut(file: Uint8Array, ref: BytesRef): Uint8Array {
  let bytes = file;
  if (ref.pointer !== undefined) {
    let value: unknown = JSON.parse(new TextDecoder().decode(file));
    for (const key of ref.pointer.split('/').slice(1)) value = (value as Record<string, unknown>)[key];
    if (typeof value !== 'string') throw new Error(`${ref.pointer} is no data URI`);
    bytes = new Uint8Array(Buffer.from(value.slice(value.indexOf(',') + 1), 'base64'));
  }
  const offset = ref.offset ?? 0;
  return bytes.subarray(offset, ref.length === undefined ? undefined : offset + ref.length);
}
