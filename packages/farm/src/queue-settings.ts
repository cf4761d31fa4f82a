// Settings that builds, which add jobs, and workers, which take them, must agree on.

/** Dashboards show it: `compile`, and one for each set of plug-ins that jobs need. */
export const queueName = (plugins: string | undefined): string =>
  plugins === undefined ? 'compile' : `compile-${plugins}`;

/** A worker that is silent for this long loses its job to another. */
export const LOCK_MS = 10_000;
export const STALLED_CHECK_MS = 5000;
/** How many workers may die during one job before the building machine does it. */
export const MAX_STALLS = 3;

/** A refused job is tried again, by another worker if there is one. */
export const ATTEMPTS = 3;
export const RETRY_MS = 100;

/** How long a finished job answers equal jobs of other builds. */
export const KEPT_SECONDS = 3600;
export const MAX_KEPT = 20_000;
export const MAX_FAILED_KEPT = 1000;

/** Limits what a job stores in Redis. */
export const MAX_JOB_BYTES = 1 << 20;

/** The data of a job in the queue. */
export interface QueuedJob {
  readonly source: string;
  readonly payload: string;
}

/** The name of a worker contains how many jobs it runs at once and its plug-ins: BullMQ publishes nothing else about it. */
export function workerName(places: number, plugins: string | undefined): string {
  const name = `${places}-${process.pid}-${Math.random().toString(36).slice(2)}`;
  return plugins === undefined ? name : `${name}-${plugins}`;
}

/** Reads the name of a Redis client. Clients that are not our workers have no places. */
export function parseWorkerName(clientName: string): { readonly places: number; readonly plugins: string | undefined } {
  const [, places = 0, plugins] = /:w:(\d{1,5})-\d+-[0-9a-z]+(?:-([0-9a-f]{16}))?$/.exec(clientName) ?? [];
  return { places: Number(places), plugins };
}
