// Which test files get a process of their own. A process costs a third of a second and every import again, more than most files take; so files
// share one unless they, or what tests share that they import, change the process or measure it: what they leave behind would meet the next.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Browsers and servers, too: were one left open, it would go on beside the others. */
const CHANGES_PROCESS =
  /process\.(?:env\.\w+ = |env = |chdir|on\()|delete process\.env|\bvi\.(?:stub|mock|spyOn|useFake|resetModules)|globalThis\.\w+ = |memoryUsage|resourceUsage|launchBrowser|createServer|\.listen\(/;

/** Loading a plug-in listens for the rejections of the whole process. */
const RUNS_PLUGINS = /[\\/]plugins[\\/]/;

const below = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist', 'generated'].includes(entry.name) ? [] : below(path);
    return entry.name.endsWith('.ts') ? [path] : [];
  });

/** Beside the tests themselves: what only tests use. */
const isForTests = (path: string): boolean => /[\\/](?:tests|testing)[\\/]|\.test\.ts$/.test(path);

/** Absolute paths of test files among these that need a process of their own. `read` gives the text of a file, undefined where there is none. */
export function ownProcess(tests: readonly string[], read: (path: string) => string | undefined): readonly string[] {
  const known = new Map<string, boolean>();
  const changes = (path: string): boolean => {
    const earlier = known.get(path);
    if (earlier !== undefined) return earlier;
    known.set(path, false);
    const text = read(path) ?? '';
    const imported = [...text.matchAll(/(?:from |import\()'(\.[^']*)\.js'/g)]
      .map(([, specifier = '']) => `${resolve(dirname(path), specifier)}.ts`)
      .filter(isForTests);
    const found = CHANGES_PROCESS.test(text) || RUNS_PLUGINS.test(path) || imported.some(changes);
    known.set(path, found);
    return found;
  };
  return tests.filter(changes);
}

export function ownProcessBelow(root: string): readonly string[] {
  const folders = ['packages', 'tests', 'bench'].map((name) => join(root, name));
  const texts = new Map<string, string>();
  for (const path of folders.flatMap(below)) if (isForTests(path)) texts.set(path, readFileSync(path, 'utf8'));
  return ownProcess(
    [...texts.keys()].filter((path) => path.endsWith('.test.ts')),
    (path) => texts.get(path),
  );
}
