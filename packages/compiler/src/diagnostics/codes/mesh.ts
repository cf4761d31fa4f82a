// Problems when a model becomes a mesh, materials and clips.

import type { CodeDoc } from '../code-doc.js';

export const meshCodes = {
  'mesh/too-large': {
    summary:
      'The mesh would have more submeshes or triangles than the limits allow, would take too long to order, or would need more memory than a wasm module has.',
    remedy:
      'Split the model, turn mesh.merge off so that instances are not duplicated, or raise the setting that the message names.',
  },
  'mesh/overflow': {
    summary: "A vertex is outside the range of 32-bit floats after its node's transform is applied.",
    remedy: 'Check for a huge scale in the node or one of its parents.',
  },
  'mesh/far-away': {
    summary:
      'The mesh is so far from the origin, relative to its size, that 32-bit floats round its vertices to visible steps. Maps and surveys have such coordinates.',
    remedy:
      'Move the model to the origin before you export it, and store its position in the scene. In glTF a node can store the position if mesh.merge is off.',
  },
  'mesh/grid-too-fine': {
    summary:
      'With mesh.vertices: compact, positions are 16-bit integers. The mesh, or a morph target of it, is larger than 65,534 steps of mesh.grid, so its vertices stay full.',
    remedy: 'Choose a larger mesh.grid for all models that must fit together, or split the model.',
  },
  'mesh/compact-error': {
    summary:
      'With mesh.vertices: compact, the decoded vertices would differ from the source by more than mesh.maxError allows, or without it by more than an eighth of the mean edge of a submesh, so they stay full. This happens if small parts belong to a model that is very large: all share one grid.',
    remedy:
      'Split the model, so that its large part has a file of its own; or set mesh.vertices to full for it, and nothing is reported; or accept the errors by limits in mesh.maxError.',
  },
  'mesh/flat-growth': {
    summary:
      'A mesh without normals has at least twice as many vertices after compiling. glTF requires flat shading for it, so triangles cannot share vertices.',
    remedy:
      'Export normals, or set mesh.normals to smooth. Set it to flat if the model is meant to have facets: then nothing is reported.',
  },
  'mesh/clip-error': {
    summary:
      'A compressed clip differs from its source by more than animation.error, even with sixteen times as many samples as keys. It is written as close as possible.',
    remedy:
      'Ignore this if the motion looks right. Otherwise set animation.compression to none for this file, or check the clip for jumps between keys.',
  },
  'mesh/no-reference-clip': {
    summary:
      'animation.reference names a clip that the file does not have. Its additive clips are stored as ordinary ones.',
    remedy: 'Correct the name, or remove the setting: then each additive clip is relative to its own start.',
  },
  'mesh/dropped-colors': {
    summary: 'The output format has no vertex colors. They are dropped.',
    remedy: 'Bake them into a texture, or choose a mesh.format that keeps them.',
  },
  'mesh/dropped': {
    summary: 'The selected mesh format has no place for something that the source has or the settings ask for.',
    remedy:
      'Choose a mesh.format that keeps it (see "assetc docs other-runtimes"). If you do not need levels of detail, set mesh.lods to [].',
  },
  'mesh/wrapped-texcoords': {
    summary:
      'The mesh format stores texture coordinates as values from 0 to 1. Coordinates outside this range are wrapped into it.',
    remedy: 'Keep the coordinates between 0 and 1, or choose a mesh.format with floating-point coordinates.',
  },
  'mesh/too-many-joints': {
    summary: 'All skins together, with the nodes that move them, have more joints than a vertex can refer to.',
    remedy: 'Split the model, or set animation.nodes to off if nodes are animated.',
  },
  'mesh/no-skeleton': {
    summary:
      'The model in animation.skeleton does not exist, is neither glTF nor FBX, or has no joints; or the file itself has meshes.',
    remedy:
      'Correct the path, which is relative to the input folder, or remove the setting. Clips for another model must come from files without meshes.',
  },
  'mesh/unknown-joint': {
    summary:
      'Clips move nodes whose names match no joint of the model in animation.skeleton. Their motion is left out.',
    remedy:
      'Give the joints the same names in both files. Ignore this if the other model does not have the parts that they move.',
  },
  'mesh/unused-lods': {
    summary:
      'The model contains levels of detail (LOD groups). Only the finest one is compiled; reduced levels are generated from it.',
    remedy: 'Set mesh.lods to source to compile the levels of the model, or to shares of your own to generate them.',
  },
  'mesh/no-lods': {
    summary:
      'mesh.lods is source, but the model has no levels of detail: no LOD group, no MSFT_lod and no names like rock_LOD0 and rock_LOD1. Levels are generated as by default.',
    remedy:
      'Export the levels with the model, or set mesh.lods to a list of shares for it. In rules, set source only for models that have levels.',
  },
  'mesh/larger-lod': {
    summary:
      'A level of detail of the model has more triangles than the finer level before it. It is used all the same.',
    remedy: 'Check the order of the levels in the file. The finest must come first.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
