// Errors of sources other than bytes in memory.

/** The server does not do what random access needs, or the network failed. */
export class SourceError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SourceError';
  }
}
