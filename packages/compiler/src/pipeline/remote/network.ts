// The network as the shared cache sees it; node-network.ts is the real one, tests have a double. Each request has
// one complete answer: sizes are known, so nothing is streamed.

export interface NetworkRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** A longer answer is aborted. */
  readonly maxBytes: number;
  /** How long no data, or almost none, may be transferred (no connection, no first byte, no further byte). Called repeatedly. */
  readonly patienceMs: () => number;
  /** Maximum time of the whole answer. Default: no limit. */
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
  /** Closes idle connections. */
  close(): void;
}
