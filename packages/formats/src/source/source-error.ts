// What goes wrong with a source that is not bytes at hand.

/** The server does not do what random access needs, or the network failed. */
export class SourceError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SourceError';
  }
}
