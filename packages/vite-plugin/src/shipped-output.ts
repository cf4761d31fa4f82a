// The files that `vite build` ships: only imported ones, each emitted once, with names that contain a hash of their content. Names depend
// only on the content, so they agree between the bundles of server and client.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join, posix } from 'node:path';
import { type BuildResult, type Config, openPack } from 'assetc';
import type { ResolvedConfig } from 'vite';
import { type Address, encodedPath, filesModule, packModule, urlModule } from './module-code.js';
import { MANIFEST, OutputIndex } from './output-index.js';

/** Emits a file in the bundler; returns the reference for code. */
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

  /** All files: a table of names, or the pack with its directory. */
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
    // The server's bundle only refers to files that the client's bundle contains.
    const isEmitted = !this.#isServer || build.ssrEmitAssets;
    const reference = isEmitted ? emit({ type: 'asset', fileName, source }) : undefined;
    const relative = (): Address =>
      reference === undefined
        ? { url: `./${encodedPath(fileName)}` }
        : { code: `import.meta.ROLLUP_FILE_URL_${reference}` };
    const where = { type: 'asset', hostId: MANIFEST, hostType: 'js', ssr: this.#isServer } as const;
    const rendered = experimental.renderBuiltUrl?.(fileName, where);
    if (typeof rendered === 'string') return { url: rendered };
    if (rendered?.runtime !== undefined) return { code: rendered.runtime };
    const isRelative = rendered?.relative ?? (base === '' || base === './');
    return isRelative ? relative() : { url: base + encodedPath(fileName) };
  }
}
