// Starts a page that is a single file: unpacks its scripts into memory, and its data when it is asked for. A classic script, because browsers
// load no modules of pages that are opened from a file; they load modules from memory, by names of an import map.

import { setCarriedFiles } from './carried.js';

async function unpack(element: Element): Promise<Uint8Array<ArrayBuffer>> {
  const packed = Uint8Array.from(atob(element.textContent ?? ''), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const elementsBy = (attribute: string): ReadonlyMap<string, Element> =>
  new Map(
    [...document.querySelectorAll(`script[${attribute}]`)].map((each) => [
      decodeURIComponent(each.getAttribute(attribute) ?? ''),
      each,
    ]),
  );

async function start(): Promise<void> {
  const files = elementsBy('data-file');
  const scripts = new Map<string, URL>();
  await Promise.all(
    [...elementsBy('data-script')].map(async ([path, element]) => {
      const blob = new Blob([await unpack(element)], { type: 'text/javascript' });
      scripts.set(path, new URL(URL.createObjectURL(blob)));
      element.remove();
    }),
  );
  const names = document.createElement('script');
  names.type = 'importmap';
  names.textContent = JSON.stringify({
    imports: Object.fromEntries(
      [...scripts].map(([path, url]) => [`assetc/${path.slice(path.lastIndexOf('/') + 1)}`, url.href]),
    ),
  });
  document.head.append(names);
  setCarriedFiles({
    scripts,
    read: async (path) => {
      const element = files.get(path);
      return element === undefined ? undefined : unpack(element);
    },
  });
  const page = 'assetc/page.js';
  await import(page);
}

start().catch((error: unknown) => {
  const note = document.createElement('p');
  note.className = 'error-box';
  note.textContent = `This page needs a current browser: ${String(error)}`;
  document.getElementById('root')?.replaceChildren(note);
});
