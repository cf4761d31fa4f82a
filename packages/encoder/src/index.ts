// Pixels in, KTX2 out: fast texture encoding for Node and browsers.

export {};
