// The entry point of the "nothing to do" shortcut (see README.md in this folder). The command line loads it before anything else,
// so it imports little. A build never needs it: without a valid note the build runs.

import { digestText } from '../cache/digest.js';
import { diskHost, statFromHere } from '../host/disk-host.js';
import type { NarrowEnd } from '../narrow/since.js';
import { type Note, readNote, writeNote } from './note.js';
import { compareWithDisk, type DiskChanges, withEnd } from './observations.js';
import type { RecordingHost } from './recording-host.js';

export { digestText } from '../cache/digest.js';
export { hasSealKey, openSeal, type Seal } from '../cache/seal.js';
export { diskHost } from '../host/disk-host.js';
export { errorCode } from '../host/host.js';
export { configText, layersBefore } from '../narrow/config-text.js';
export { changeCount, MAX_CHANGED, type NarrowEnd, type Since } from '../narrow/since.js';
export { changedNothing, reportsSameAgain } from '../report/build-ending.js';
export { isSame, observedFiles } from './observations.js';
export { observeConfig } from './observe-config.js';
export type { RecordingHost } from './recording-host.js';
export { readSealed, type SealedFolder, writeSealed } from './sealed-file.js';

/** Everything except the disk that decides what a build does and prints. */
export interface NoopRequest {
  /** The file that runs: another program may build differently. */
  readonly program: string;
  readonly inputs: readonly unknown[];
}

/** The note of the last build for a request, compared with the disk. */
export interface CheckedNote<Summary> extends Note<Summary> {
  /** If the disk is the same, a build would change nothing. */
  readonly changes: DiskChanges;
}

/** Undefined if there is no note, or if more has changed than single files: build everything. */
export function checkNote<Summary>(
  request: NoopRequest,
  isSummary: (value: unknown) => value is Summary,
): CheckedNote<Summary> | undefined {
  const note = readNote(diskHost, noteKey(request), isSummary);
  const changes = note === undefined ? undefined : compareWithDisk(note.observations, diskHost, statFromHere());
  return note === undefined || changes === undefined ? undefined : { ...note, changes };
}

/** Pass its `host` to the build whose observations may be stored. */
export async function startRecording({ program }: NoopRequest): Promise<RecordingHost> {
  const { RecordingHost: Recording } = await import('./recording-host.js');
  const recording = new Recording(diskHost);
  recording.host.stat(program);
  return recording;
}

/** Call it after a build that reported no problem. Stores nothing if an observation cannot be repeated. */
export async function storeNoopSummary(
  recording: RecordingHost,
  request: NoopRequest,
  summary: unknown,
): Promise<void> {
  const observations = recording.observations(diskHost);
  if (observations !== undefined)
    await writeNote(diskHost, noteKey(request), { observations, summary, record: recording.record });
}

/** Call it after a narrow build: everything that it did not check is as the note says. */
export async function renewNote(
  note: Note<unknown>,
  request: NoopRequest,
  end: NarrowEnd,
  summary: unknown,
): Promise<void> {
  const { paths, answers } = note.observations;
  const observations = withEnd(note.observations, end);
  const texts = observations.paths === paths && observations.answers === answers ? note.texts : undefined;
  await writeNote(diskHost, noteKey(request), { observations, summary, record: end.record, texts });
}

const noteKey = ({ inputs }: NoopRequest): string => digestText(JSON.stringify(inputs));
