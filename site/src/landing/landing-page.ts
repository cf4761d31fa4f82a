// The first page: what it is, how to start, what it looks like.

import type { Page } from '../shell/shell.js';

export const landingPage = (style: string): Page => ({
  path: 'index.html',
  title: 'assetc: an asset compiler for your own engine',
  description:
    'Compiles images, models, skies, shaders, fonts and materials into files that your own engine or renderer loads without parsing.',
  main: '<h1>Assets that your engine loads without parsing</h1>',
  styles: [style],
});
