// A project on the disk with plug-ins, built by the library from its sources, on this thread.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import {
  type BuildOptions,
  type BuildResult,
  build,
  type ConfigOptions,
  type Diagnostic,
  type LoadedConfig,
  loadConfig,
} from '../../packages/compiler/src/index.js';

type Files = Readonly<Record<string, string | Uint8Array>>;

export class PluginProject {
  readonly folder = mkdtempSync(join(tmpdir(), 'assetc-plugin-'));

  /** Paths relative to the project: `assetc.yml`, `tools/level.ts`, `assets/a.level.json`. */
  constructor(files: Files) {
    for (const [path, content] of Object.entries({ 'assets/.keep': '', ...files })) this.write(path, content);
  }

  write(path: string, content: string | Uint8Array): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), content);
  }

  delete(path: string): void {
    rmSync(join(this.folder, path), { recursive: true });
  }

  read(path: string): Uint8Array {
    return readFileSync(join(this.folder, path));
  }

  has(path: string): boolean {
    return existsSync(join(this.folder, path));
  }

  /** Links a package of the repository into the project. */
  link(name: string): void {
    mkdirSync(dirname(join(this.folder, 'node_modules', name)), { recursive: true });
    symlinkSync(resolve(import.meta.dirname, '../../node_modules', name), join(this.folder, 'node_modules', name));
  }

  config(options: ConfigOptions = {}): Promise<LoadedConfig> {
    return loadConfig({ cwd: this.folder, ...options });
  }

  /** Throws if the configuration has errors. */
  async build(options: Partial<BuildOptions> = {}, request: ConfigOptions = {}): Promise<BuildResult> {
    const { config, diagnostics } = await this.config(request);
    if (config === undefined) throw new Error(JSON.stringify(diagnostics));
    return build({ config: { ...config, cache: { ...config.cache, dir: join(this.folder, 'cache') } }, ...options });
  }

  /** Diagnostics of the configuration, or else of the build. */
  async complaints(): Promise<readonly Diagnostic[]> {
    const { config, diagnostics } = await this.config();
    if (config === undefined || diagnostics.length > 0) return diagnostics;
    return (await this.build()).diagnostics;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A plug-in of one kind, `*.thing` → `.out`, with this as the body of its compile. */
export const thingPlugin = (compile: string, more = '', name = 'things'): string => `
import { defineKind, definePlugin } from 'assetc';

export default definePlugin({
  name: '${name}',
  version: '1.0.0',
  kinds: [
    defineKind({
      name: '${name.slice(0, -1)}',
      match: '*.thing',
      outputs: ['.out'],
      settings: { size: { is: 'integer', min: 1, max: 9, default: 3, doc: 'How large.' } },
      ${more}
      async compile(ctx) {
        ${compile}
      },
    }),
  ],
});
`;
