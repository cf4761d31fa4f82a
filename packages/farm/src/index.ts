// The farm's public face. Empty until the queue is in: the package is private so far.
export {};
