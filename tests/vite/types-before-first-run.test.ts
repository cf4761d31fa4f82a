// `vite-plugin-assetc/types`: tsc passes in a project that Vite has never run in, and still finds wrong names once the plug-in has
// written the exact declarations.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OutputIndex } from '../../packages/vite-plugin/src/output-index.js';
import { typesText } from '../../packages/vite-plugin/src/types-file.js';
import { ViteProject } from './vite-project.js';

const guide = readFileSync(resolve(import.meta.dirname, '../../docs/guide/vite.md'), 'utf8');
const [, exampleOfGuide = ''] = /```ts\n([^`]*from 'assetc:';[^`]*)```/.exec(guide) ?? [];

const MAIN = `import files from 'assetc:';
import floor from 'assetc:textures/floor';
document.title = floor;
files.onChange(({ changed }) => document.append(...changed));
`;
const WRONG = `import floor from 'assetc:textures/flor';
document.title = floor;
`;

describe('types before the first run of Vite', () => {
  let project: ViteProject;
  beforeAll(() => {
    project = new ViteProject({ 'src/main.ts': MAIN, 'src/guide.ts': exampleOfGuide });
    const config = JSON.parse(readFileSync(project.path('tsconfig.json'), 'utf8'));
    config.compilerOptions.types.push('vite-plugin-assetc/types');
    project.write('tsconfig.json', JSON.stringify(config));
  });
  afterAll(() => project.remove());

  it('are enough for tsc, also for the example of the guide', () => {
    expect(exampleOfGuide).toContain('AssetcLoader');
    expect(project.typecheck()).toEqual({ status: 0, output: '' });
  });

  it('give way to the generated ones, which know a wrong name', () => {
    const outputs = ['textures/floor.ktx2'];
    project.write(join('src', 'assetc.d.ts'), typesText(new OutputIndex([{ outputs }], true)));
    expect(project.typecheck()).toEqual({ status: 0, output: '' });
    project.write('src/wrong.ts', WRONG);
    const { status, output } = project.typecheck();
    expect(status).toBe(2);
    expect(output.trim()).toBe(
      "src/wrong.ts(2,1): error TS2322: Type '{ readonly noSuchAsset: true; }' is not assignable to type 'string'.",
    );
  });
});
