// The URLs of a shared cache's blobs on a server, and how requests are authenticated. The answers are handled in the same way for all servers.

/** ac: results by key · cas: blobs by their SHA-256. */
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
  /** The request to send after a redirection; undefined if none may be sent. */
  redirect(from: ServerRequest, to: URL): ServerRequest | undefined;
}
