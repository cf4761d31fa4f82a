// What can go wrong with a shared cache. Its message is shown to users, so it never holds more of a request than the server's name.

/**
 * unreachable: no connection, a broken one, or silence · refused: it wants other credentials · failed: it answered, but not what was
 * asked for · wrong: its bytes do not match their digest · oversized: more bytes than it may send.
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
