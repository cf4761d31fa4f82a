// The builds of one watch. What the last one observed stays in memory, as a note (see pipeline/noop), so the next one checks only what
// changed files can concern. Results and events are those of a build of everything.

import type { Config } from '../../config/config.js';
import { runBuild } from '../build.js';
import type { BuildEnvironment } from '../build-environment.js';
import type { BuildOptions, BuildResult } from '../build-options.js';
import { compareText } from '../host/source-path.js';
import { configText, layersBefore } from '../narrow/config-text.js';
import { changeCount, MAX_CHANGED, type NarrowEnd, type Since } from '../narrow/since.js';
import { compareWithDisk, type Observations, observedFiles, withEnd } from '../noop/observations.js';
import { RecordingHost } from '../noop/recording-host.js';
import { changedNothing, reportsSameAgain } from '../report/build-ending.js';
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
  /** Sources that are gone since. */
  readonly gone: ReadonlySet<string>;
  readonly discovered: Discovered | undefined;
}

type Discovered = Extract<BuildEvent, { type: 'discovered' }>;

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
    const note = this.#note;
    const changes = note === undefined ? undefined : compareWithDisk(note.observations, this.#environment.host);
    const before = note === undefined ? undefined : layersBefore(note.config, config);
    this.#note = undefined;
    if (note === undefined || changes === undefined || before === undefined || changeCount(changes) > MAX_CHANGED)
      return await this.#buildAll(config, signal, onEvent);
    let end: NarrowEnd | undefined;
    const since: Since = {
      ...changes,
      ...(note.config === configText(config)
        ? {}
        : { settings: { before, files: observedFiles(note.observations), stat: undefined } }),
      record: note.record,
      counts: { ...note.result, cached: countOf(note.result) },
      onNarrowEnd: (state) => {
        end = state;
        for (const diagnostic of note.result.diagnostics) onEvent({ type: 'diagnostic', diagnostic });
      },
    };
    let discovered = rediscovered(note, since);
    const emit = (event: BuildEvent): void => {
      // Of a build of everything after all.
      if (event.type === 'discovered') discovered = event;
      onEvent(completed(event, note));
      if (event.type === 'start' && discovered !== undefined) onEvent(discovered);
    };
    const recording = new RecordingHost(this.#environment.host);
    const narrow = await runBuild(
      { ...this.#options, config, signal, since, onEvent: emit },
      { ...this.#environment, host: recording.host },
    );
    if (end === undefined) {
      this.#keepNote(config, recording, narrow, discovered);
      return narrow;
    }
    const { record, gone: removed } = end;
    const checked = new Map(note.checked);
    for (const outcome of narrow.assets) checked.set(outcome.id, outcome);
    const gone = new Set([...note.gone, ...removed].filter((source) => !narrow.assets.some(({ id }) => id === source)));
    for (const source of gone) checked.delete(source);
    const next = {
      ...note,
      config: configText(config),
      observations: withEnd(note.observations, end),
      record,
      checked,
      gone,
      discovered,
    };
    const result = merged(next, narrow);
    this.#note = { ...next, result };
    return result;
  }

  async #buildAll(config: Config, signal: AbortSignal, onEvent: (event: BuildEvent) => void): Promise<BuildResult> {
    let discovered: Discovered | undefined;
    const recording = new RecordingHost(this.#environment.host);
    const result = await runBuild(
      {
        ...this.#options,
        config,
        signal,
        onEvent(event) {
          if (event.type === 'discovered') discovered = event;
          onEvent(event);
        },
      },
      { ...this.#environment, host: recording.host },
    );
    this.#keepNote(config, recording, result, discovered);
    return result;
  }

  /** After a build of everything. */
  #keepNote(config: Config, recording: RecordingHost, result: BuildResult, discovered: Discovered | undefined): void {
    const observations = recording.observations(this.#environment.host);
    // Files that plug-ins read are not observed.
    const isPlain = (config.plugins ?? []).length === 0 && config.pluginsLeft === undefined;
    if (this.#mayBeNarrow && isPlain && observations !== undefined && reportsSameAgain(result))
      this.#note = {
        config: configText(config),
        observations,
        record: recording.record,
        result,
        whole: result,
        checked: new Map(),
        gone: new Set(),
        discovered,
      };
  }

  /** Whether the next build may be narrow. */
  get isReady(): boolean {
    return this.#note !== undefined;
  }

  /**
   * A build that made very many assets leaves no note. For the time after it: builds again, so that the next save is cheap. Reports nothing
   * and returns undefined, unless there was something to do.
   */
  async getReady(
    config: Config,
    signal: AbortSignal,
    onEvent: (event: BuildEvent) => void,
  ): Promise<BuildResult | undefined> {
    if (!this.#mayBeNarrow || this.isReady) return undefined;
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

const countOf = ({ built, shared, cached }: BuildResult): number => built + shared + cached;

/** The first events of a narrow build as those of a build of everything. */
function completed(event: BuildEvent, { result }: WatchNote): BuildEvent {
  return event.type === 'planned' ? { ...event, assets: Math.max(event.assets, countOf(result)) } : event;
}

const rediscovered = ({ discovered }: WatchNote, { added, removed }: Since): Discovered | undefined =>
  discovered === undefined || added.length + removed.length === 0
    ? discovered
    : { ...discovered, sources: discovered.sources + added.length - removed.length };

/** The result of a narrow build, with what earlier ones reported about all other assets. */
function merged({ whole, checked, gone }: WatchNote, narrow: BuildResult): BuildResult {
  const { diagnostics, ignored, strays } = whole;
  let assets: readonly AssetOutcome[] | undefined;
  return {
    ...narrow,
    diagnostics,
    ignored,
    strays,
    // Created when it is read: few callers do.
    get assets() {
      assets ??= mergedAssets(whole.assets, checked, gone, narrow.assets);
      return assets;
    },
  };
}

function mergedAssets(
  whole: readonly AssetOutcome[],
  checked: ReadonlyMap<string, AssetOutcome>,
  gone: ReadonlySet<string>,
  now: readonly AssetOutcome[],
): readonly AssetOutcome[] {
  const all = new Map(whole.map((outcome) => [outcome.id, outcome]));
  for (const source of gone) all.delete(source);
  for (const [id, outcome] of checked) all.set(id, outcome);
  for (const [id, outcome] of all) all.set(id, { ...outcome, status: 'cached', reasons: [] });
  for (const outcome of now) all.set(outcome.id, outcome);
  return [...all.values()].sort((a, b) => compareText(a.id, b.id));
}
