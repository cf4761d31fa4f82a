// A glTF-Transform function that compresses textures to KTX2 without a command line.

export {};
