// Names in the project that not every system can have: Windows forbids some, and Windows and macOS ignore case. They are reported on
// every system, because the project may be checked out on another one later.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { splitAssetKey } from '../cache/record.js';
import { collisionKey, compareText } from '../host/source-path.js';
import { windowsNameProblem } from '../host/windows-names.js';
import type { Project } from '../project.js';

interface ProjectNames {
  /** Sources and the files that they read. */
  readonly inputs: Iterable<string>;
  /** Each with its source. */
  readonly outputs: Iterable<readonly [path: string, source: string]>;
  /** A source that collides with another one has failed with an error that names both. */
  readonly hasFailed: (source: string) => boolean;
}

/** `gone`: keys of assets that no longer exist. `failures`: by key. */
export function namesOf(
  { assets, cache: { records } }: Project,
  gone: ReadonlySet<string>,
  failures: ReadonlyMap<string, unknown>,
): ProjectNames {
  const outputs = function* () {
    for (const [path, , key] of records.outputs()) if (!gone.has(key)) yield [path, splitAssetKey(key).source] as const;
  };
  return {
    inputs: new Set([...assets.map(({ source }) => source), ...records.filesRead(gone)]),
    outputs: outputs(),
    hasFailed: (source) => failures.has(source),
  };
}

const HINT = 'Rename it. Otherwise the project cannot be checked out and built on every system.';
const warning = (file: string, message: string): Diagnostic => ({
  code: 'build/unportable-name',
  severity: 'warning',
  file,
  message,
  hint: HINT,
});

export function unportableNames({ inputs, outputs, hasFailed }: ProjectNames): readonly Diagnostic[] {
  const places = new Places();
  for (const path of inputs) places.add(path);
  const wrong = new Map<string, string>();
  for (const place of places.all) {
    const problem = windowsNameProblem(place.slice(place.lastIndexOf('/') + 1));
    if (problem !== undefined) wrong.set(place, problem);
  }
  const found = [...wrong].map(([place, problem]) => warning(place, problem));
  for (const [place, other] of places.twins)
    if (!hasFailed(place) && !hasFailed(other))
      found.push(warning(place, `and ${other} differ only in case, and are one name on Windows and macOS`));
  const reported = new Set<string>();
  for (const [path, source] of outputs) {
    const problem = path.split('/').map(windowsNameProblem).find(Boolean);
    if (problem === undefined || reported.has(source) || placesAbove(source).some((place) => wrong.has(place)))
      continue;
    reported.add(source);
    found.push(warning(source, `writes ${path}: ${problem}`));
  }
  return found.sort((a, b) => compareText(a.file ?? '', b.file ?? ''));
}

/** Files and the folders above them, each once. */
class Places {
  readonly all = new Set<string>();
  readonly #byKey = new Map<string, string>();
  /** Places that another one is equal to except for case. */
  readonly twins = new Map<string, string>();

  add(path: string): void {
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const place = path.slice(0, end);
      if (this.all.has(place)) return;
      this.all.add(place);
      const key = collisionKey(place);
      const other = this.#byKey.get(key);
      if (other === undefined) this.#byKey.set(key, place);
      else if (isTwin(place, other)) this.twins.set(...sorted(place, other));
    }
  }
}

/** In the same folder: below two folders that are twins, only the folders are reported. */
const isTwin = (a: string, b: string): boolean =>
  a.slice(0, a.lastIndexOf('/') + 1) === b.slice(0, b.lastIndexOf('/') + 1);

const sorted = (a: string, b: string): [string, string] => (a < b ? [b, a] : [a, b]);

const placesAbove = (path: string): readonly string[] =>
  path.split('/').map((_, i, names) => names.slice(0, i + 1).join('/'));
