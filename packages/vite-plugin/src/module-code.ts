// Generates the code of the modules that `assetc:` imports load.

/** The runtime in the page: see client.ts. */
export const CLIENT = 'virtual:assetc-client';

/** Prefix of an import; a name follows, or nothing for the whole output. */
export const SCHEME = 'assetc:';

const HIDDEN = '\0';
const HIDDEN_SCHEME = `${HIDDEN}${SCHEME}`;

export const CLIENT_ID = `${HIDDEN}${CLIENT}`;

/**
 * The module id of a name. In dev it is part of a URL that Vite partly decodes. It must not end like a JSON or CSS file, which other
 * plug-ins would handle.
 */
export const moduleIdOf = (name: string): string =>
  `${HIDDEN_SCHEME}${name.replace(/[^\w./-]/gu, (character) => `~${character.codePointAt(0)?.toString(16)}~`)}.js`;

/** The name of a module; undefined if it is not one of ours. */
export function nameOfModule(id: string): string | undefined {
  if (!id.startsWith(HIDDEN_SCHEME) || !id.endsWith('.js')) return undefined;
  const escaped = id.slice(HIDDEN_SCHEME.length, -'.js'.length);
  return escaped.replace(/~([0-9a-f]+)~/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}

const importing = (name: string): string => `import { ${name} } from ${JSON.stringify(CLIENT)};\n`;

/** A file's address: text, or code that computes it at run time. */
export type Address = { readonly url: string } | { readonly code: string };

const codeOf = (address: Address): string => ('url' in address ? JSON.stringify(address.url) : address.code);

export const encodedPath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

export const devUrlModule = (file: string, base: string): string =>
  `${importing('imported')}export default imported(${JSON.stringify(file)}, ${JSON.stringify(base + encodedPath(file))});\n`;

export const devFilesModule = (base: string, files: readonly string[], isPacked: boolean): string =>
  `${importing('servedFiles')}export default servedFiles(${JSON.stringify(base)}, ${JSON.stringify(files)}, ${isPacked});\n`;

export const urlModule = (address: Address): string => `export default ${codeOf(address)};\n`;

export function filesModule(addresses: readonly (readonly [file: string, address: Address])[]): string {
  const rows = addresses.map(([file, address]) => `  [${JSON.stringify(file)}, ${codeOf(address)}],\n`);
  return `${importing('emittedFiles')}export default emittedFiles([\n${rows.join('')}]);\n`;
}

export function packModule(
  address: Address,
  entries: readonly { readonly path: string; readonly offset: number; readonly size: number }[],
): string {
  const rows = entries.map(({ path, offset, size }) => `  [${JSON.stringify(path)}, ${offset}, ${size}],\n`);
  return `${importing('packedFiles')}export default packedFiles(${codeOf(address)}, [\n${rows.join('')}]);\n`;
}
