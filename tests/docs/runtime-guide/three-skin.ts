// The skinned example of docs/guide/runtime.md, between the marks.

// begin
import { type AnimationClip, type Hmesh, unpackSkinVertices } from '@assetc/formats';
import * as THREE from 'three';

/** Joints become bones; `joint0`, `joint1` … so that tracks find them. */
export function toSkinnedMesh({ geometry, material }: THREE.Mesh, { skin }: Hmesh): THREE.SkinnedMesh {
  if (skin === undefined) throw new Error('the mesh has no skin');
  const { joints, weights } = unpackSkinVertices(skin.vertices);
  geometry.setAttribute('skinIndex', new THREE.BufferAttribute(joints, 4));
  geometry.setAttribute('skinWeight', new THREE.BufferAttribute(weights, 4));
  const mesh = new THREE.SkinnedMesh(geometry, material);
  const bones = skin.joints.map(({ bindT, bindR, bindS }, i) => {
    const bone = new THREE.Bone();
    bone.name = `joint${i}`;
    bone.position.fromArray([...bindT]);
    bone.quaternion.fromArray([...bindR]);
    bone.scale.fromArray([...bindS]);
    return bone;
  });
  for (const [i, { parent }] of skin.joints.entries()) (bones[parent] ?? mesh).add(bones[i] ?? mesh);
  const inverses = skin.joints.map(({ inverseBind }) => new THREE.Matrix4().fromArray([...inverseBind]));
  mesh.bind(new THREE.Skeleton(bones, inverses), new THREE.Matrix4());
  return mesh;
}

const PROPERTIES = { translation: 'position', rotation: 'quaternion', scale: 'scale' } as const;

/** A clip of `loadAnimation`, for an AnimationMixer on the mesh. */
export function toThreeClip({ name, duration, channels }: AnimationClip): THREE.AnimationClip {
  const tracks = channels.map(({ joint, path, times, values, interpolation }) => {
    const Track = path === 'rotation' ? THREE.QuaternionKeyframeTrack : THREE.VectorKeyframeTrack;
    const mode = interpolation === 'STEP' ? THREE.InterpolateDiscrete : THREE.InterpolateLinear;
    return new Track(`joint${joint}.${PROPERTIES[path]}`, [...times], [...values], mode);
  });
  return new THREE.AnimationClip(name, duration, tracks);
}
// end
