// What can be wrong with an OBJ file.

import type { CodeDoc } from '../code-doc.js';

export const objCodes = {
  'obj/bad-number': {
    summary: 'A statement holds something that is not a finite number, as a position or colour must be.',
    remedy: 'Look at the named line; export the model again if it was cut off.',
  },
  'obj/bad-index': {
    summary: 'A face refers to a vertex, texture coordinate or normal that the file does not have.',
    remedy: 'Indices count from 1, negative ones from the last element read. Export the model again.',
  },
  'obj/no-triangles': {
    summary: 'The file has no face with an area, and no lines or points that the mesh format has a place for.',
    remedy: 'Export the model with its faces; curves cannot become a mesh.',
  },
  'obj/too-large': {
    summary: 'The file has more corners than a mesh can hold.',
    remedy: 'Split the model into several files.',
  },
  'obj/not-text': {
    summary: 'The file is not OBJ text.',
    remedy: 'Check that the file really is a Wavefront OBJ file in UTF-8 or ASCII.',
  },
  'obj/unsupported': {
    summary:
      'Statements that are not read (curves, surfaces), or points and lines that the mesh format has no place for, were left out.',
    remedy: 'Convert them to polygons before exporting if they matter.',
  },
  'obj/degenerate-faces': {
    summary: 'Faces with fewer than three corners or without an area were left out.',
    remedy: 'Clean the model up in your modelling program (merge by distance, delete loose).',
  },
  'obj/crossed-faces': {
    summary:
      'The outline of a face crosses itself, seen along every direction that was tried; it was filled as a fan of triangles.',
    remedy: 'Split such faces into triangles in your modelling program, so that they look as you want them.',
  },
  'obj/face-too-complex': {
    summary:
      'A face has more corners, or the concave faces of the file take more work, than can be cut up in a sensible time.',
    remedy: 'Triangulate the model before exporting it.',
  },
  'obj/too-many-materials': {
    summary: 'The faces of the file use more materials than one mesh can reasonably have submeshes.',
    remedy: 'Join materials into atlases, or split the model into several files.',
  },
  'obj/long-name': {
    summary: 'A keyword, a name or a path is longer than any real one.',
    remedy: 'Check that the file really is a Wavefront OBJ file; export the model again.',
  },
  'obj/repaired-attribute': {
    summary:
      'A texture coordinate or normal is NaN or infinite. Normals of faces are used instead, and zero for coordinates.',
    remedy: 'Recalculate normals and texture coordinates in the modelling program.',
  },
  'obj/absent-data': {
    summary: 'Faces name texture coordinates or normals though the file has none at all; they were ignored.',
    remedy: 'Export the model with its texture coordinates and normals, or without indices to them.',
  },
  'obj/trailing-zeros': {
    summary: 'The file ends with zero bytes, which were ignored.',
    remedy: 'Save the file again; a program or a disk has padded it.',
  },
  'obj/missing-library': {
    summary:
      'A material library that the model names cannot be read. One that is called as the model is used instead; without it faces have plain materials of the names that they use.',
    remedy: 'Put the .mtl file where the mtllib line says, relative to the .obj file, or correct that line.',
  },
  'obj/undefined-material': {
    summary: 'usemtl names a material that no library defines; its faces have a plain white one of that name.',
    remedy: 'Add the material to the .mtl file, or correct the name.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
