// Which sources are one object and have no scene: OBJ files.

export const isOneObject = (path: string): boolean => /\.obj$/i.test(path);
