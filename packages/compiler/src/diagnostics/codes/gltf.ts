// What can be wrong with a glTF or GLB file, and what is dropped from one.

import type { CodeDoc } from '../code-doc.js';

export const gltfCodes = {
  'gltf/bad-json': {
    summary: 'The JSON of the file is not valid, or a value in it has the wrong type.',
    remedy: 'Export the file again; the Khronos glTF validator explains such errors in detail.',
  },
  'gltf/bad-glb': {
    summary: 'The binary container is damaged: its header or a chunk does not fit the file.',
    remedy: 'The file was probably cut short by a copy or a download; get it again or export it again.',
  },
  'gltf/too-large': {
    summary: 'The file has more nodes, materials or other elements, or more JSON, than the limits allow.',
    remedy: 'Split the file; or raise the setting that the message names if the model means it.',
  },
  'gltf/version': {
    summary: 'The file is of a glTF version other than 2.',
    remedy: 'Export it as glTF 2.0.',
  },
  'gltf/unsupported-extension': {
    summary:
      'The file says that it cannot be read without an extension which this compiler does not know, or without which shapes or images would be wrong.',
    remedy: 'Export without that extension, or bake it in the modelling program.',
  },
  'gltf/bad-reference': {
    summary: 'An index refers to something that the file does not have.',
    remedy: 'Export the file again; the exporter wrote an index that is out of range.',
  },
  'gltf/bad-buffer': {
    summary: 'A buffer or a view of one is shorter than the file says.',
    remedy: 'Check that the .bin file belongs to this .gltf and is complete.',
  },
  'gltf/short-buffer': {
    summary:
      'A buffer lacks up to three bytes of what the file says, as padding that was not written. Nothing refers to them.',
    remedy: 'Nothing, if the model is whole; other readers may refuse it. Export it again to be sure.',
  },
  'gltf/bad-accessor': {
    summary: 'An accessor reaches past its data, or has a type that its use does not allow.',
    remedy: 'Export the file again; the Khronos glTF validator names the rule that is broken.',
  },
  'gltf/bad-compression': {
    summary: 'Compressed geometry (meshopt or Draco) cannot be decoded.',
    remedy: 'Compress the file again with a current tool, or export it uncompressed.',
  },
  'gltf/draco-count': {
    summary: 'Draco data holds another number of vertices than its accessors say. The data is taken as it is.',
    remedy: 'Compress the file again with a current tool; readers that trust the accessors will refuse it.',
  },
  'gltf/bad-index': {
    summary: 'A triangle refers to a vertex that does not exist.',
    remedy: 'Export the mesh again; its index buffer does not match its vertices.',
  },
  'gltf/not-finite': {
    summary: 'A position, matrix or key is NaN or infinite.',
    remedy: 'Look for broken vertices, zero-length bones or bad constraints in the modelling program.',
  },
  'gltf/repaired-attribute': {
    summary:
      'A normal, tangent, texture coordinate, colour or weight is NaN or infinite, or a normal has no length. Normals of the triangles around are used, zero elsewhere.',
    remedy: 'Recalculate normals and tangents in the modelling program.',
  },
  'gltf/equal-key-times': {
    summary:
      'Two keys of a channel are at the same time, which glTF forbids. The later one counts from there on, as players take it.',
    remedy: 'Remove one of the two keys, or export the clip again with sampled keys.',
  },
  'gltf/bad-joint': {
    summary: 'A vertex is bound to a joint that the skin does not have.',
    remedy: 'Export the skin again; the joint indices do not match it.',
  },
  'gltf/node-cycle': {
    summary: 'A node is its own ancestor, or has two parents.',
    remedy: 'The nodes of a glTF file must form trees; export it again.',
  },
  'gltf/no-triangles': {
    summary: 'There is nothing to compile; an empty mesh is written.',
    remedy: 'Check the chosen scene (mesh.scene) and that meshes were exported; or exclude the file.',
  },
  'gltf/missing-file': {
    summary: 'A file that the model refers to does not exist.',
    remedy: 'Put it beside the model, or correct the URI. Upper and lower case count.',
  },
  'gltf/bad-uri': {
    summary: 'A URI leads outside the input folder, or is of a kind that is not read.',
    remedy: 'Keep everything that a model refers to inside the input folder, with relative URIs.',
  },
  'gltf/unknown-scene': {
    summary: 'mesh.scene names a scene that the file does not have.',
    remedy: 'Use auto, all, an index, or one of the scene names that the message lists.',
  },
  'gltf/left-out-scene': {
    summary: 'The file has meshes that the chosen scene does not show; they are left out.',
    remedy: 'Set mesh.scene to all, or to the scene that you want.',
  },
  'gltf/skipped-primitive': {
    summary: 'A primitive that is empty, or of points or lines where the output has no place for them, is left out.',
    remedy: 'Convert points and lines to triangles, or remove them.',
  },
  'gltf/partial-triangles': {
    summary: 'The number of indices is no multiple of three, or of two for lines; the rest is left out.',
    remedy: 'Export the mesh again.',
  },
  'gltf/dropped-morph-targets': {
    summary: 'Morph targets have no place in the output and are dropped.',
    remedy: 'Bake the pose that you need, or animate with joints.',
  },
  'gltf/bad-morph-targets': {
    summary: 'Morph targets or their default weights are broken; the targets are left out, or missing weights are 0.',
    remedy: 'Export the mesh again; every primitive of a mesh has as many targets, and every target as many vertices.',
  },
  'gltf/dropped-attribute': {
    summary: 'Vertex attributes that the output has no place for are dropped.',
    remedy: 'Remove the attribute to silence this, or move its data into the first set.',
  },
  'gltf/second-uv-set': {
    summary: 'A material samples a texture with a set of texture coordinates beyond the second.',
    remedy: 'Bake the texture to one of the first two sets of coordinates.',
  },
  'gltf/dropped-sampler': {
    summary:
      'A sampler wraps or filters in a way that glTF does not have. The texture is used as if it did not say so.',
    remedy: 'Export the file again; wrapping and filters are numbers that the glTF specification lists.',
  },
  'gltf/broken-part': {
    summary:
      'A camera, a light or the visibility of a node is broken, or a node refers to one that is not there; it is left out.',
    remedy: 'Export the file again; the message names what is wrong and where.',
  },
  'gltf/dropped-extras': {
    summary:
      'Extras are nested too deeply, are larger than anything should be that is read at run time, or are of a second scene.',
    remedy: 'Keep large data in files of its own.',
  },
  'gltf/sheared-node': {
    summary: 'The matrix of a node has shear, which the translation, rotation and scale of .hscene cannot express.',
    remedy: 'Avoid non-uniform scale above rotated nodes; the NODE chunk of the .hmesh has the whole matrix.',
  },
  'gltf/restart-index': {
    summary: 'A triangle uses the index that glTF keeps for restarting strips (255, 65535 or 4294967295).',
    remedy: 'Export the mesh with wider indices; other readers may drop the triangle.',
  },
  'gltf/dropped-extension': {
    summary: 'An extension has no place in the output and is ignored.',
    remedy: 'Express it with core glTF features if its look matters.',
  },
  'gltf/merged-weights': {
    summary: 'Vertices with more than four joints keep the four heaviest.',
    remedy: 'Limit the number of influences to four in the modelling program.',
  },
  'gltf/sheared-joint': {
    summary: 'The matrix of a joint has shear, which translation, rotation and scale cannot express.',
    remedy: 'Avoid non-uniform scale above rotated joints.',
  },
  'gltf/skipped-channels': {
    summary:
      'Animation of morph weights, or of something that no output holds, is left out; or two channels of a clip are about the same.',
    remedy: 'Nothing, if it is not missed. Else animate nodes, visibility, cameras, lights or materials.',
  },
  'gltf/dense-spline': {
    summary: 'A cubic spline bends so much that 240 linear keys a second do not follow it as closely as usual.',
    remedy: 'Nothing, if it looks right; else export sampled animation, or look for keys that lie very close together.',
  },
  'gltf/dropped-clip': {
    summary:
      'A clip has a broken channel: keys out of order, values that are not finite or too few. The clip is left out.',
    remedy: 'Export the animation again; the message names what is wrong and where.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
