// OBJ models and their material libraries, with one thing wrong each.

import { parseObj } from '../../../packages/compiler/src/importers/obj/parse-obj.js';
import { building, type RowsOf, refusing } from '../raise.js';

const CORNERS = 'v 0 0 0\nv 1 0 0\nv 0 1 0\n';
const obj = (text: string) => building({ 'a.obj': text });
const withLibrary = (mtl: string, more: Readonly<Record<string, string>> = {}) =>
  building({
    'a.obj': `mtllib a.mtl\n${CORNERS}vt 0 0\nusemtl red\nf 1/1 2/1 3/1\n`,
    'a.mtl': `newmtl red\n${mtl}\n`,
    ...more,
  });
const manyMaterials = () => Array.from({ length: 70_000 }, (_, i) => `usemtl m${i}\nf 1 2 3\n`).join('');

export const objRows: RowsOf<'obj'> = {
  'obj/bad-number': obj('v 0 zero 0\n'),
  'obj/bad-index': obj(`${CORNERS}f 1 2 9\n`),
  'obj/no-triangles': obj(`${CORNERS}f 1 1 1\n`),
  'obj/too-large': refusing(() => parseObj(Buffer.from(`${CORNERS}f 1 2 3\nf 1 2 3\n`), 'a.obj', 3)),
  'obj/not-text': building({ 'a.obj': Uint8Array.of(0x76, 0, 0, 0, 0x20, 1) }),
  'obj/unsupported': obj(`${CORNERS}f 1 2 3\ncstype bezier\n`),
  'obj/degenerate-faces': obj(`${CORNERS}f 1 2 3\nf 1 1 1\n`),
  'obj/crossed-faces': obj('v 0 0 0\nv 1 1 0\nv 1 0 0\nv 0 1 0\nf 1 2 3 4\n'),
  'obj/face-too-complex': obj(`${CORNERS}f ${'1 2 3 '.repeat(40_000)}\n`),
  'obj/too-many-materials': obj(CORNERS + manyMaterials()),
  'obj/long-name': obj(`${CORNERS}usemtl ${'m'.repeat(100_000)}\nf 1 2 3\n`),
  'obj/repaired-attribute': obj(`${CORNERS}vn nan 0 0\nf 1//1 2//1 3//1\n`),
  'obj/absent-data': obj(`${CORNERS}f 1/1 2/1 3/1\n`),
  'obj/utf-16': building({ 'a.obj': Buffer.from(`${CORNERS}f 1 2 3\n`, 'utf16le') }),
  'obj/trailing-zeros': obj(`${CORNERS}${'f 1 2 3\n'.repeat(600)}\0\0`),
  'obj/missing-library': obj(`mtllib gone.mtl\n${CORNERS}f 1 2 3\n`),
  'obj/undefined-material': building({
    'a.obj': `mtllib a.mtl\n${CORNERS}usemtl blue\nf 1 2 3\n`,
    'a.mtl': 'newmtl red\n',
  }),
};

export const mtlRows: RowsOf<'mtl'> = {
  'mtl/duplicate-material': withLibrary('newmtl red'),
  'mtl/bad-value': withLibrary('Kd one 0 0'),
  'mtl/missing-map': withLibrary('map_Kd gone.png'),
  'mtl/height-map': withLibrary('map_bump height.png', { 'height.png': '' }),
  'mtl/dropped-map': withLibrary('map_Ns shine.png'),
  'mtl/two-mappings': withLibrary('map_Pr -s 2 2 a.png\nmap_Pm b.png', { 'a.png': '', 'b.png': '' }),
  'mtl/black-diffuse': withLibrary('Kd 0 0 0\nmap_Kd red.png', { 'red.png': '' }),
};
