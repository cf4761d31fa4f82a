// The compiler's context for one file that the visitor dropped: what the jobs of a build read and write, in memory.

import { extensionOf } from '../../../../packages/compiler/src/diagnostics/portable-diagnostic.js';
import { settingsGroups } from '../../../../packages/compiler/src/kinds/settings-groups.js';
import { sourceOfBytes } from '../../../../packages/compiler/src/model/byte-source.js';
import type { BytesRef } from '../../../../packages/compiler/src/model/kind/bytes-ref.js';
import type { CompileContext } from '../../../../packages/compiler/src/model/kind/compile-context.js';
import type { DerivedAsset, Output } from '../../../../packages/compiler/src/model/kind/output.js';
import type { ResolvedSettings } from '../../../../packages/compiler/src/model/kind/setting.js';
import type { Json } from '../../../../packages/compiler/src/model/text/json.js';
import { cutBytes } from '../../../../packages/compiler/src/pipeline/execute/cut-bytes.js';
import { type PlaygroundSettings, textureValues } from '../settings.js';
import type { Parallel } from './threads.js';

/** The defaults of every group, with the visitor's texture settings. */
function resolvedSettings(settings: PlaygroundSettings): ResolvedSettings {
  const groups = settingsGroups.map((group) => {
    const values = Object.entries(group.settings).map(([name, setting]) => [name, setting.default] as const);
    const own = group.name === 'texture' ? textureValues(settings) : {};
    return [group.name, { ...Object.fromEntries(values), ...own }] as const;
  });
  const merged: Record<string, ResolvedSettings[string]> = {};
  for (const [name, values] of groups) merged[name] = { ...merged[name], ...values };
  return merged;
}

export interface Written {
  readonly outputs: Output[];
  readonly derived: DerivedAsset[];
  readonly warnings: string[];
}

interface FileJob {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly settings: PlaygroundSettings;
  readonly params?: Json;
  readonly parallel: Parallel;
}

const notHere = (what: string): never => {
  throw new Error(`the playground compiles one file: ${what} is not there`);
};

export function fileContext({ name, bytes, settings, params, parallel }: FileJob): {
  context: CompileContext;
  written: Written;
} {
  const resolved = resolvedSettings(settings);
  const written: Written = { outputs: [], derived: [], warnings: [] };
  const read = (path: string): Uint8Array => (path === name ? bytes : notHere(path));
  const readRef = (ref: BytesRef): Uint8Array => cutBytes(read(ref.file), ref);
  const context: CompileContext = {
    path: name,
    base: name.replace(/\.[^./]*$/, ''),
    sourceRef: name
      .normalize('NFC')
      .toLowerCase()
      .replace(/\.[^./]*$/, ''),
    params,
    settings: resolved,
    otherPresets: [],
    settingsFor: () => resolved,
    settingsOf: () => resolved,
    exists: async (path) => path === name,
    refOf: async () => undefined,
    mention: async () => undefined,
    read: async (path) => read(path),
    tryRead: async (path) => (path === name ? bytes : undefined),
    list: async () => [],
    readRef: async (ref) => readRef(ref),
    readPieces: async (ref, use) => use(sourceOfBytes(readRef(ref))),
    resolve: (_, reference) => reference,
    warn: ({ message, onlyFor }) => {
      if (onlyFor === undefined || onlyFor.includes(extensionOf(name))) written.warnings.push(message);
    },
    emit: (output) => {
      written.outputs.push(output);
    },
    emitForPreset: () => notHere('another preset'),
    emitCopy: async () => notHere('a copied file'),
    derive: (asset) => {
      written.derived.push(asset);
    },
    recallPart: async () => undefined,
    keepPart: async () => undefined,
    parallel,
    hooks: [],
    signal: new AbortController().signal,
  };
  return { context, written };
}
