// Recognizes models by their names. OBJ files contain one object and no scene.

export const isObj = (path: string): boolean => /\.obj$/i.test(path);

export const isFbx = (path: string): boolean => /\.fbx$/i.test(path);
