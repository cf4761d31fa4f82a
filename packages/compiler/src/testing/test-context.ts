// The context that a build gives to a kind, for an input in memory or in a folder. As in a build, a kind sees only what it
// declared.

import type { Layer, LayerValues } from '../config/config.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { forItsFile } from '../diagnostics/portable-diagnostic.js';
import type { Kind } from '../model/kind/kind.js';
import type { DerivedAsset, Output } from '../model/kind/output.js';
import type { Json } from '../model/text/json.js';
import { derivedNames } from '../pipeline/asset.js';
import { InputFolder } from '../pipeline/discover/input-folder.js';
import { SettingsResolver } from '../pipeline/discover/settings-resolver.js';
import { diskHost } from '../pipeline/host/disk-host.js';
import { MemoryHost } from '../pipeline/testing/memory-host.js';
import { JobContext } from '../pipeline/workers/compile-context.js';
import { localInputView } from '../pipeline/workers/input/input-view.js';
import { loadTask, runTask } from '../pipeline/workers/shared-work.js';
import { registry } from '../registry.js';

export interface JobContextOptions {
  /** The source, relative to the input root. */
  readonly path: string;
  /** Files of the input by path, or the folder that is the input root. */
  readonly input: { readonly [path: string]: Uint8Array | string } | string;
  /** Settings of all assets: group → setting → value. */
  readonly settings?: LayerValues | undefined;
  /** More settings for single derived assets or other sources, by name or path. */
  readonly settingsByName?: { readonly [name: string]: LayerValues | undefined } | undefined;
  /** Parameters of a derived asset. A source has those of its kind. */
  readonly params?: Json;
  readonly base?: string;
  /** Globs of files that are ignored. */
  readonly exclude?: readonly string[];
  /** Default: the kind that claims the path. */
  readonly kind?: Kind;
}

const ROOT = '/input';

export class TestContext extends JobContext {
  readonly kind: Kind;

  constructor(options: JobContextOptions) {
    const { path, input } = options;
    const kind = options.kind ?? kindOf(options);
    const host = typeof input === 'string' ? diskHost : new MemoryHost();
    const root = typeof input === 'string' ? input : ROOT;
    if (typeof input !== 'string' && host instanceof MemoryHost)
      for (const [file, content] of Object.entries(input)) host.put(`${ROOT}/${file}`, content);
    const resolver = new SettingsResolver({ layers: layersOf(options) }, registry);
    const settings = resolver.resolve(kind, [path]).values;
    const folder = new InputFolder(host, { root, exclude: options.exclude ?? [] });
    const job = {
      kind: kind.name,
      source: path,
      name: undefined,
      base: options.base ?? kind.base(path),
      params: options.params ?? kind.paramsOf?.(path, resolver.resolve(kind, [path]).all),
      settings,
      knownFiles: [],
    };
    const rules = { input: root, output: '/output', otherOutputs: [], embed: [] };
    super(
      job,
      kind,
      localInputView(job, folder, rules, registry, resolver),
      async (task, count, payload) => {
        const run = await loadTask(registry, task);
        for (let index = 0; index < count; index++) runTask(run, payload, index);
      },
      new AbortController().signal,
    );
    this.kind = kind;
  }

  get outputs(): readonly Output[] {
    return this.emitted.outputs;
  }

  get derived(): readonly DerivedAsset[] {
    return this.emitted.derived;
  }

  /** Runs the kind's compiler. */
  async compile(): Promise<this> {
    await this.kind.compile(this);
    return this;
  }

  /** The bytes of the output with this suffix. Throws if there is none. */
  output(suffix: string): Uint8Array {
    const found = this.outputs.find((output) => output.suffix === suffix);
    if (found === undefined)
      throw new Error(`no output ${suffix} among ${this.outputs.map((output) => output.suffix).join(', ')}`);
    return found.bytes;
  }

  /** Those that apply to the names of its files, as a build reports them. */
  override get warnings(): readonly Diagnostic[] {
    return super.warnings.flatMap((warning) => forItsFile(warning) ?? []);
  }

  /** Paths that were read in whole or in part, or were missing, in order. */
  get seen(): readonly string[] {
    const paths = this.dependencies.flatMap((dependency) => {
      if (dependency.type === 'bytes') return [dependency.path];
      if (dependency.type === 'part') return [dependency.ref.file];
      return dependency.type === 'existence' && !dependency.exists ? [dependency.path] : [];
    });
    return [...new Set(paths)];
  }
}

function kindOf({ path, input }: JobContextOptions): Kind {
  const isFolder = typeof input !== 'string' && Object.keys(input).some((file) => file.startsWith(`${path}/`));
  const kind = registry.kinds.find((candidate) => candidate.claims({ path, isFolder }));
  if (kind === undefined) throw new Error(`no kind claims ${path}`);
  return kind;
}

/** Rules name derived assets by the path that a configuration would use. */
function layersOf({ path, settings, settingsByName }: JobContextOptions): readonly Layer[] {
  const common = settings === undefined ? [] : [{ origin: 'default', match: undefined, values: settings }];
  const rules = Object.entries(settingsByName ?? {}).flatMap(([name, values = {}]) =>
    [name, derivedNames(path, name)[1]].map((match) => ({ origin: 'default.rules[0]', match, values })),
  );
  return [...common, ...rules];
}
