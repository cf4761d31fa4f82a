// docs/errors/<area>.md from the codes that diagnostics carry.

import { readdirSync } from 'node:fs';
import { codeAreas } from '../packages/compiler/src/diagnostics/all-codes.js';
import type { GeneratedFile } from './generated-files.js';

export function errorPages(): readonly GeneratedFile[] {
  const declared = readdirSync('packages/compiler/src/diagnostics/codes')
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => name.slice(0, -3));
  for (const area of declared)
    if (!(area in codeAreas)) throw new Error(`diagnostics/codes/${area}.ts is not listed in diagnostics/all-codes.ts`);
  const pages = Object.entries(codeAreas).map(([area, codes]): GeneratedFile => {
    const entries = Object.entries(codes).map(
      ([code, { summary, remedy }]) => `## ${code}

${summary}

**What to do:** ${remedy}
`,
    );
    return {
      path: `docs/errors/${area}.md`,
      text: `# Errors and warnings: ${area}\n\nGenerated from the codes in the compiler. Codes are stable: scripts may rely on them.\n\n${entries.join('\n')}`,
    };
  });
  const index = Object.keys(codeAreas).map((area) => `- [${area}](${area}.md)`);
  return [
    ...pages,
    {
      path: 'docs/errors/README.md',
      text: `# Errors and warnings\n\nEvery diagnostic carries a code, \`<area>/<what>\`, a place, a cause and what to do about it.\n\n${index.join('\n')}\n`,
    },
  ];
}
