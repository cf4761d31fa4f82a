// The entry point of the "nothing to do" shortcut (see README.md in this folder). The command line loads it before anything else,
// so it imports little. A build never needs it: without a valid note the build runs.

import { digestText } from '../cache/digest.js';
import { diskHost } from '../host/disk-host.js';
import { readNote, writeNote } from './note.js';
import type { RecordingHost } from './recording-host.js';

export type { RecordingHost } from './recording-host.js';

/** Everything except the disk that decides what a build does and prints. */
export interface NoopRequest {
  /** The file that runs: another program may build differently. */
  readonly program: string;
  readonly inputs: readonly unknown[];
}

/** The summary that the last build for this request stored, if everything that it observed is unchanged. Otherwise undefined: build. */
export function readNoopSummary<Summary>(
  request: NoopRequest,
  isSummary: (value: unknown) => value is Summary,
): Summary | undefined {
  return readNote(diskHost, noteKey(request), isSummary);
}

/** Pass its `host` to the build whose observations may be stored. */
export async function startRecording({ program }: NoopRequest): Promise<RecordingHost> {
  const { RecordingHost: Recording } = await import('./recording-host.js');
  const recording = new Recording(diskHost);
  recording.host.stat(program);
  return recording;
}

/** Call it after a build that changed nothing and reported no problem. Stores nothing if an observation cannot be repeated. */
export async function storeNoopSummary(
  recording: RecordingHost,
  request: NoopRequest,
  summary: unknown,
): Promise<void> {
  const { observations } = recording;
  if (observations !== undefined) await writeNote(diskHost, noteKey(request), observations, summary);
}

const noteKey = ({ inputs }: NoopRequest): string => digestText(JSON.stringify(inputs));
