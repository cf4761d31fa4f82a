// Where the blobs of a shared cache lie on a server, and how it is told who asks. What is done with the answers is the same for all.

/** ac: results by the key of what was asked · cas: blobs by their SHA-256. */
export type RemoteSpace = 'ac' | 'cas';

export interface ServerRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

export interface CacheServer {
  /** Its address, free of secrets. */
  readonly name: string;
  /** `key`: SHA-256 in lowercase hex. `body`: of a PUT. */
  request(method: 'GET' | 'HEAD' | 'PUT', space: RemoteSpace, key: string, body?: Uint8Array): Promise<ServerRequest>;
  /** What may be sent where a server points to; undefined: nothing is. */
  redirect(from: ServerRequest, to: URL): ServerRequest | undefined;
}
