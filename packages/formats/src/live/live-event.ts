// The events of a watch's stream (`assetc watch --ui`). docs/guide/live.md describes them.

import { FormatError } from '../core/format-error.js';

/** A file of the output folder. */
export interface LiveFile {
  /** Relative to the output folder, with forward slashes; below `files/` of the server. */
  readonly path: string;
  readonly size: number;
  /** Changes with the content. Ask for `files/<path>?v=<version>` to be sure that no cache answers. */
  readonly version: string;
}

/** An error or a warning of a build. */
export interface LiveDiagnostic {
  readonly severity: 'error' | 'warning';
  /** `gltf/bad-json`; `assetc explain` describes it. */
  readonly code: string;
  /** Relative to the input; empty if it is not about a file. */
  readonly file: string;
  /** `12:5`, `/meshes/0` or `byte 80`; empty if it is about the whole file. */
  readonly place: string;
  readonly message: string;
  readonly remedy: string;
}

/** The first event of every connection. */
export interface LiveHello {
  readonly type: 'hello';
  /** Current state of the watch. */
  readonly state: 'idle' | 'building' | 'failed';
  /** True if the events since `Last-Event-ID` follow. If false, anything may have changed since. */
  readonly resumed: boolean;
  /** Diagnostics of the last build. */
  readonly diagnostics: readonly LiveDiagnostic[];
}

/** Files were saved, and a build begins. */
export interface LiveBuilding {
  readonly type: 'building';
  /** Files that were saved, relative to the input. */
  readonly saved: readonly string[];
}

/** A build ended: `built` if it succeeded, `failed` if something could not be compiled; what it did compile is in `changed`. */
export interface LiveBuilt {
  readonly type: 'built' | 'failed';
  /** Files with new content. */
  readonly changed: readonly LiveFile[];
  /** Paths of files that are gone. */
  readonly removed: readonly string[];
  readonly diagnostics: readonly LiveDiagnostic[];
  /** Duration of the build. */
  readonly milliseconds: number;
}

/** An event of a watch; `type` distinguishes them. */
export type LiveEvent = LiveHello | LiveBuilding | LiveBuilt;

/**
 * Parses the `data` of an event; undefined for types of later versions. Throws FormatError for anything else.
 *
 * @example
 * const source = new EventSource('http://127.0.0.1:49152/api/events');
 * source.addEventListener('built', ({ data }) => console.log(readLiveEvent(data)));
 */
export function readLiveEvent(data: string): LiveEvent | undefined {
  const event = record(parsed(data), 'an event');
  switch (event.type) {
    case 'hello':
      return {
        type: 'hello',
        state: oneOf(event.state, ['idle', 'building', 'failed']),
        resumed: event.resumed === true,
        diagnostics: list(event.diagnostics).map(readDiagnostic),
      };
    case 'building':
      return { type: 'building', saved: list(event.saved).map(text) };
    case 'built':
    case 'failed':
      return {
        type: event.type,
        changed: list(event.changed).map(readLiveFile),
        removed: list(event.removed).map(text),
        diagnostics: list(event.diagnostics).map(readDiagnostic),
        milliseconds: count(event.milliseconds),
      };
    default:
      text(event.type);
      return undefined;
  }
}

/** Parses a file of the server's index and events. Throws FormatError for anything else. */
export function readLiveFile(value: unknown): LiveFile {
  const { path, size, version } = record(value, 'a file');
  return { path: text(path), size: count(size), version: text(version) };
}

function readDiagnostic(value: unknown): LiveDiagnostic {
  const { severity, code, file, place, message, remedy } = record(value, 'a diagnostic');
  return {
    severity: oneOf(severity, ['error', 'warning']),
    code: text(code),
    file: text(file),
    place: text(place),
    message: text(message),
    remedy: text(remedy),
  };
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    throw wrong('an event is not JSON');
  }
}

const wrong = (message: string): FormatError => new FormatError('bad-value', 0, message);

function record(value: unknown, what: string): { readonly [name: string]: unknown } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(`${what} is not an object`);
  return { ...value };
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong('a list is missing');
  return value;
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw wrong('a text is missing');
  return value;
}

function count(value: unknown): number {
  if (typeof value !== 'number' || !(value >= 0)) throw wrong('a number is missing');
  return value;
}

function oneOf<T extends string>(value: unknown, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw wrong(`${JSON.stringify(value)} is none of ${choices.join(', ')}`);
  return found;
}
