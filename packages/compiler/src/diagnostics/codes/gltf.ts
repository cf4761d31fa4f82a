// Problems with a glTF or GLB file, and what is dropped from one.

import type { CodeDoc } from '../code-doc.js';

export const gltfCodes = {
  'gltf/bad-json': {
    summary: 'The JSON of the file is not valid, or a value in it has the wrong type.',
    remedy: 'Export the file again; the Khronos glTF validator explains such errors in detail.',
  },
  'gltf/bad-glb': {
    summary: 'The binary container is damaged: its header or a chunk does not fit the file.',
    remedy: 'The file was probably cut short by a copy or a download. Get it again or export it again.',
  },
  'gltf/too-large': {
    summary: 'The file has more nodes, materials or other elements, or more JSON, than the limits allow.',
    remedy: 'Split the file. If the model really is that large, raise the setting that the message names.',
  },
  'gltf/version': {
    summary: 'The file is not glTF version 2.',
    remedy: 'Export it as glTF 2.0.',
  },
  'gltf/newer-version': {
    summary:
      'The file requires a later version of glTF 2. It is read as glTF 2.0, and what is new in that version is ignored.',
    remedy: 'Check the result, or export the file as glTF 2.0.',
  },
  'gltf/unsupported-extension': {
    summary:
      'The file requires an extension that assetc does not support, or without which shapes or images would be wrong.',
    remedy: 'Export without that extension, or bake it in the modeling program.',
  },
  'gltf/bad-reference': {
    summary: 'An index refers to something that the file does not have.',
    remedy: 'Export the file again. The exporter wrote an index that is out of range.',
  },
  'gltf/bad-buffer': {
    summary: 'A buffer or a buffer view is shorter than the file states.',
    remedy: 'Check that the .bin file belongs to this .gltf and is complete.',
  },
  'gltf/short-buffer': {
    summary:
      'A buffer is up to three bytes shorter than the file states: padding was not written. Nothing refers to these bytes.',
    remedy: 'Ignore this if the model is complete. Other readers may reject the file, so export it again to be safe.',
  },
  'gltf/bad-accessor': {
    summary: 'An accessor reaches past the end of its data, or has a type that its use does not allow.',
    remedy: 'Export the file again. The Khronos glTF validator names the rule that is broken.',
  },
  'gltf/bad-compression': {
    summary: 'Compressed geometry (meshopt or Draco) cannot be decoded.',
    remedy: 'Compress the file again with a current tool, or export it uncompressed.',
  },
  'gltf/draco-count': {
    summary: 'Draco data contains a different number of vertices than its accessors state. The data is used as it is.',
    remedy: 'Compress the file again with a current tool. Readers that trust the accessors will reject it.',
  },
  'gltf/bad-index': {
    summary: 'A triangle refers to a vertex that does not exist.',
    remedy: 'Export the mesh again. Its index buffer does not match its vertices.',
  },
  'gltf/not-finite': {
    summary: 'A position, matrix or key is NaN or infinite.',
    remedy: 'Check for broken vertices, zero-length bones or bad constraints in the modeling program.',
  },
  'gltf/repaired-attribute': {
    summary:
      'A normal, tangent, texture coordinate, color or weight is NaN or infinite, a normal has no length, a weight is negative, a vertex has no weights, or the handedness of a tangent is neither 1 nor −1. Normals are computed from the surrounding triangles; other values become zero. A vertex without weights follows the first joint. Of a handedness, only the sign counts.',
    remedy: 'Recalculate normals and tangents in the modeling program.',
  },
  'gltf/equal-key-times': {
    summary:
      'Two keys of a channel are at the same time, which glTF forbids. The later one counts from there on, as in most players.',
    remedy: 'Remove one of the two keys, or export the clip again with sampled keys.',
  },
  'gltf/bad-joint': {
    summary: 'A vertex is bound to a joint that the skin does not have.',
    remedy: 'Export the skin again. The joint indices do not match it.',
  },
  'gltf/node-cycle': {
    summary: 'A node is its own ancestor, or has two parents.',
    remedy: 'The nodes of a glTF file must form trees. Export it again.',
  },
  'gltf/no-triangles': {
    summary: 'There is nothing to compile. An empty mesh is written.',
    remedy: 'Check the selected scene (mesh.scene) and that meshes were exported, or exclude the file.',
  },
  'gltf/missing-file': {
    summary: 'A file that the model refers to does not exist.',
    remedy: 'Put it next to the model, or correct the URI. Case matters.',
  },
  'gltf/bad-uri': {
    summary: 'A URI leads outside the input folder, or has a scheme that is not supported.',
    remedy: 'Keep everything that a model refers to inside the input folder, with relative URIs.',
  },
  'gltf/unknown-scene': {
    summary: 'mesh.scene names a scene that the file does not have.',
    remedy: 'Use auto, all, an index, or one of the scene names that the message lists.',
  },
  'gltf/left-out-scene': {
    summary: 'The file has meshes that are not in the selected scene. They are left out.',
    remedy:
      'Set mesh.scene to all, or to the scene that you want. If no scene or node shows a mesh, add it to one or remove it.',
  },
  'gltf/skipped-primitive': {
    summary:
      'A primitive is left out because it has no positions, is empty, or consists of points or lines and the output format has none.',
    remedy: 'Remove the primitive. For points and lines, you can also choose a mesh.format that stores them.',
  },
  'gltf/partial-triangles': {
    summary: 'The number of indices is not a multiple of three, or of two for lines. The remainder is left out.',
    remedy: 'Export the mesh again.',
  },
  'gltf/dropped-morph-targets': {
    summary: 'The output format has no morph targets, or a primitive of points or lines has some. They are dropped.',
    remedy: 'Bake the pose that you need, or animate with joints.',
  },
  'gltf/bad-morph-targets': {
    summary: 'Morph targets or their default weights are broken. The targets are left out, or missing weights are 0.',
    remedy:
      'Export the mesh again. Every primitive of a mesh needs the same number of targets, and every target the same number of vertices.',
  },
  'gltf/dropped-attribute': {
    summary: 'The output format has no place for these vertex attributes. They are dropped.',
    remedy: 'Move the data into one of the first sets of texture coordinates or colors, or remove the attribute.',
  },
  'gltf/second-uv-set': {
    summary: 'A material samples a texture with a third or later set of texture coordinates.',
    remedy: 'Bake the texture to one of the first two sets.',
  },
  'gltf/dropped-sampler': {
    summary: 'A sampler has a wrapping or filter mode that glTF does not define. That mode is ignored.',
    remedy: 'Export the file again. The glTF specification lists the numbers of wrapping and filter modes.',
  },
  'gltf/broken-part': {
    summary:
      'A camera, a light, the visibility of a node or a skin that no visible mesh uses is broken, or a node refers to a camera or light that does not exist. It is left out.',
    remedy: 'Export the file again. The message names what is wrong and where.',
  },
  'gltf/dropped-extras': {
    summary:
      'Extras are nested too deeply, are too large for data that is read at run time, or belong to a second scene.',
    remedy: 'Store large data in separate files.',
  },
  'gltf/sheared-node': {
    summary: 'The matrix of a node has shear, which the translation, rotation and scale of .hscene cannot express.',
    remedy: 'Avoid non-uniform scale above rotated nodes. The NODE chunk of the .hmesh contains the full matrix.',
  },
  'gltf/broken-rule': {
    summary:
      'The file breaks a rule of glTF, but can be used. The message states what is wrong and what is done instead. Other readers may show the model differently, or reject it.',
    remedy: 'Correct the place that the message names, or export the file again with a current exporter.',
  },
  'gltf/restart-index': {
    summary: 'A triangle uses the index that glTF reserves for restarting strips (255, 65535 or 4294967295).',
    remedy: 'Export the mesh with wider indices. Other readers may drop the triangle.',
  },
  'gltf/dropped-extension': {
    summary: 'The output formats have no place for an extension. It is ignored.',
    remedy: 'Ignore this if the extension does not matter to your program. The hint states what may be missing.',
  },
  'gltf/merged-weights': {
    summary: 'Vertices with more than four joints keep the four with the largest weights.',
    remedy: 'Limit the number of influences to four in the modeling program.',
  },
  'gltf/sheared-joint': {
    summary: 'The matrix of a joint has shear, which translation, rotation and scale cannot express.',
    remedy: 'Avoid non-uniform scale above rotated joints.',
  },
  'gltf/skipped-channels': {
    summary:
      'An animation channel is left out: it animates morph weights that are not there, or something that no output stores, or another channel of the clip animates the same property.',
    remedy: 'Ignore this if you do not need it. Otherwise animate nodes, visibility, cameras, lights or materials.',
  },
  'gltf/dense-spline': {
    summary: 'A cubic spline curves so much that 240 linear keys a second follow it less closely than usual.',
    remedy:
      'Ignore this if the animation looks right. Otherwise export sampled animation, or check for keys that are very close together.',
  },
  'gltf/dropped-clip': {
    summary:
      'A clip has a broken channel: keys out of order, values that are not finite, or too few values. The clip is left out.',
    remedy: 'Export the animation again. The message names what is wrong and where.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
