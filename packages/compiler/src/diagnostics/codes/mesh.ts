// What can go wrong between a model that was read and its mesh, materials and clips.

import type { CodeDoc } from '../code-doc.js';

export const meshCodes = {
  'mesh/too-large': {
    summary:
      'The mesh would have more submeshes or triangles than the limits allow, triangles that take too long to order, or take more memory than a wasm module has.',
    remedy:
      'Split the model, turn mesh.merge off so that instances are not multiplied, or raise the setting that the message names.',
  },
  'mesh/overflow': {
    summary: 'A vertex leaves the range of 32-bit floats when its node is applied.',
    remedy: 'Look for a huge scale in the node or one of its parents.',
  },
  'mesh/far-away': {
    summary:
      'The mesh lies so far from the origin, for its size, that 32-bit floats round its vertices to visible steps. Maps and surveys have such coordinates.',
    remedy:
      'Move the model to the origin before exporting it, and keep its place in the scene; in glTF a node can hold the place where mesh.merge is off.',
  },
  'mesh/dropped-colors': {
    summary: 'Vertex colours have no place in the output format and are dropped.',
    remedy: 'Bake them into a texture, or choose a mesh.format that keeps them.',
  },
  'mesh/dropped': {
    summary:
      'The mesh format that was chosen has no place for something that the source has, or that the settings ask for.',
    remedy:
      'Choose a mesh.format that keeps it (see "assetc docs other-runtimes"); set mesh.lods to [] to silence levels of detail.',
  },
  'mesh/wrapped-texcoords': {
    summary:
      'Texture coordinates outside 0 to 1 do not fit where the mesh format stores them unsigned, and are wrapped into it.',
    remedy: 'Keep the coordinates inside 0 to 1, or choose a mesh.format with floating-point coordinates.',
  },
  'mesh/too-many-joints': {
    summary: 'All skins together, with the nodes that move them, have more joints than a vertex can name.',
    remedy: 'Split the model, or set animation.nodes to off where nodes are animated.',
  },
  'mesh/no-skeleton': {
    summary:
      'The model that animation.skeleton names is not there, is not glTF, or has no joints; or the file has meshes of its own.',
    remedy:
      'Correct the path, which counts from the input root; or leave the setting out. Motions for another model come from files without meshes.',
  },
  'mesh/unknown-joint': {
    summary:
      'Clips move nodes that the model of animation.skeleton has no joints for, by name. Their motion is left out.',
    remedy: 'Give the joints the same names in both files; nothing, if what they move is not in the other model.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
