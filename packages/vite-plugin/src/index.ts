// Compiles assets with assetc in Vite: dev server, hot reload, production build.

export {};
