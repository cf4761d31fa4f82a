// Which kind claims a file or folder of the input, by its name and the configuration. Discovery uses it for every entry, and a job for
// files that it mentions, so that both get the same answer.

import { relative } from 'node:path';
import type { Config } from '../../config/config.js';
import type { Kind } from '../../model/kind/kind.js';
import type { Registry } from '../../model/kind/registry.js';
import { matchesAny } from '../../model/text/glob.js';
import type { Entry, InputFolder } from './input-folder.js';
import type { SettingsResolver } from './settings-resolver.js';

/** The part of a configuration that decides which files are sources. */
export interface SourceRules extends Pick<Config, 'input' | 'output' | 'otherOutputs' | 'packs'> {
  readonly embed: readonly string[];
}

/** Our own output folders and packs, relative to the input. */
interface Products {
  readonly folders: ReadonlySet<string>;
  readonly packs: ReadonlySet<string>;
}

/** Cached, because every job creates a finder with the same rules. */
const products = new WeakMap<SourceRules, Products>();

function productsOf({ input, output, otherOutputs, packs = [] }: SourceRules): Products {
  const outputs = [...new Set([output, ...otherOutputs])];
  // Relative, so that sources can be compared without making them absolute.
  const inside = (paths: readonly string[]) =>
    new Set(paths.map((path) => relative(input, path).replaceAll('\\', '/')));
  const ends = ['.hpack', ...packs.map(({ name }) => `.${name}.hpack`)];
  return {
    folders: inside(outputs),
    packs: inside(outputs.flatMap((path) => ends.map((end) => path + end))),
  };
}

interface Listed {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly siblings: Siblings;
}

/** The files of a folder by their path, ignoring case. */
export class Siblings {
  readonly #entries: readonly Entry[];
  #paths: ReadonlySet<string> | undefined;

  constructor(entries: readonly Entry[]) {
    this.#entries = entries;
  }

  hasFile(path: string): boolean {
    this.#paths ??= new Set(
      this.#entries.flatMap((entry) => (entry.isFolder || entry.refused !== undefined ? [] : entry.path.toLowerCase())),
    );
    return this.#paths.has(path.toLowerCase());
  }
}

export class SourceFinder {
  readonly #input: InputFolder;
  readonly #registry: Registry;
  readonly #resolver: Pick<SettingsResolver, 'selectAll'>;
  readonly #embed: readonly string[];
  readonly #outputFolders: ReadonlySet<string>;
  readonly #packFiles: ReadonlySet<string>;

  constructor(
    input: InputFolder,
    config: SourceRules,
    registry: Registry,
    resolver: Pick<SettingsResolver, 'selectAll'>,
  ) {
    this.#input = input;
    this.#resolver = resolver;
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

  /** `siblings`: all entries of its folder. */
  kindOf({ path, isFolder }: Entry, siblings: Siblings): Kind | undefined {
    const entry = { path, isFolder, embed: !isFolder && matchesAny(this.#embed, path) };
    const isWanted = ({ isWanted: by }: Kind): boolean => by?.(this.#resolver.selectAll([path]).values) !== false;
    const kind = this.#registry.kinds.find((each) => each.claims(entry) && isWanted(each));
    return kind?.yieldsToFiles?.(path).some((other) => siblings.hasFile(other)) === true ? undefined : kind;
  }

  /** Whether a setting decides if it is compiled. */
  isOptional({ path, isFolder }: Entry): boolean {
    return this.#registry.kinds.some((kind) => kind.isWanted !== undefined && kind.claims({ path, isFolder }));
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
      const { entries, siblings } = this.#children(ancestors);
      const entry = entries.get(step);
      if (entry === undefined || entry.refused !== undefined || this.isProduct(entry)) return undefined;
      const kind = this.kindOf(entry, siblings);
      if (kind !== undefined) return { path: step, kind };
      if (end < 0 || !entry.isFolder) return undefined;
      ancestors.push(step);
    }
  }

  readonly #listed = new Map<string, Listed>();

  #children(ancestors: readonly string[]): Listed {
    const folder = ancestors.at(-1) ?? '';
    const known = this.#listed.get(folder);
    if (known !== undefined) return known;
    const { entries } = this.#input.children(folder, ancestors);
    const listed = { entries: new Map(entries.map((entry) => [entry.path, entry])), siblings: new Siblings(entries) };
    this.#listed.set(folder, listed);
    return listed;
  }
}
