// `@assetc/formats/node`: opens files, folders and packs in Node.

export { type FileSource, fileHandleSource, openFileSource } from './file-source.js';
export { folderProvider, type OpenedLibrary, openAssetLibrary } from './open-library.js';
