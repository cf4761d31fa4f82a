// The network as the shared cache sees it; node-network.ts is the real one, tests have a double. One request, one whole answer: what
// is asked for is known by its size, so nothing need be streamed.

export interface NetworkRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** An answer with more than this is given up as soon as that shows. */
  readonly maxBytes: number;
  /** How long nothing may come and nothing may go (no connection, no first byte, no further byte), or next to nothing. Asked again and again. */
  readonly patienceMs: () => number;
  /** How long the whole answer may take, however much comes. If absent, there is no limit. */
  readonly wholeMs?: (() => number) | undefined;
  readonly signal?: AbortSignal;
}

export interface NetworkAnswer {
  readonly status: number;
  /** Of a redirection, as the server wrote it. */
  readonly location: string | undefined;
  /** The server's time, if it sent one. */
  readonly date?: string | undefined;
  /** Empty unless the status is 200 and the method GET. */
  readonly body: Uint8Array;
}

/** Rejects with RemoteError, or with the signal's reason. Follows no redirection. */
export interface Network {
  send(request: NetworkRequest): Promise<NetworkAnswer>;
  /** Connections that nobody uses are closed. */
  close(): void;
}
