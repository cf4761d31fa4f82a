// A package registry on this machine, for rehearsing releases and installs without a network. It serves what is installed in
// this repository's node_modules and what is published to it, and refuses a package that requires one it cannot serve.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { type Manifest, readJson, requiredNames } from './workspace-packages.js';

type Version = Manifest & { readonly dist: { readonly tarball: string } };

interface Publication {
  readonly name: string;
  readonly versions: Readonly<Record<string, Version>>;
  readonly 'dist-tags': Readonly<Record<string, string>>;
  readonly _attachments: Readonly<Record<string, { readonly data: string }>>;
}

export interface LocalRegistry {
  /** Ends with a slash. */
  readonly url: string;
  /** `name@version` of what was published, in order. */
  readonly published: readonly string[];
  close(): Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Not compressed: npm accepts that, and gzip would take most of the time of an install. */
function sendFolder(folder: string, response: ServerResponse): void {
  const tar = spawn('tar', ['-cf', '-', '--exclude=node_modules', basename(folder)], {
    cwd: dirname(folder),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  tar.on('error', (error) => response.destroy(error));
  tar.on('close', (status) => (status === 0 ? response.end() : response.destroy()));
  tar.stdout.pipe(response, { end: false });
}

export async function startLocalRegistry(root: string): Promise<LocalRegistry> {
  const versions = new Map<string, Map<string, Version>>();
  const tags = new Map<string, Record<string, string>>();
  /** Path of a tarball → a folder to pack, or the bytes that were published. */
  const tarballs = new Map<string, string | Buffer>();
  const published: string[] = [];
  let url = '';

  const add = (name: string, version: Version): void => {
    const known = versions.get(name) ?? new Map<string, Version>();
    versions.set(name, known.set(version.version, version));
  };

  function addInstalled(): void {
    const lock: { packages: Record<string, { readonly link?: boolean }> } = readJson(join(root, 'package-lock.json'));
    for (const [key, { link }] of Object.entries(lock.packages)) {
      const folder = join(root, key);
      // Optional packages of other platforms are in the lock file, but not installed.
      if (link === true || !key.includes('node_modules/') || !existsSync(join(folder, 'package.json'))) continue;
      const manifest: Manifest = readJson(join(folder, 'package.json'));
      const path = `/-/installed/${key}.tar`;
      tarballs.set(path, folder);
      add(manifest.name, { ...manifest, dist: { tarball: new URL(path, url).href } });
    }
  }

  /** Returns why the package is refused. */
  function publish({ name, versions: added, 'dist-tags': addedTags, _attachments }: Publication): string | undefined {
    for (const version of Object.values(added)) {
      if (versions.get(name)?.has(version.version)) return `${name}@${version.version} is already published`;
      const missing = requiredNames(version).filter((required) => !versions.has(required));
      if (missing.length > 0) return `${name} requires ${missing.join(', ')}, not published yet`;
      const [attachment] = Object.values(_attachments);
      if (attachment === undefined) return `${name} comes without a tarball`;
      tarballs.set(new URL(version.dist.tarball).pathname, Buffer.from(attachment.data, 'base64'));
      add(name, version);
      published.push(`${name}@${version.version}`);
    }
    tags.set(name, { ...tags.get(name), ...addedTags });
    return undefined;
  }

  function packument(name: string): object | undefined {
    const known = versions.get(name);
    if (known === undefined) return undefined;
    const latest = [...known.keys()].at(-1);
    return { name, 'dist-tags': { latest, ...tags.get(name) }, versions: Object.fromEntries(known) };
  }

  const server = createServer(async (request, response) => {
    const json = (status: number, value: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    const { pathname } = new URL(request.url ?? '/', url);
    if (request.method === 'PUT') {
      const refusal = publish(JSON.parse(await readBody(request)));
      return refusal === undefined ? json(201, { ok: true }) : json(403, { error: refusal });
    }
    const tarball = tarballs.get(pathname);
    if (typeof tarball === 'string') return sendFolder(tarball, response);
    if (tarball !== undefined) return response.end(tarball);
    const found = packument(decodeURIComponent(pathname.slice(1)));
    return found === undefined ? json(404, { error: `${pathname} is not here` }) : json(200, found);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the local registry has no port');
  url = `http://127.0.0.1:${address.port}/`;
  addInstalled();
  return {
    url,
    published,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
