// Answers requests: text, JSON, and files in pieces with ranges and ETags. Every response has SAFE_HEADERS.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import type { FileReader } from '../../pipeline/host/host.js';
import { byteRangeOf } from './byte-range.js';
import { type Refusal, SAFE_HEADERS } from './request-guard.js';

const PIECE_BYTES = 1 << 18;

/** Types of the page's own files. All others are sent as bytes, so that the browser never runs or shows a file of an output. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
};

export const pageType = (name: string): string => TYPES[extname(name)] ?? BYTES;
export const BYTES = 'application/octet-stream';
const JSON_TYPE = 'application/json; charset=utf-8';

export function refuse(response: ServerResponse, { status, message }: Refusal): void {
  response.writeHead(status, {
    ...SAFE_HEADERS,
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    ...(status === 405 ? { Allow: 'GET, HEAD' } : {}),
  });
  response.end(`${message}\n`);
}

/** Sends bytes generated for this request. */
export function answer(request: IncomingMessage, response: ServerResponse, type: string, body: Uint8Array): void {
  response.writeHead(200, {
    ...SAFE_HEADERS,
    'Content-Type': type,
    'Content-Length': body.byteLength,
    'Cache-Control': 'no-store',
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

export function answerJson(request: IncomingMessage, response: ServerResponse, value: object | null): void {
  answer(request, response, JSON_TYPE, Buffer.from(JSON.stringify(value)));
}

export interface ServedFile {
  readonly type: string;
  /** Changes with the content. */
  readonly version: string;
  /** The caller closes it. */
  open(): FileReader;
}

/** Supports Range, If-Range and If-None-Match. Throws the disk's error if the file cannot be opened. */
export async function answerFile(request: IncomingMessage, response: ServerResponse, file: ServedFile): Promise<void> {
  const etag = `"${file.version}"`;
  const asked = new URLSearchParams(request.url?.split('?')[1] ?? '').get('v');
  const headers = {
    ...SAFE_HEADERS,
    ETag: etag,
    'Accept-Ranges': 'bytes',
    // A URL with this version never changes.
    'Cache-Control': asked === file.version ? 'private, max-age=3600, immutable' : 'no-cache',
  };
  if (request.headers['if-none-match']?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) === true) {
    response.writeHead(304, headers).end();
    return;
  }
  const reader = file.open();
  try {
    const { sizeBytes: size } = reader;
    const condition = request.headers['if-range'];
    const wanted = condition === undefined || condition === etag ? request.headers.range : undefined;
    const range = byteRangeOf(wanted, size);
    if (range === 'unsatisfiable') {
      response.writeHead(416, { ...headers, 'Content-Range': `bytes */${size}` }).end();
      return;
    }
    const { start, end } = range ?? { start: 0, end: size };
    response.writeHead(range === undefined ? 200 : 206, {
      ...headers,
      'Content-Type': file.type,
      'Content-Length': end - start,
      ...(range === undefined ? {} : { 'Content-Range': `bytes ${start}-${end - 1}/${size}` }),
    });
    if (request.method !== 'HEAD') await send(response, reader, start, end);
    response.end();
  } finally {
    reader.close();
  }
}

/** Waits for the client, so that memory does not grow with the file. */
async function send(response: ServerResponse, reader: FileReader, start: number, end: number): Promise<void> {
  for (let at = start; at < end; ) {
    const piece = new Uint8Array(Math.min(PIECE_BYTES, end - at));
    const length = reader.read(piece, at);
    // The file became shorter: a truncated body signals the error to the client.
    if (length === 0) return void response.destroy();
    at += length;
    if (!response.write(piece.subarray(0, length)) && !(await drained(response))) return;
  }
}

/** False if the client is gone. */
const drained = (response: ServerResponse): Promise<boolean> =>
  new Promise((resolve) => {
    if (response.destroyed) return resolve(false);
    const end = (isOpen: boolean) => {
      response.off('drain', drain).off('close', close);
      resolve(isOpen);
    };
    const drain = () => end(true);
    const close = () => end(false);
    response.once('drain', drain).once('close', close);
  });
