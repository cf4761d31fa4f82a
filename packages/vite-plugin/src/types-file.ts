// The declarations of `assetc:` imports: one module per name, so that tsc rejects wrong ones. Written only if they differ from the file.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { OutputIndex } from './output-index.js';

const NAME = 'assetc.d.ts';

/** The path where tsc finds it; undefined if none is written, by option or because the project has no TypeScript. */
export function typesFileOf(root: string, option: string | false | undefined): string | undefined {
  if (option !== undefined) return option === false ? undefined : resolve(root, option);
  if (!['tsconfig.json', 'jsconfig.json'].some((name) => existsSync(join(root, name)))) return undefined;
  return existsSync(join(root, 'src')) ? join(root, 'src', NAME) : join(root, NAME);
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

export function typesText({ names, files }: Pick<OutputIndex, 'names' | 'files'>): string {
  return `// Written by vite-plugin-assetc whenever the assets change. Do not edit; do commit it, so that tsc finds it in a fresh checkout.
/* eslint-disable */

interface AssetcGeneratedTypes {
  isWritten: true;
}

declare module 'assetc:' {
  import type { AssetcFiles } from 'vite-plugin-assetc/client';

  export type AssetPath =${files.length === 0 ? ' never' : ''}${files.map((file) => `\n    | ${quoted(file)}`).join('')};
  const files: AssetcFiles<AssetPath>;
  export default files;
}
${names
  .map(([name]) => `\ndeclare module ${quoted(`assetc:${name}`)} {\n  const url: string;\n  export default url;\n}\n`)
  .join('')}`;
}

/** Returns whether it was written. */
export function writeTypes(path: string, index: Pick<OutputIndex, 'names' | 'files'>): boolean {
  const text = typesText(index);
  if (existsSync(path) && readFileSync(path, 'utf8').replaceAll('\r\n', '\n') === text) return false;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return true;
}
