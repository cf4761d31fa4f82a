// What `vite build` ships of one build: files under names that hold a hash of their content, each emitted once however often it is imported, and
// only what is imported. The names follow from the content alone, so those of a server's bundle are those of the client's.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join, posix } from 'node:path';
import { type BuildResult, type Config, openPack } from 'assetc';
import type { ResolvedConfig } from 'vite';
import { type Address, encodedPath, filesModule, packModule, urlModule } from './module-code.js';
import { MANIFEST, OutputIndex } from './output-index.js';

/** What a bundler does with a file; returns by what code refers to it. */
type EmitFile = (file: { type: 'asset'; fileName: string; source: Uint8Array }) => string;

const HASH_CHARACTERS = 10;

/** `models/chair.hmesh` → `assets/models/chair-1a2b3c4d5e.hmesh` */
function hashedName(folder: string, path: string, content: Uint8Array): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, HASH_CHARACTERS);
  const { dir, name, ext } = posix.parse(path);
  return posix.join(folder, dir, `${name}-${hash}${ext}`);
}

export class ShippedOutput {
  readonly index: OutputIndex;
  readonly #assetc: Config;
  readonly #vite: ResolvedConfig;
  readonly #packFile: string | undefined;
  readonly #isServer: boolean;
  readonly #emitted = new Map<string, Promise<Address>>();

  constructor(assetc: Config, vite: ResolvedConfig, result: BuildResult, isServer: boolean) {
    this.index = new OutputIndex(result.assets, result.manifest !== 'none' && result.manifest !== 'missing');
    this.#assetc = assetc;
    this.#vite = vite;
    this.#packFile = result.packFile;
    this.#isServer = isServer;
  }

  async urlModule(file: string, emit: EmitFile): Promise<string> {
    return urlModule(await this.#address(file, join(this.#assetc.output, file), emit));
  }

  /** Everything there is: a table of names, or the pack with its directory. */
  async filesModule(emit: EmitFile): Promise<string> {
    if (this.#packFile === undefined) {
      const rows: (readonly [string, Address])[] = [];
      for (const file of this.index.files)
        rows.push([file, await this.#address(file, join(this.#assetc.output, file), emit)]);
      return filesModule(rows);
    }
    const pack = await openPack({ path: this.#packFile });
    if (pack === undefined) throw new Error(`${this.#packFile} is gone`);
    try {
      return packModule(await this.#address(basename(this.#packFile), this.#packFile, emit), pack.entries);
    } finally {
      pack.close();
    }
  }

  #address(name: string, path: string, emit: EmitFile): Promise<Address> {
    const known = this.#emitted.get(path);
    const address = known ?? this.#emit(name, path, emit);
    this.#emitted.set(path, address);
    return address;
  }

  async #emit(name: string, path: string, emit: EmitFile): Promise<Address> {
    const source = await readFile(path);
    const { base, build, experimental } = this.#vite;
    const fileName = hashedName(build.assetsDir, name, source);
    // A server's bundle only speaks of what the client's brings along.
    const isEmitted = !this.#isServer || build.ssrEmitAssets;
    const reference = isEmitted ? emit({ type: 'asset', fileName, source }) : undefined;
    const beside = (): Address =>
      reference === undefined
        ? { url: `./${encodedPath(fileName)}` }
        : { code: `import.meta.ROLLUP_FILE_URL_${reference}` };
    const where = { type: 'asset', hostId: MANIFEST, hostType: 'js', ssr: this.#isServer } as const;
    const rendered = experimental.renderBuiltUrl?.(fileName, where);
    if (typeof rendered === 'string') return { url: rendered };
    if (rendered?.runtime !== undefined) return { code: rendered.runtime };
    const isRelative = rendered?.relative ?? (base === '' || base === './');
    return isRelative ? beside() : { url: base + encodedPath(fileName) };
  }
}
