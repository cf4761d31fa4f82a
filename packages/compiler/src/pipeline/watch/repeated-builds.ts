// The builds of one watch. What the last one observed stays in memory, as a note (see pipeline/noop), so the next one checks only what
// changed files can concern. Results and events are those of a build of everything.

import type { Config } from '../../config/config.js';
import { runBuild } from '../build.js';
import type { BuildEnvironment } from '../build-environment.js';
import type { BuildOptions, BuildResult } from '../build-options.js';
import { MAX_CHANGED, type NarrowEnd, type Since } from '../narrow/since.js';
import { changedFiles, type Observations, withFiles } from '../noop/observations.js';
import { RecordingHost } from '../noop/recording-host.js';
import { changedNothing } from '../report/build-ending.js';
import type { AssetOutcome, BuildEvent } from '../report/events.js';

interface WatchNote {
  /** As text: another configuration decides differently. */
  readonly config: string;
  readonly observations: Observations;
  /** See CacheState.identity. */
  readonly record: string | undefined;
  /** Of the last build. */
  readonly result: BuildResult;
  /** What the last build of everything reported about all assets, and what narrow ones reported since, by id. */
  readonly whole: BuildResult;
  readonly checked: ReadonlyMap<string, AssetOutcome>;
  readonly discovered: BuildEvent | undefined;
  readonly manifest: BuildEvent | undefined;
}

type RepeatedOptions = Omit<BuildOptions, 'dryRun' | 'config' | 'signal' | 'onEvent'>;

export class RepeatedBuilds {
  readonly #options: RepeatedOptions;
  readonly #environment: BuildEnvironment;
  readonly #mayBeNarrow: boolean;
  #note: WatchNote | undefined;

  constructor(options: RepeatedOptions, environment: BuildEnvironment) {
    const { verify, twice, noCache, pack, explain, paths, farm, run } = options;
    this.#options = options;
    this.#environment = environment;
    this.#mayBeNarrow = ![verify, twice, noCache, pack, explain].includes(true) && (paths ?? farm ?? run) === undefined;
  }

  async build(config: Config, signal: AbortSignal, onEvent: (event: BuildEvent) => void): Promise<BuildResult> {
    const note = this.#note?.config === textOf(config) ? this.#note : undefined;
    const changed = note === undefined ? undefined : changedFiles(note.observations, this.#environment.host);
    this.#note = undefined;
    if (note === undefined || changed === undefined || changed.length > MAX_CHANGED)
      return await this.#buildAll(config, signal, onEvent);
    let end: NarrowEnd | undefined;
    const since: Since = {
      changed,
      record: note.record,
      counts: { ...note.result, cached: countOf(note.result) },
      onNarrowEnd: (state) => {
        end = state;
        for (const diagnostic of note.result.diagnostics) onEvent({ type: 'diagnostic', diagnostic });
        if (note.manifest !== undefined) onEvent(note.manifest);
      },
    };
    const emit = (event: BuildEvent): void => {
      onEvent(completed(event, note));
      if (event.type === 'start' && note.discovered !== undefined) onEvent(note.discovered);
    };
    const narrow = await runBuild({ ...this.#options, config, signal, since, onEvent: emit }, this.#environment);
    if (end === undefined) return narrow;
    const result = merged(note, narrow);
    const checked = new Map([...note.checked, ...narrow.assets.map((outcome) => [outcome.id, outcome] as const)]);
    const { files, record } = end;
    this.#note = { ...note, observations: withFiles(note.observations, files), record, result, checked };
    return result;
  }

  async #buildAll(config: Config, signal: AbortSignal, onEvent: (event: BuildEvent) => void): Promise<BuildResult> {
    let discovered: BuildEvent | undefined;
    let manifest: BuildEvent | undefined;
    const recording = new RecordingHost(this.#environment.host);
    const result = await runBuild(
      {
        ...this.#options,
        config,
        signal,
        onEvent(event) {
          if (event.type === 'discovered') discovered = event;
          if (event.type === 'manifest') manifest = event;
          onEvent(event);
        },
      },
      { ...this.#environment, host: recording.host },
    );
    const { observations } = recording;
    // Files that plug-ins read are not observed.
    const isPlain = (config.plugins ?? []).length === 0 && config.pluginsLeft === undefined;
    if (this.#mayBeNarrow && isPlain && observations !== undefined && changedNothing(result))
      this.#note = {
        config: textOf(config),
        observations,
        record: undefined,
        result,
        whole: result,
        checked: new Map(),
        discovered,
        manifest,
      };
    return result;
  }

  /**
   * Only a build that changed nothing leaves a note. For the time after one that did: builds again, so that the next save is cheap. Reports
   * nothing and returns undefined, unless there was something to do.
   */
  async getReady(
    config: Config,
    signal: AbortSignal,
    onEvent: (event: BuildEvent) => void,
  ): Promise<BuildResult | undefined> {
    if (!this.#mayBeNarrow || this.#note !== undefined) return undefined;
    const held: BuildEvent[] = [];
    const result = await this.#buildAll(config, signal, (event) => {
      if (event.type === 'waiting') onEvent(event);
      else held.push(event);
    });
    if (changedNothing(result) || signal.aborted) return undefined;
    for (const event of held) onEvent(event);
    return result;
  }
}

const textOf = (config: Config): string => JSON.stringify(config);

const countOf = ({ built, shared, cached }: BuildResult): number => built + shared + cached;

/** The first events of a narrow build as those of a build of everything. */
function completed(event: BuildEvent, { result }: WatchNote): BuildEvent {
  return event.type === 'planned' ? { ...event, assets: Math.max(event.assets, countOf(result)) } : event;
}

/** The result of a narrow build, with what earlier ones reported about all other assets. */
function merged({ whole, checked }: WatchNote, narrow: BuildResult): BuildResult {
  const { diagnostics, ignored, strays } = whole;
  let assets: readonly AssetOutcome[] | undefined;
  return {
    ...narrow,
    diagnostics,
    ignored,
    strays,
    // Created when it is read: few callers do.
    get assets() {
      assets ??= mergedAssets(whole.assets, checked, narrow.assets);
      return assets;
    },
  };
}

function mergedAssets(
  whole: readonly AssetOutcome[],
  checked: ReadonlyMap<string, AssetOutcome>,
  now: readonly AssetOutcome[],
): readonly AssetOutcome[] {
  const current = new Map(now.map((outcome) => [outcome.id, outcome]));
  // A narrow build makes the assets that were there.
  return whole.map(({ id, ...unchecked }) => {
    const before = checked.get(id) ?? { id, ...unchecked };
    return current.get(id) ?? { ...before, status: 'cached', reasons: [] };
  });
}
