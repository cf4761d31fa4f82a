// Settings that builds, which add jobs, and workers, which take them, must agree on.

import { hostname } from 'node:os';

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

/**
 * The name of a worker contains how many jobs it runs at once, its machine, its process and its plug-ins: BullMQ publishes nothing else
 * about it.
 */
export function workerName(places: number, plugins: string | undefined, machine = hostname()): string {
  const host = machine.replaceAll(/[^0-9A-Za-z.-]/g, '').slice(0, 63) || 'unknown';
  const name = `${places}-${host}-${process.pid}-${Math.random().toString(36).slice(2)}`;
  return plugins === undefined ? name : `${name}-${plugins}`;
}

const NAME = /^(\d{1,5})-([0-9A-Za-z.-]{1,63})-(\d{1,10})-[0-9a-z]+?(?:-([0-9a-f]{16}))?$/;

/** Reads the name of a Redis client. Clients that are not our workers have no places. */
export function parseWorkerName(clientName: string): { readonly places: number; readonly plugins: string | undefined } {
  const [, places = 0, , , plugins] = NAME.exec(clientName.slice(clientName.lastIndexOf(':w:') + 3)) ?? [];
  return { places: Number(places), plugins };
}

/** A worker's name for people. Anyone who can write to the Redis can choose it. */
export function shownWorker(name: string): string {
  const [, , host, pid] = NAME.exec(name) ?? [];
  return host === undefined ? 'with an unknown name' : `${host} (process ${pid})`;
}
