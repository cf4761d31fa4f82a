// Which sources are one object and have no scene: OBJ files.

export const isObj = (path: string): boolean => /\.obj$/i.test(path);
