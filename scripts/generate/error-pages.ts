// Generates docs/errors/<area>.md from the codes of diagnostics.

import { readdirSync } from 'node:fs';
import type { CodeDoc } from '../../packages/compiler/src/diagnostics/code-doc.js';
import { codes } from '../../packages/compiler/src/diagnostics/codes.js';
import type { GeneratedFile } from './generated-files.js';

const NOTICE = ' This is a notice: it fails no build, not even with `--strict`.';

/** Returns `build` for `build/no-input`. */
const areaOf = (code: string): string => code.slice(0, code.indexOf('/'));

export function errorPages(): readonly GeneratedFile[] {
  const all = Object.entries<CodeDoc>(codes);
  const areas = [...new Set(all.map(([code]) => areaOf(code)))].sort();
  const declared = readdirSync('packages/compiler/src/diagnostics/codes').map((name) => name.replace(/\.ts$/, ''));
  for (const area of declared)
    if (!areas.includes(area)) throw new Error(`diagnostics/codes/${area}.ts is not listed in diagnostics/codes.ts`);
  const pages = areas.map((area): GeneratedFile => {
    const entries = all
      .filter(([code]) => areaOf(code) === area)
      .map(
        ([code, { summary, remedy, isNotice }]) =>
          `## ${code}\n\n${summary}${isNotice === true ? NOTICE : ''}\n\n**What to do:** ${remedy}\n`,
      );
    return {
      path: `docs/errors/${area}.md`,
      text: `# Errors and warnings: ${area}\n\nGenerated from the codes in the compiler. Codes are stable: scripts may rely on them.\n\n${entries.join('\n')}`,
    };
  });
  const index = areas.map((area) => `- [${area}](${area}.md)`);
  return [
    ...pages,
    {
      path: 'docs/errors/README.md',
      text: `# Errors and warnings\n\nEvery diagnostic carries a code, \`<area>/<what>\`, a place, a cause and what to do about it. Errors fail a build, warnings only with \`--strict\`. Notices are about the cache and the farm, not about assets, and never do.\n\n${index.join('\n')}\n`,
    },
  ];
}
