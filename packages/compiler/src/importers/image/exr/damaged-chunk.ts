// Why the data of a chunk cannot be decompressed; the caller adds the position in the file.

export class DamagedChunk extends Error {}
