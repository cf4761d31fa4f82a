// Errors of a shared cache. The message is shown to users, so it contains nothing of a request except the server's name.

/**
 * unreachable: no connection, a broken one, or silence · refused: it requires other credentials · failed: an unexpected answer · wrong: its
 * bytes do not match their digest · oversized: the answer is too long.
 */
export type RemoteFault = 'unreachable' | 'refused' | 'failed' | 'wrong' | 'oversized';

export class RemoteError extends Error {
  readonly fault: RemoteFault;

  constructor(fault: RemoteFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RemoteError';
    this.fault = fault;
  }
}
