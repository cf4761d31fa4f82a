// The queue between machines that build and machines that compile, as the pipeline sees it. @assetc/farm has the real one (BullMQ); it
// transports text that each side checks.

/** A job as the queue sees it. */
export interface FarmEntry {
  /** SHA-256 of the payload: equal jobs of several machines are one. */
  readonly id: string;
  /** For tools that show the queue: the kind and the source. */
  readonly kind: string;
  readonly source: string;
  readonly payload: string;
  /** Expected milliseconds. Longer jobs run first. */
  readonly expectedMs: number;
  /** The project's plug-ins, if any of them is involved: only a worker with exactly these can run the job. If absent, it needs none. */
  readonly plugins?: string;
}

/**
 * The outcome of a job. reply: the text from a worker · failed: no worker could run it, with the reason, and whether another attempt could
 * succeed · lost: the queue cannot be reached.
 */
export type FarmAnswer =
  | { readonly is: 'reply'; readonly text: string }
  | { readonly is: 'failed'; readonly why: string }
  | { readonly is: 'lost'; readonly why: string };

/** A worker's answer: a reply, or that it cannot run the job (`final`: no other worker can). */
export type FarmWorkResult =
  | { readonly is: 'reply'; readonly text: string }
  | { readonly is: 'refused'; readonly why: string; readonly final: boolean };

/** Runs one job from the queue. */
export type FarmWork = (payload: string, signal: AbortSignal) => Promise<FarmWorkResult>;

/** Plug-ins by their content, and the function that runs jobs of projects with exactly these plug-ins. */
export interface FarmPlugins {
  readonly key: string;
  readonly work: FarmWork;
}

/** The queue to which a build sends jobs. `connectFarm` of @assetc/farm returns one. */
export interface FarmQueue {
  /** Jobs that other machines can run at a time, as far as known. */
  readonly places: number;
  /** The part of them on machines with plug-ins, by the key of the plug-ins. */
  readonly pluginPlaces: ReadonlyMap<string, number>;
  /** Why it cannot be reached; undefined if it can. Free of secrets. */
  readonly trouble: string | undefined;
  /** Shorter jobs are compiled on the building machine; 0: all are sent. */
  readonly minMs?: number;
  /** Waits for the answer. Rejects only with the signal's reason. */
  submit(entry: FarmEntry, signal: AbortSignal): Promise<FarmAnswer>;
  /** Removes a reply that could not be used, so that no build gets it again. */
  forget(id: string): Promise<void>;
  /** The worker that answered it, for people: its machine and process. Undefined if that is not known. */
  workerOf(id: string): Promise<string | undefined>;
  /** Also runs jobs from the queue, this many at a time, until the returned function is called. */
  serve(work: FarmWork, places: number, plugins?: FarmPlugins): () => Promise<void>;
  close(): Promise<void>;
}
