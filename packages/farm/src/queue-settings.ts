// How the queue is used, by those who add jobs and by those who take them: both must agree.

/** Shown by dashboards: `compile`, and one for each set of plug-ins that jobs need. */
export const queueName = (plugins: string | undefined): string =>
  plugins === undefined ? 'compile' : `compile-${plugins}`;

/** A worker that says nothing for so long has lost its job to the next one. */
export const LOCK_MS = 10_000;
export const STALLED_CHECK_MS = 5000;
/** Workers that may die over one job before it is left to the machine that builds. */
export const MAX_STALLS = 3;

/** A worker that refuses leaves the job to another; perhaps it is the only one. */
export const ATTEMPTS = 3;
export const RETRY_MS = 100;

/** Done jobs answer equal ones of other builds for so long. */
export const KEPT_SECONDS = 3600;
export const MAX_KEPT = 20_000;
export const MAX_FAILED_KEPT = 1000;

/** Of what is put into Redis for a job. */
export const MAX_JOB_BYTES = 1 << 20;

/** What goes over the queue. */
export interface QueuedJob {
  readonly source: string;
  readonly payload: string;
}

/** A worker's name tells how many jobs it does at a time, and with which plug-ins; nothing else of BullMQ's does. */
export function workerName(places: number, plugins: string | undefined): string {
  const name = `${places}-${process.pid}-${Math.random().toString(36).slice(2)}`;
  return plugins === undefined ? name : `${name}-${plugins}`;
}

/** What a client's name tells of a worker; nothing that is no worker of ours has places. */
export function placesOf(clientName: string): { readonly places: number; readonly plugins: string | undefined } {
  const [, places = 0, plugins] = /:w:(\d{1,5})-\d+-[0-9a-z]+(?:-([0-9a-f]{16}))?$/.exec(clientName) ?? [];
  return { places: Number(places), plugins };
}
