import { defineConfig } from 'vite';
import { assetc } from 'vite-plugin-assetc';

// One pack in production: the game loads all of it anyway.
export default defineConfig({ plugins: [assetc({ emit: 'pack' })] });
