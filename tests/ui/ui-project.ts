// A project on the disk that is built by the library and looked at through the inspector's server.

import { build, type Config, loadConfig, serveUi, type UiServer } from '../../packages/compiler/src/index.js';
import { DiskProject } from '../support/disk-project.js';
import { type RawAnswer, rawRequest } from './raw-request.js';

export class UiProject {
  readonly project: DiskProject;
  #config: Config | undefined;
  #server: UiServer | undefined;

  constructor(files: Readonly<Record<string, string | Uint8Array>>) {
    this.project = new DiskProject(files);
  }

  async config(): Promise<Config> {
    if (this.#config !== undefined) return this.#config;
    const { config } = await loadConfig({ cwd: this.project.root });
    if (config === undefined) throw new Error('the configuration has errors');
    // A store of its own: what other tests compiled is not restored here.
    this.#config = { ...config, cache: { ...config.cache, dir: this.project.path('.cache') } };
    return this.#config;
  }

  async build() {
    return build({ config: await this.config(), jobs: 1 });
  }

  async server(): Promise<UiServer> {
    const config = await this.config();
    this.#server ??= await serveUi({ path: config.output, config });
    if (this.#server === undefined) throw new Error('nothing is served');
    return this.#server;
  }

  async get(path: string): Promise<RawAnswer> {
    return rawRequest((await this.server()).port, path);
  }

  async json(path: string): Promise<unknown> {
    const { status, body } = await this.get(path);
    if (status !== 200) throw new Error(`${path} gave ${status}: ${body}`);
    return JSON.parse(body.toString());
  }

  async close(): Promise<void> {
    await this.#server?.close();
    this.project.remove();
  }
}
