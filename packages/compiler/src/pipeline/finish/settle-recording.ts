// Lets the next build rely on what this one recorded (see pipeline/noop), although it wrote something: observes what was made as the next
// build will. Nothing is hashed. What stat data cannot prove yet, or what has changed meanwhile, counts as changed, and the next build
// checks it.

import { join } from 'node:path';
import type { Config } from '../../config/config.js';
import { CACHE_FILE } from '../cache/cache-state.js';
import { isRacy } from '../cache/record.js';
import { InputFolder } from '../discover/input-folder.js';
import { InputState } from '../discover/input-state.js';
import type { Host, Recorder } from '../host/host.js';
import { MAX_CHANGED } from '../narrow/since.js';
import { gatherFacts, outputFacts } from '../plan/facts.js';
import type { Plan } from '../plan/plan.js';
import { type Facts, staleReasons } from '../plan/staleness.js';
import { isUnchanged } from '../plan/stat-unchanged.js';
import { observePrograms, type Project } from '../project.js';
import type { FinishRequest } from './finish.js';
import { MANIFEST_FILE } from './manifest.js';
import { packPath } from './pack-path.js';

export class SettledRecording {
  readonly #request: FinishRequest;
  readonly #recorder: Recorder | undefined;
  /** By assetKey: the assets that were observed before anything was made. */
  readonly #keptAtFirst: ReadonlySet<string>;

  /** Call it before `plan` is executed. */
  constructor(request: FinishRequest, { keep, build, waiting }: Plan) {
    const { options, project } = request;
    this.#request = request;
    // A pack contains files that no build wrote: the next build has to find them, too.
    const { pack, packs } = project.config;
    const mayPack = pack !== false || packs !== undefined || options.pack === true || options.verify === true;
    this.#recorder = mayPack ? undefined : project.host.recorder;
    this.#keptAtFirst = new Set(this.#recorder === undefined ? [] : keep.map(({ asset }) => asset.key));
    const isIdle = build.length === 0 && waiting.every(({ stale }) => stale.length === 0);
    // The next build does not read what making an asset reads.
    if (!isIdle) this.#recorder?.pause();
  }

  /** Call it before finishBuild: the next build does not read what that reads, except for what `settle` observes. */
  beginFinish(): void {
    this.#recorder?.pause();
  }

  /** Call it after the last write of a build without problems. */
  settle(): void {
    const { project, services, execution } = this.#request;
    const { host, config, cache, kinds } = project;
    const recorder = this.#recorder;
    if (recorder === undefined) return;
    const checked = [...execution.assetsMade.values()];
    for (const [key, asset] of execution.kept) if (!this.#keptAtFirst.has(key)) checked.push(asset);
    // So many are no reason to check less next time.
    if (checked.length > MAX_CHANGED) return;
    recorder.resume();
    if (host.stat(packPath(config.output)) !== undefined) return;
    observePrograms(kinds, host);
    const facts = factsNow(project, recorder.know);
    for (const asset of checked) {
      const record = cache.records.get(asset.key);
      if (record === undefined || staleReasons(asset, record, facts).length > 0) return;
    }
    const manifestFile = join(config.output, MANIFEST_FILE);
    const stat = host.stat(manifestFile);
    if (stat?.type !== 'file' || cache.manifest === undefined) return;
    const isProven = isUnchanged(stat, cache.manifest) && !isRacy(stat.mtimeMs, stat.ctimeMs, host.now());
    recorder.know(manifestFile, isProven ? stat : undefined);
    observeCode(host, config, recorder);
    const { identity } = services.writer;
    if (identity !== cache.identity) recorder.know(join(config.output, CACHE_FILE), undefined);
    recorder.settle(identity);
  }
}

/** Generated code, and the records of the presets that it is also made of. */
function observeCode(host: Host, { codegen, output }: Config, { know }: Recorder): void {
  for (const { path } of codegen?.files ?? []) {
    const stat = host.stat(path);
    const isProven = stat !== undefined && !isRacy(stat.mtimeMs, stat.ctimeMs, host.now());
    know(path, isProven ? stat : undefined);
  }
  for (const other of codegen?.outputs ?? []) if (other.output !== output) host.stat(join(other.output, CACHE_FILE));
}

/** Facts about what was just made, by the record. Every file that is asked for is known to the recorder afterward. */
function factsNow({ host, config, cache, resolver, places }: Project, know: Recorder['know']): Facts {
  const input = new InputFolder(host, { root: config.input, exclude: config.exclude });
  const state = new InputState(input, cache.files);
  return {
    ...gatherFacts(state, resolver, outputFacts(host, config.output), places),
    digest(path) {
      const stat = input.statFile(path);
      const file = cache.files.get(path);
      if (stat === undefined || file === undefined) return undefined;
      know(input.absolute(path), isUnchanged(stat, file) ? stat : undefined);
      return file.digest;
    },
    output(path, record) {
      const file = `${config.output}/${path}`;
      const stat = host.stat(file);
      if (stat?.type !== 'file') return 'missing';
      const isProven = isUnchanged(stat, record);
      know(file, isProven ? stat : undefined);
      return isProven || record.mtimeMs < 0 ? 'intact' : 'edited';
    },
  };
}
