// Which files changed since they were checked: for the time before a watcher listens.

import type { Host } from '../host/host.js';

export class ChangedSince {
  readonly #host: Host;
  readonly #paths: readonly string[];
  #looks: readonly string[] = [];

  constructor(host: Host, paths: readonly string[]) {
    this.#host = host;
    this.#paths = paths;
    this.look();
  }

  look(): void {
    this.#looks = this.#paths.map((path) => this.#lookAt(path));
  }

  /** Including created and deleted ones. */
  get saved(): readonly string[] {
    return this.#paths.filter((path, i) => this.#lookAt(path) !== this.#looks[i]);
  }

  #lookAt(path: string): string {
    const { mtimeMs, sizeBytes, inode } = this.#host.stat(path) ?? {};
    return `${mtimeMs} ${sizeBytes} ${inode}`;
  }
}
