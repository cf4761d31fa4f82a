import { defineConfig } from 'vite';
import { assetc } from 'vite-plugin-assetc';

export default defineConfig({ plugins: [assetc()] });
