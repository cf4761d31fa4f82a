// Opens a farm for commands: the package for its queue, loaded only here, and the shared cache. Addresses may contain
// passwords: only the names that their parsers return as free of secrets are printed.

import type { BuildFarm, Config, Diagnostic, FarmCounts, OpenFarmBlobs } from '../index.js';
import type { BuildFlags } from './options.js';

type FarmPackage = typeof import('@assetc/farm');

/** Returns a diagnostic if the package is not installed. */
export async function loadFarm(
  load: () => Promise<FarmPackage> = () => import('@assetc/farm'),
): Promise<FarmPackage | Diagnostic> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error)) throw error;
    return {
      code: 'farm/not-installed',
      severity: 'error',
      message: "the package @assetc/farm, which connects to a farm's queue, is not installed",
    };
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';

/** The address of the queue, or a diagnostic if it is not known. */
export function queueUrl(given = 'env'): string | Diagnostic {
  const url = given === 'env' ? process.env.ASSETC_FARM_URL : given;
  if (url !== undefined && url !== '') return url;
  return { code: 'farm/bad-address', severity: 'error', message: 'no queue is configured' };
}

/** Opens the cache that the environment, `--cache-url` or the configuration names. */
export async function openBlobs(
  cacheUrl: string | undefined,
  configured?: string,
): Promise<OpenFarmBlobs | Diagnostic> {
  const { openFarmBlobs } = await import('../index.js');
  const opened = await openFarmBlobs({
    ...(cacheUrl !== undefined && { cacheUrl }),
    ...(configured !== undefined && { configured }),
  });
  return typeof opened === 'string' ? { code: 'farm/no-cache', severity: 'error', message: opened } : opened;
}

export const isProblem = <T extends object | string>(opened: T | Diagnostic): opened is Diagnostic =>
  typeof opened === 'object' && 'severity' in opened;

/** A malformed address throws TypeError, whose message does not contain the address. */
export const badAddress = (error: unknown): Diagnostic => {
  if (!(error instanceof TypeError)) throw error;
  return { code: 'farm/bad-address', severity: 'error', message: error.message };
};

/** A farm for builds. */
export interface OpenFarm {
  readonly open: () => Promise<BuildFarm>;
  /** Of the last build. */
  readonly counts: () => FarmCounts | undefined;
  close(): Promise<void>;
}

/** Undefined if the flags ask for none. */
export async function openFarm(
  { farm: given, farmVerify }: Pick<BuildFlags, 'farm' | 'farmVerify'>,
  { cache }: Config,
): Promise<OpenFarm | Diagnostic | undefined> {
  if (given === undefined) return undefined;
  const url = queueUrl(given);
  if (isProblem(url)) return url;
  const farm = await loadFarm();
  if (isProblem(farm)) return farm;
  const problem = farm.queueAddressProblem(url);
  if (problem !== undefined)
    return { code: 'farm/bad-address', severity: 'error', message: `the address of the queue ${problem}` };
  const shared = await openBlobs(undefined, cache.remote);
  if (isProblem(shared)) return shared;
  let counts: FarmCounts | undefined;
  let queue: BuildFarm['queue'] | undefined;
  return {
    async open() {
      queue = await farm.connectFarm(url);
      return {
        queue,
        blobs: shared.blobs,
        ...(farmVerify !== undefined && { verify: farmVerify }),
        onEnd: (ended) => {
          counts = ended;
        },
      };
    },
    counts: () => counts,
    async close() {
      await queue?.close();
      shared.close();
    },
  };
}
