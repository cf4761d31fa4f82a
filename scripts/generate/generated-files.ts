// The list of generated files, each with the text that it should have. Paths are relative to the repository's root.

import { cHeader } from './c-header/c-header.js';
import { cPackages } from './c-packages.js';
import { errorPages } from './error-pages.js';
import { formatPages } from './format-pages.js';
import { guidePages } from './guide-pages.js';
import { languageLayouts } from './language-layouts/language-layouts.js';
import { partitionTables } from './partition-tables/files.js';
import { rustFiles } from './rust/files.js';
import { shaderHeaders } from './shader-headers/shader-headers.js';
import { transcodeTables } from './transcode-tables/files.js';

export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

export function generatedFiles(): readonly GeneratedFile[] {
  return [
    ...formatPages(),
    cHeader(),
    ...languageLayouts(),
    ...rustFiles(),
    ...cPackages(),
    ...errorPages(),
    ...guidePages(),
    ...partitionTables(),
    transcodeTables(),
    ...shaderHeaders(),
  ];
}
