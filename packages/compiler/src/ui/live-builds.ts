// Turns the build events of a watch into changes of its output. A file that was written again with the same content keeps its
// version, and has not changed.

import { join, relative, sep } from 'node:path';
import type { LiveDiagnostic, LiveEvent, LiveFile, LiveHello } from '@assetc/formats/live';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Host } from '../pipeline/host/host.js';
import type { BuildEvent } from '../pipeline/report/events.js';
import { describeDiagnostic } from './facts/describe-diagnostic.js';
import { versionOf } from './served-output.js';

export class LiveBuilds {
  readonly #host: Host;
  readonly #output: string;
  readonly #send: (event: LiveEvent) => void;
  /** Versions of the output's files by path. */
  readonly #versions: Map<string, string>;
  #input = '';
  #made = new Set<string>();
  #removed: string[] = [];
  #found: LiveDiagnostic[] = [];
  #isAnnounced = false;
  /** The first message for a client that connects now. */
  now: Pick<LiveHello, 'state' | 'diagnostics'> = { state: 'idle', diagnostics: [] };

  constructor(host: Host, output: string, files: readonly LiveFile[], send: (event: LiveEvent) => void) {
    this.#host = host;
    this.#output = output;
    this.#send = send;
    this.#versions = new Map(files.map(({ path, version }) => [path, version]));
  }

  follow(event: BuildEvent): void {
    switch (event.type) {
      case 'changed':
        this.#begin(event.paths);
        return;
      case 'start':
        this.#input = event.input;
        this.#made = new Set();
        this.#removed = [];
        if (!this.#isAnnounced) this.#begin([]);
        return;
      case 'asset':
        if (event.status !== 'cached' && event.status !== 'failed')
          for (const path of event.outputs) this.#made.add(path);
        return;
      case 'manifest':
        if (event.written) this.#made.add(event.path);
        return;
      case 'removed':
        this.#removed.push(event.path);
        return;
      case 'diagnostic':
        this.#found.push(describeDiagnostic(event.diagnostic));
        return;
      case 'done':
        // An interrupted build is the end of the watch, or another follows.
        if (event.status !== 'interrupted') this.#end(event.status === 'ok' ? 'built' : 'failed', event.ms);
        return;
    }
  }

  /** A build could not start, because the configuration has errors. */
  fail(diagnostics: readonly Diagnostic[]): void {
    this.#found.push(...diagnostics.map(describeDiagnostic));
    this.#end('failed', 0);
  }

  #begin(saved: readonly string[]): void {
    this.#isAnnounced = true;
    this.#found = [];
    this.now = { ...this.now, state: 'building' };
    this.#send({ type: 'building', saved: saved.map((path) => relative(this.#input, path).split(sep).join('/')) });
  }

  #end(type: 'built' | 'failed', milliseconds: number): void {
    const changed = [...this.#made].sort().flatMap((path) => this.#changedFile(path) ?? []);
    const removed = this.#removed.filter((path) => this.#versions.delete(path)).sort();
    const diagnostics = this.#found;
    this.#isAnnounced = false;
    this.now = { state: type === 'built' ? 'idle' : 'failed', diagnostics };
    this.#send({ type, changed, removed, diagnostics, milliseconds });
  }

  /** Undefined if it did not change. */
  #changedFile(path: string): LiveFile | undefined {
    const stat = this.#host.stat(join(this.#output, path));
    if (stat?.type !== 'file') return undefined;
    const version = versionOf(stat);
    if (this.#versions.get(path) === version) return undefined;
    this.#versions.set(path, version);
    return { path, size: stat.sizeBytes, version };
  }
}
