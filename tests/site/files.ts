// What is dropped on the playground: files of the repository.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DroppedFile } from './playground.js';

const root = resolve(import.meta.dirname, '../..');
const fileAt = (name: string, path: string): DroppedFile => ({ name, bytes: readFileSync(resolve(root, path)) });

export const photo = (): DroppedFile => fileAt('inspector.jpg', 'docs/images/inspector.jpg');
export const normals = (): DroppedFile => fileAt('brick.n.png', 'examples/demo/assets/textures/brick.n.png');
export const sky = (): DroppedFile => fileAt('dusk.hdr', 'examples/demo/assets/sky/dusk.env.hdr');
export const model = (): DroppedFile => fileAt('dragon.glb', 'examples/demo/assets/models/dragon.glb');
