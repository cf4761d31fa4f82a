// Node-only sources: file handles and folders.
export {};
