// Wasm of decoders, from files of the site instead of files of packages.

import jpegTurbo from '@cwasm/jpeg-turbo/jpeg-turbo.wasm';
import webp from '@cwasm/webp/webp.wasm';

const FILES: Readonly<Record<string, string>> = { '@cwasm/jpeg-turbo': jpegTurbo, '@cwasm/webp': webp };

export async function readPackaged(packageName: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = FILES[packageName];
  if (file === undefined) throw new Error(`${packageName} has no wasm here`);
  const response = await fetch(new URL(file, import.meta.url));
  if (!response.ok) throw new Error(`${file} could not be loaded: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

const notHere = (): never => {
  throw new Error('the playground does not decode AVIF and ETC1S; the command line does');
};

export const bundledFolder = notHere;
export const readBundled = notHere;
export const importBundled = notHere;
