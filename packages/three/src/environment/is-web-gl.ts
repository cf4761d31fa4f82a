// Environments and lights are drawn by a WebGLRenderer; a WebGPURenderer draws its own.

import type { WebGLRenderer } from 'three';
import type { RendererLike } from '../texture/device-formats.js';

export const isWebGl = (renderer: RendererLike | undefined): renderer is WebGLRenderer =>
  renderer !== undefined && Reflect.get(renderer, 'isWebGLRenderer') === true;
