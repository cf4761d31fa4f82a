// What `serveUi` of the library takes and returns. Apart from the server, so that the published types do not lead to the page's own.

import type { Config } from '../config/config.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { BuildEvent } from '../pipeline/report/events.js';

/** Options of `serveUi`. */
export interface ServeUiOptions {
  /** Absolute: an output folder, or a pack. */
  readonly path: string;
  /** The project of the output. With it, settings, reasons and sources are shown too. */
  readonly config?: Config | undefined;
  /** Absolute: outputs or packs to compare it with. Those that do not exist are left out. */
  readonly others?: readonly string[] | undefined;
  /** Default: a free port. */
  readonly port?: number | undefined;
  /** The page and engines follow a watch, whose events are passed to `follow`. The folder need not exist yet. */
  readonly live?: boolean | undefined;
  /** The page may change rules of assetc.yml. Needs `config`, of this output. */
  readonly edit?: EditOptions | undefined;
}

/** How the rules of a project are changed. */
export interface EditOptions {
  /** Reads the configuration again. Undefined if it has errors. */
  readonly loadConfig: () => Promise<Config | undefined>;
  /** Whether the server builds after a change. False if a watch does. */
  readonly builds: boolean;
}

/** A server that runs until it is closed. */
export interface UiServer {
  /** `http://127.0.0.1:49152/` */
  readonly url: string;
  /** With `edit`: the address with the token, without which nothing can be changed. */
  readonly editUrl?: string | undefined;
  readonly port: number;
  /** If live: sends an event of the watch to all clients. */
  follow(event: BuildEvent): void;
  /** Call after the project's configuration changed. */
  reconfigure(config: Config): void;
  /** If live: a build could not start, because the configuration has errors. */
  fail(diagnostics: readonly Diagnostic[]): void;
  close(): Promise<void>;
}
