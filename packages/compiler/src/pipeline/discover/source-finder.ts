// Which kind claims a file or folder of the input, by its name and the configuration. Discovery uses it for every entry, and a job for
// files that it mentions, so that both get the same answer.

import { relative } from 'node:path';
import type { Config } from '../../config/config.js';
import type { Kind } from '../../model/kind/kind.js';
import type { Registry } from '../../model/kind/registry.js';
import { matchesAny } from '../../model/text/glob.js';
import type { Entry, InputFolder } from './input-folder.js';

/** The part of a configuration that decides which files are sources. */
export interface SourceRules extends Pick<Config, 'input' | 'output' | 'otherOutputs'> {
  readonly embed: readonly string[];
}

/** Our own output folders and packs, relative to the input. */
interface Products {
  readonly folders: ReadonlySet<string>;
  readonly packs: ReadonlySet<string>;
}

/** Cached, because every job creates a finder with the same rules. */
const products = new WeakMap<SourceRules, Products>();

function productsOf({ input, output, otherOutputs }: SourceRules): Products {
  const outputs = [...new Set([output, ...otherOutputs])];
  // Relative, so that sources can be compared without making them absolute.
  const inside = (paths: readonly string[]) =>
    new Set(paths.map((path) => relative(input, path).replaceAll('\\', '/')));
  return { folders: inside(outputs), packs: inside(outputs.map((path) => `${path}.hpack`)) };
}

export class SourceFinder {
  readonly #input: InputFolder;
  readonly #registry: Registry;
  readonly #embed: readonly string[];
  readonly #outputFolders: ReadonlySet<string>;
  readonly #packFiles: ReadonlySet<string>;

  constructor(input: InputFolder, config: SourceRules, registry: Registry) {
    this.#input = input;
    this.#registry = registry;
    this.#embed = config.embed;
    const own = products.get(config) ?? productsOf(config);
    products.set(config, own);
    this.#outputFolders = own.folders;
    this.#packFiles = own.packs;
  }

  /** Whether it is one of our output folders or packs. */
  isProduct({ path, isFolder }: Entry): boolean {
    return (isFolder ? this.#outputFolders : this.#packFiles).has(path);
  }

  kindOf({ path, isFolder }: Entry): Kind | undefined {
    const entry = { path, isFolder, embed: !isFolder && matchesAny(this.#embed, path) };
    return this.#registry.kinds.find((kind) => kind.claims(entry));
  }

  /** A kind of another plug-in that claims it with the same priority. */
  rivalOf({ path, isFolder }: Entry, { plugin, override }: Kind): Kind | undefined {
    const isRival = (kind: Kind) => kind.plugin !== undefined && kind.plugin !== plugin && kind.override === override;
    return this.#registry.kinds.find((kind) => isRival(kind) && kind.claims({ path, isFolder }));
  }

  /** The source that a file is, or is a part of. Folders are listed once, so create a finder for each job. */
  find(path: string): { readonly path: string; readonly kind: Kind } | undefined {
    if (!this.#input.exists(path)) return undefined;
    const ancestors = [''];
    for (let end = path.indexOf('/'); ; end = path.indexOf('/', end + 1)) {
      const step = end < 0 ? path : path.slice(0, end);
      const entry = this.#children(ancestors).get(step);
      if (entry === undefined || entry.refused !== undefined || this.isProduct(entry)) return undefined;
      const kind = this.kindOf(entry);
      if (kind !== undefined) return { path: step, kind };
      if (end < 0 || !entry.isFolder) return undefined;
      ancestors.push(step);
    }
  }

  readonly #listed = new Map<string, ReadonlyMap<string, Entry>>();

  #children(ancestors: readonly string[]): ReadonlyMap<string, Entry> {
    const folder = ancestors.at(-1) ?? '';
    const known = this.#listed.get(folder);
    if (known !== undefined) return known;
    const listed = new Map(this.#input.children(folder, ancestors).entries.map((entry) => [entry.path, entry]));
    this.#listed.set(folder, listed);
    return listed;
  }
}
