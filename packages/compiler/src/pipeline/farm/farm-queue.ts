// The queue between machines that build and machines that compile, as the pipeline sees it. @assetc/farm has the real one (BullMQ); what is
// sent over it are texts that each side checks.

/** A job as the queue sees it. */
export interface FarmEntry {
  /** SHA-256 of the payload: equal jobs of several machines are one. */
  readonly id: string;
  /** For people who inspect the queue: the kind and the source. */
  readonly kind: string;
  readonly source: string;
  readonly payload: string;
  /** Milliseconds that it is expected to take; what takes long goes first. */
  readonly expectedMs: number;
  /** The project's plug-ins, if any of them is involved: only a worker with exactly these can run the job. If absent, it needs none. */
  readonly plugins?: string;
}

/**
 * What became of a job. reply: the text that a worker gave · failed: no worker could do it, and why, whether or not one that sees the same
 * cache later could · lost: the queue itself cannot be reached.
 */
export type FarmAnswer =
  | { readonly is: 'reply'; readonly text: string }
  | { readonly is: 'failed'; readonly why: string }
  | { readonly is: 'lost'; readonly why: string };

/** A worker's answer: a reply, or that it cannot run the job (`final`: no other worker can). */
export type FarmWorkResult =
  | { readonly is: 'reply'; readonly text: string }
  | { readonly is: 'refused'; readonly why: string; readonly final: boolean };

/** Does one job that came over the queue. */
export type FarmWork = (payload: string, signal: AbortSignal) => Promise<FarmWorkResult>;

/** Plug-ins by their content, and what does jobs of projects that have the very same. */
export interface FarmPlugins {
  readonly key: string;
  readonly work: FarmWork;
}

/** A queue that a build hands jobs to: what `connectFarm` of @assetc/farm gives. */
export interface FarmQueue {
  /** Jobs that other machines can do at a time, as far as is known now. */
  readonly places: number;
  /** Those of them that belong to machines with plug-ins, by the key of these. */
  readonly pluginPlaces: ReadonlyMap<string, number>;
  /** Why it cannot be reached, where it cannot. Free of secrets. */
  readonly trouble: string | undefined;
  /** Jobs that are expected to take less stay where they are built; 0: all are sent. */
  readonly minMs?: number;
  /** Waits for the answer. Rejects only with the signal's reason. */
  submit(entry: FarmEntry, signal: AbortSignal): Promise<FarmAnswer>;
  /** The answer to it could not be used: nobody shall get it again. */
  forget(id: string): Promise<void>;
  /** Takes jobs off the queue as well, this many at a time, until what it gave is called. */
  serve(work: FarmWork, places: number, plugins?: FarmPlugins): () => Promise<void>;
  close(): Promise<void>;
}
