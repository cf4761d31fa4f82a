// Why the data of a chunk cannot be decompressed; whoever reads the chunk says where it lies.

export class DamagedChunk extends Error {}
