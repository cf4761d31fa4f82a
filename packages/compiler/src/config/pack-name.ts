// Names of packs. They become parts of file names, also of files that `assetc clean` deletes.

/** Letters, digits, `-` and `_`, at most 64. */
export const isPackName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(name);
