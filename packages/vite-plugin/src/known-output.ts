// Tracks the output folder over the builds of a watch, and what changed. A failed asset keeps the outputs of earlier builds; files of
// unchanged assets are not checked.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildResult, type Config, why } from 'assetc';
import type { AssetcChange } from './client.js';
import { MANIFEST, OutputIndex } from './output-index.js';

export class KnownOutput {
  #index = new OutputIndex([], false);
  #outputs = new Map<string, readonly string[]>();
  /** A fingerprint of each file. */
  #seen = new Map<string, string>();

  get index(): OutputIndex {
    return this.#index;
  }

  /** Updates after a build. */
  async update(config: Config, result: BuildResult): Promise<AssetcChange> {
    // A build that failed before compiling says nothing about the output.
    if (result.status !== 'ok' && result.assets.length === 0) return { changed: [], removed: [] };
    const outputs = new Map<string, readonly string[]>();
    const untouched = new Set<string>();
    for (const { id, status, outputs: files } of result.assets) {
      if (status === 'failed') for (const [kept, its] of await this.#keptBy(config, id)) outputs.set(kept, its);
      else outputs.set(id, files);
      if (status === 'cached') for (const file of files) untouched.add(file);
    }
    const signature = (file: string) => signatureOf(join(config.output, file));
    this.#index = new OutputIndex(
      [...outputs.values()].map((files) => ({ outputs: files })),
      signature(MANIFEST) !== undefined,
    );
    this.#outputs = outputs;
    const seen = new Map<string, string>();
    for (const file of this.#index.files) {
      const known = untouched.has(file) ? this.#seen.get(file) : undefined;
      const now = known ?? signature(file);
      if (now !== undefined) seen.set(file, now);
    }
    const change = {
      changed: [...seen].flatMap(([file, now]) => (this.#seen.get(file) === now ? [] : [file])),
      removed: [...this.#seen.keys()].filter((file) => !seen.has(file)),
    };
    this.#seen = seen;
    return change;
  }

  /** Outputs of earlier builds of a failed asset and of assets inside it, from this watch or the record. */
  async #keptBy(config: Config, id: string): Promise<readonly (readonly [string, readonly string[]])[]> {
    const inside = (other: string) => other === id || other.startsWith(`${id}#`);
    const known = [...this.#outputs].filter(([other]) => inside(other));
    if (known.length > 0) return known;
    const reports = await why({ config, path: id });
    const derived = await Promise.all(reports.flatMap((report) => report.derived.map((path) => why({ config, path }))));
    return [...reports, ...derived.flat()].map(
      (report) =>
        [report.id, report.outputs.filter(({ state }) => state !== 'missing').map(({ path }) => path)] as const,
    );
  }
}

function signatureOf(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true ? `${stat.size} ${stat.mtimeMs} ${stat.ino}` : undefined;
}
