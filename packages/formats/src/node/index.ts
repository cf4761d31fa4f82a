// Node-only sources: file handles and folders.

export { type FileSource, fileHandleSource, openFileSource } from './file-source.js';
export { folderProvider, type OpenedLibrary, openAssetLibrary } from './open-library.js';
