// Problems with an OBJ file.

import type { CodeDoc } from '../code-doc.js';

export const objCodes = {
  'obj/bad-number': {
    summary: 'A statement contains something that is not a finite number.',
    remedy: 'Check the line in the message. Export the model again if the file was cut off.',
  },
  'obj/bad-index': {
    summary: 'A face refers to a vertex, texture coordinate or normal that the file does not have.',
    remedy: 'Indices count from 1, negative ones from the last element read. Export the model again.',
  },
  'obj/no-triangles': {
    summary: 'The file has no face with an area, and no lines or points that the mesh format supports.',
    remedy: 'Export the model with its faces. Curves cannot become a mesh.',
  },
  'obj/too-large': {
    summary: 'The file has more corners than a mesh can store.',
    remedy: 'Split the model into several files.',
  },
  'obj/not-text': {
    summary: 'The file is not OBJ text.',
    remedy: 'Check that the file really is a Wavefront OBJ file in UTF-8 or ASCII.',
  },
  'obj/unsupported': {
    summary:
      'Statements that are not supported (curves, surfaces), or points and lines in a mesh format that has none, were left out.',
    remedy: 'Convert them to polygons before exporting if they matter.',
  },
  'obj/degenerate-faces': {
    summary: 'Faces with fewer than three corners or without an area were left out.',
    remedy: 'Clean up the model in your modeling program (merge by distance, delete loose).',
  },
  'obj/crossed-faces': {
    summary:
      'The outline of a face crosses itself from every direction that was tried. The face was filled as a fan of triangles.',
    remedy: 'Split such faces into triangles in your modeling program.',
  },
  'obj/face-too-complex': {
    summary:
      'A face has too many corners, or the concave faces of the file are too many, to triangulate in a sensible time.',
    remedy: 'Triangulate the model before exporting it.',
  },
  'obj/too-many-materials': {
    summary: 'The faces of the file use more materials than one mesh can reasonably have submeshes.',
    remedy: 'Combine materials into atlases, or split the model into several files.',
  },
  'obj/long-name': {
    summary: 'A keyword, a name or a path is longer than any real one.',
    remedy: 'Check that the file really is a Wavefront OBJ file, and export the model again.',
  },
  'obj/repaired-attribute': {
    summary:
      'A texture coordinate or normal is NaN or infinite. Face normals are used instead of broken normals, and zero instead of broken coordinates.',
    remedy: 'Recalculate normals and texture coordinates in the modeling program.',
  },
  'obj/absent-data': {
    summary:
      'Faces refer to texture coordinates or normals although the file has none at all. The references were ignored.',
    remedy: 'Export the model with its texture coordinates and normals, or without indices to them.',
  },
  'obj/utf-16': {
    summary: 'The model or its material library is UTF-16 text. It is read, but most programs reject such files.',
    remedy: 'Save the file as UTF-8 or ASCII.',
  },
  'obj/trailing-zeros': {
    summary: 'The file ends with zero bytes, which were ignored.',
    remedy: 'Save the file again. A program or a disk has padded it.',
  },
  'obj/missing-library': {
    summary:
      "A material library that the model refers to cannot be read. A library with the model's name is used instead. If there is none, faces have plain materials with the names that they use.",
    remedy: 'Put the .mtl file where the mtllib line points, relative to the .obj file, or correct that line.',
  },
  'obj/undefined-material': {
    summary: 'usemtl names a material that no library defines. Its faces have a plain white material with that name.',
    remedy: 'Add the material to the .mtl file, or correct the name.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
