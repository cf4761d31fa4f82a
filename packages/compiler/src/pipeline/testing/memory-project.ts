// A project on the disk's double, with the toy kinds: the start of most tests of the pipeline.

import type { Config, Layer } from '../../config/config.js';
import type { Registry } from '../../model/kind/registry.js';
import { runBuild } from '../build.js';
import type { BuildResult } from '../build-options.js';
import type { Validate, ValidateMade } from '../finish/verify.js';
import type { Host } from '../host/host.js';
import type { NarrowBuildOptions } from '../narrow/since.js';
import type { RemotePort } from '../remote/open-session.js';
import type { BuildEvent } from '../report/events.js';
import { Executors } from '../workers/executors.js';
import { MemoryHost } from './memory-host.js';
import { noValidators } from './no-validators.js';
import { toyRegistry } from './toy-registry.js';

export function testConfig(changes: Partial<Config> = {}): Config {
  return {
    file: undefined,
    input: '/project/assets',
    output: '/project/runtime',
    pack: false,
    manifest: 'all',
    embed: ['*.json'],
    exclude: [],
    cache: { dir: '/cache', maxSizeBytes: 1e9 },
    preset: undefined,
    otherOutputs: [],
    layers: [],
    ...changes,
  };
}

export const rule = (match: string, values: Layer['values'], origin = 'default.rules[0]'): Layer => ({
  origin,
  match,
  values,
});

export class MemoryProject {
  host = new MemoryHost();
  config: Config;
  registry: Registry = toyRegistry;
  validate: Validate = noValidators.validate;
  validateMade: ValidateMade = noValidators.validateMade;
  events: BuildEvent[] = [];
  remote: RemotePort | undefined;

  constructor(sources: Readonly<Record<string, string>> = {}, changes: Partial<Config> = {}) {
    this.config = testConfig(changes);
    this.host.folders.add('/project');
    this.host.put('/project/assets/.keep', '');
    for (const [path, content] of Object.entries(sources)) this.write(path, content);
  }

  write(path: string, content: string): void {
    this.host.put(`/project/assets/${path}`, content);
  }

  delete(path: string): void {
    this.host.files.delete(`/project/assets/${path}`);
  }

  async build(options: Partial<NarrowBuildOptions> = {}, host: Host = this.host): Promise<BuildResult> {
    this.events = [];
    this.host.clock += 10_000;
    const { registry } = this;
    return runBuild(
      { config: this.config, jobs: 2, onEvent: (event) => this.events.push(event), ...options },
      {
        host,
        registry,
        executors: new Executors(host, registry, undefined),
        ...(this.remote !== undefined && { remote: this.remote }),
        validate: this.validate,
        validateMade: this.validateMade,
        packSource: noValidators.packSource,
      },
    );
  }

  /** The files that the build wrote, without its record. */
  outputs(): Record<string, string> {
    const tree = this.host.tree('/project/runtime');
    return Object.fromEntries(Object.entries(tree).filter(([path]) => !path.includes('.assetc-')));
  }

  output(path: string): string | undefined {
    return this.host.text(`/project/runtime/${path}`);
  }
}

/** Ids of assets by what happened to them. */
export function ids(result: BuildResult, status: BuildResult['assets'][number]['status']): string[] {
  return result.assets.filter((asset) => asset.status === status).map((asset) => asset.id);
}

export function reasonsOf(result: BuildResult, id: string): readonly string[] | undefined {
  return result.assets.find((asset) => asset.id === id)?.reasons;
}

/** Everything that was not kept, sorted. */
export const remadeIds = (result: BuildResult): string[] =>
  (['built', 'restored', 'shared'] as const).flatMap((status) => ids(result, status)).sort();
