// Code that the blocks of the documentation assume, and the few blocks that cannot run in a test.

/** A browser resolves paths against its page; here the page is in the working directory. */
export const FETCH_FROM_DISK = `
      import { readFile } from 'node:fs/promises';
      globalThis.fetch = async (input, init) => {
        const url = String(input instanceof Request ? input.url : input);
        const bytes = await readFile(url.replace(/^\\//, '')).catch(() => undefined);
        if (bytes === undefined) return new Response(null, { status: 404 });
        const range = /bytes=(\\d+)-(\\d+)/.exec(new Headers(init?.headers).get('range') ?? '');
        const [start, end] = range === null ? [0, bytes.length - 1] : [Number(range[1]), Number(range[2])];
        const part = bytes.subarray(start, end + 1);
        const headers = { 'content-range': \`bytes \${start}-\${start + part.length - 1}/\${bytes.length}\` };
        return init?.method === 'HEAD'
          ? new Response(null, { headers: { 'content-length': String(bytes.length), 'accept-ranges': 'bytes' } })
          : new Response(new Uint8Array(part), range === null ? {} : { status: 206, headers });
      };`;

/** Code before a block, which a reader's program already has. By a text that only this block contains. */
export const GIVEN: readonly { readonly holds: string; readonly code: string }[] = [
  {
    holds: "fetchProvider('/runtime'));\nconst fromPack",
    code: FETCH_FROM_DISK,
  },
  { holds: "openRemoteLibrary('/runtime.hpack'", code: FETCH_FROM_DISK },
];

/** One block, by a text that only it contains, or all of a page. */
export type NotRun = { readonly because: string } & (
  | { readonly holds: string; readonly page?: undefined }
  | { readonly page: string; readonly holds?: undefined }
);

/** Blocks that are not run, and why. */
export const NOT_RUN: readonly NotRun[] = [
  {
    page: 'docs/guide/teams.md',
    because: 'wants servers; the recipe tests of tests/remote and tests/farm run its blocks',
  },
  { holds: 'openHpackz(httpSource(', because: 'wants a Zstandard decoder and a server; tests/packs reads over HTTP' },
  { holds: 'findVariant(variants,', because: 'wants compiled variants; tests/shaders finds them' },
  { holds: "from 'assetc:';", because: 'is resolved by Vite and draws with WebGL; tests/vite does so' },
  { holds: 'new THREE.WebGLRenderer()', because: 'draws with WebGL, which Node does not have' },
];

/** Lines of shell blocks that are not run: they do not end by themselves. */
export const ENDLESS = /^assetc (watch|ui)\b/;
