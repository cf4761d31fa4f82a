// The guides and format pages of the package: dist/docs, or the repository's docs if run from source.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Topic {
  /** The page's file name without its extension. */
  readonly name: string;
  /** Its first heading. */
  readonly title: string;
  readonly text: string;
}

/** Guides first, then formats, each by name. */
const SECTIONS = ['guide', 'formats'] as const;

export function shippedTopics(): readonly Topic[] {
  const folder = docsFolder();
  return SECTIONS.flatMap((section) =>
    readdirSync(join(folder, section))
      .filter((file) => file.endsWith('.md') && file !== 'README.md')
      .sort()
      .map((file) => {
        const text = readFileSync(join(folder, section, file), 'utf8');
        return { name: file.slice(0, -3), title: /^# (.*)$/m.exec(text)?.[1] ?? '', text };
      }),
  );
}

/** Next to or above the bundled file, or the repository's if run from source. */
function docsFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const places = ['docs', '../docs', '../../../../docs'].map((place) => resolve(here, place));
  const found = places.find((place) => SECTIONS.every((section) => existsSync(join(place, section))));
  if (found === undefined) throw new Error(`the docs of this package are missing next to ${here}`);
  return found;
}
