// Builds of a project on the disk's double with a note of the last one, as the command line makes them.

import type { BuildResult } from '../build-options.js';
import { configText, layersBefore } from '../narrow/config-text.js';
import type { NarrowEnd, Since } from '../narrow/since.js';
import { compareWithDisk, isSame, type Observations, observedFiles, withEnd } from '../noop/observations.js';
import { RecordingHost } from '../noop/recording-host.js';
import type { MemoryProject } from './memory-project.js';

/** Builds like the command line: with a note of the last build, if it left one. */
export class NotedBuilds {
  readonly #project: MemoryProject;
  #note: { observations: Observations; record: string | undefined; result: BuildResult; config: string } | undefined;
  /** Whether the configuration differed from that of the note. */
  isResettled = false;
  /** How the last build was made. */
  how: 'skipped' | 'narrow' | 'given up' | 'everything' = 'everything';

  constructor(project: MemoryProject) {
    this.#project = project;
  }

  async build(): Promise<BuildResult> {
    const { host } = this.#project;
    host.clock += 10_000;
    const note = this.#note;
    const changes = note === undefined ? undefined : compareWithDisk(note.observations, host);
    const config = configText(this.#project.config);
    const before = note === undefined ? undefined : layersBefore(note.config, this.#project.config);
    const settings = {
      before: before ?? [],
      files: note === undefined ? [] : observedFiles(note.observations),
      stat: undefined,
    };
    this.isResettled = note?.config !== config;
    if (note !== undefined && changes !== undefined && isSame(changes) && !this.isResettled) {
      this.how = 'skipped';
      return note.result;
    }
    let end: NarrowEnd | undefined;
    const onNarrowEnd = (state: NarrowEnd): void => {
      end = state;
    };
    const counts = note?.result;
    const since: Since | undefined =
      note === undefined || counts === undefined || changes === undefined || before === undefined
        ? undefined
        : {
            ...changes,
            ...(this.isResettled ? { settings } : {}),
            record: note.record,
            counts: { ...counts, cached: totalOf(counts) },
            onNarrowEnd,
          };
    const recording = new RecordingHost(host);
    const result = await this.#project.build(since === undefined ? {} : { since }, recording.host);
    if (end !== undefined && note !== undefined) {
      this.how = 'narrow';
      this.#note = { observations: withEnd(note.observations, end), record: end.record, result, config };
      return result;
    }
    this.how = since === undefined ? 'everything' : 'given up';
    const observations = recording.observations(host);
    // Otherwise the old note stays, as after a build that is killed.
    if (result.status === 'ok' && observations !== undefined)
      this.#note = { observations, record: recording.record, result, config };
    return result;
  }
}

/** Assets, whatever happened to them. */
export const totalOf = ({ built, shared, cached }: BuildResult): number => built + shared + cached;
