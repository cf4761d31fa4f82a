// Loads what assetc compiles into three.js.

export {};
