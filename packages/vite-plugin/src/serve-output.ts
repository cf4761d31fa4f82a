// The middleware that serves the output folder in dev, with ranges and revalidation. It serves only files that a build recorded, nothing
// else in or below the folder.

import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseRange } from './byte-range.js';
import { contentTypeOf } from './content-type.js';

/** The output to serve. Waits until the first build has ended. */
type ServedOutput = () => Promise<{ readonly folder: string; has(file: string): boolean }>;

type Next = (error?: unknown) => void;

/** `prefix` begins and ends with a slash. Other requests are passed on. */
export const serveOutput =
  (prefix: string, output: ServedOutput) =>
  (request: IncomingMessage, response: ServerResponse, next: Next): void => {
    const [path = ''] = (request.url ?? '').split(/[?#]/);
    if (path.startsWith(prefix)) answer(decoded(path.slice(prefix.length)), request, response, output).catch(next);
    else next();
  };

/** Returns undefined if it is not valid text. */
function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

async function answer(
  path: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  output: ServedOutput,
): Promise<void> {
  const { method = 'GET' } = request;
  if (method !== 'GET' && method !== 'HEAD')
    return end(response, 405, { allow: 'GET, HEAD' }, `${method} is not answered here`);
  if (path === undefined) return end(response, 400, {}, 'the path is not URL-encoded text');
  const { folder, has } = await output();
  const file = has(path) ? await opened(join(folder, path)) : undefined;
  if (file === undefined) return end(response, 404, {}, `${path} is not in the output of assetc`);
  try {
    await answerWith(file, path, request, response);
  } finally {
    await file.close();
  }
}

/** Reads from one open file: a build may replace it meanwhile. */
async function answerWith(
  file: FileHandle,
  path: string,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { size, mtimeMs, ino } = await file.stat();
  const etag = `"${size.toString(36)}-${Math.round(mtimeMs * 1000).toString(36)}-${ino.toString(36)}"`;
  const common = {
    etag,
    'cache-control': 'no-cache',
    'accept-ranges': 'bytes',
    'content-type': contentTypeOf(path),
    'x-content-type-options': 'nosniff',
  };
  if (isFresh(headers['if-none-match'], etag)) return end(response, 304, common);
  const ifRange = headers['if-range'];
  const range = parseRange(ifRange === undefined || ifRange === etag ? headers.range : undefined, size);
  if (range === 'unsatisfiable') return end(response, 416, { 'content-range': `bytes */${size}` });
  const { start, end: stop } = range === 'whole' ? { start: 0, end: size } : range;
  response.writeHead(range === 'whole' ? 200 : 206, {
    ...common,
    'content-length': stop - start,
    ...(range === 'whole' ? {} : { 'content-range': `bytes ${start}-${stop - 1}/${size}` }),
  });
  if (method === 'HEAD' || stop === start) response.end();
  else await send(file.createReadStream({ start, end: stop - 1, autoClose: false }), response);
}

/** A client that disconnects is not an error. */
async function send(from: NodeJS.ReadableStream, response: ServerResponse): Promise<void> {
  try {
    await pipeline(from, response);
  } catch (error) {
    if (!response.destroyed) throw error;
  }
}

/** Returns undefined if there is no such file. */
async function opened(path: string): Promise<FileHandle | undefined> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    if ((await file.stat()).isFile()) return file;
  } catch (error) {
    if (file === undefined && error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    await file?.close();
    throw error;
  }
  await file.close();
  return undefined;
}

const isFresh = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' ||
    header
      .split(',')
      .map((tag) => tag.trim().replace(/^W\//, ''))
      .includes(etag));

function end(response: ServerResponse, status: number, headers: Readonly<Record<string, string>>, text?: string): void {
  response.writeHead(status, {
    ...(text === undefined ? {} : { 'content-type': 'text/plain; charset=utf-8' }),
    ...headers,
  });
  response.end(text === undefined ? undefined : `${text}\n`);
}
