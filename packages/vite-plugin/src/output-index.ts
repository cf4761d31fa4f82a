// The files of the output folder, by the names that imports use. Each file has its path as a name (`models/chair.hmesh`). The first output
// of an asset also has the path without extension (`models/chair`), unless another asset claims it.

import { type AssetOutcome, nearest } from 'assetc';

/** The file that libraries open first. */
export const MANIFEST = 'assets.hman';

/** The result of looking up a name. */
export type Found =
  | { readonly file: string }
  /** Two assets claim it: import one of these files instead. */
  | { readonly oneOf: readonly string[] }
  | { readonly missing: true; readonly nearest: string | undefined };

const withoutExtension = (path: string): string => path.replace(/(?<=[^/])\.[^./]+$/, '');

export class OutputIndex {
  /** Every file, sorted, the manifest included. */
  readonly files: readonly string[];
  readonly #files: ReadonlySet<string>;
  readonly #short = new Map<string, readonly string[]>();

  constructor(assets: readonly Pick<AssetOutcome, 'outputs'>[], hasManifest: boolean) {
    const files = new Set(hasManifest ? [MANIFEST] : []);
    for (const { outputs } of assets) {
      const own = new Map<string, string>();
      for (const file of outputs) {
        files.add(file);
        const name = withoutExtension(file);
        if (!own.has(name)) own.set(name, file);
      }
      for (const [name, file] of own) this.#short.set(name, [...(this.#short.get(name) ?? []), file]);
    }
    this.files = [...files].sort();
    this.#files = files;
  }

  has(file: string): boolean {
    return this.#files.has(file);
  }

  /** Every name that can be imported, with its file, sorted. */
  get names(): readonly (readonly [name: string, file: string])[] {
    const short = [...this.#short].flatMap(([name, [file, ...others]]) =>
      file === undefined || others.length > 0 || this.has(name) ? [] : [[name, file] as const],
    );
    return [...this.files.map((file) => [file, file] as const), ...short].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  find(name: string): Found {
    if (this.has(name)) return { file: name };
    const [file, ...others] = this.#short.get(name) ?? [];
    if (file !== undefined) return others.length === 0 ? { file } : { oneOf: [file, ...others].sort() };
    return { missing: true, nearest: this.#nearest(name) };
  }

  /** By its last part if the folder differs: `chair` for `props/chair`. */
  #nearest(name: string): string | undefined {
    const names = this.names.map(([known]) => known);
    const last = (path: string) => path.slice(path.lastIndexOf('/') + 1);
    return names.find((known) => last(known) === last(name)) ?? nearest(name, names);
  }
}
