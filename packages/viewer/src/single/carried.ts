// The files that a page in a single file contains: its scripts, and the data that it would otherwise fetch.

interface CarriedFiles {
  /** Undefined if there is no such file. */
  read(path: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** By path below the page. */
  readonly scripts: ReadonlyMap<string, URL>;
}

const KEY = 'assetcFiles';

/** Called once, before the page's own scripts run. */
export const setCarriedFiles = (files: CarriedFiles): void => {
  Reflect.set(globalThis, KEY, files);
};

/** Undefined if the page is served or exported as several files. */
export const carriedFiles = (): CarriedFiles | undefined => {
  const files: unknown = Reflect.get(globalThis, KEY);
  return isCarried(files) ? files : undefined;
};

const isCarried = (value: unknown): value is CarriedFiles =>
  typeof value === 'object' && value !== null && 'read' in value && 'scripts' in value;
