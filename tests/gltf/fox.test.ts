// Fox.glb: skeleton, skin and clips, sampled from the compiled files and compared with three.js' AnimationMixer.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnimationChannel, AnimationClip } from '@assetc/formats';
import { AnimationMixer, type Bone, type Object3D, type SkinnedMesh, Vector3 } from 'three';
import { type GLTF, GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { corpusFolder as corpus } from '../../packages/compiler/src/testing/corpus.js';
import { glbOf } from '../../packages/compiler/src/testing/gltf-builder.js';
import { type CompiledModel, compileModel } from '../support/compile-model.js';
import { posedCorners } from './compare/skin-pose.js';

const file = join(corpus, 'gltf/Fox/Fox.glb');
const TIMES = 50;

/** three.js loads the model without its image: the loader asks the page for one. */
async function loadFox(): Promise<GLTF> {
  const bytes = readFileSync(file);
  const jsonLength = bytes.readUInt32LE(12);
  const json = JSON.parse(bytes.subarray(20, 20 + jsonLength).toString());
  const bin = bytes.subarray(28 + jsonLength);
  const { images: _i, textures: _t, samplers: _s, materials: _m, ...rest } = json;
  for (const mesh of rest.meshes) for (const primitive of mesh.primitives) delete primitive.material;
  return new GLTFLoader().parseAsync(glbOf(rest, bin).slice().buffer, '');
}

/** A channel at a time, as the .hanim page defines it: keys clamped at the ends, slerp for rotations. */
function sample({ times, values, path, interpolation }: AnimationChannel, time: number): number[] {
  const width = path === 'rotation' ? 4 : 3;
  const key = (i: number): number[] => [...values.subarray(i * width, i * width + width)];
  const after = times.findIndex((t) => t > time);
  if (after === 0) return key(0);
  if (after < 0) return key(times.length - 1);
  const [a, b] = [key(after - 1), key(after)];
  const [start = 0, end = 0] = [times[after - 1], times[after]];
  if (interpolation === 'STEP') return a;
  const t = (time - start) / (end - start);
  if (path !== 'rotation') return a.map((n, i) => n + ((b[i] ?? 0) - n) * t);
  let cosine = a.reduce((sum, n, i) => sum + n * (b[i] ?? 0), 0);
  const sign = cosine < 0 ? -1 : 1;
  cosine = Math.min(1, Math.abs(cosine));
  const angle = Math.acos(cosine);
  const [wa, wb] =
    angle < 1e-6 ? [1 - t, t] : [Math.sin((1 - t) * angle) / Math.sin(angle), Math.sin(t * angle) / Math.sin(angle)];
  return a.map((n, i) => n * wa + sign * (b[i] ?? 0) * wb);
}

interface Pose {
  readonly t: number[];
  readonly r: number[];
  readonly s: number[];
}

/** Local poses of all joints at a time: the bind pose, overridden by the clip's channels. */
function poseAt({ mesh }: CompiledModel, clip: AnimationClip, time: number): Pose[] {
  const poses = (mesh.skin?.joints ?? []).map(({ bindT, bindR, bindS }) => ({
    t: [...bindT],
    r: [...bindR],
    s: [...bindS],
  }));
  for (const channel of clip.channels) {
    const pose = poses[channel.joint];
    if (pose === undefined) continue;
    const value = sample(channel, time);
    if (channel.path === 'translation') pose.t = value;
    else if (channel.path === 'rotation') pose.r = value;
    else pose.s = value;
  }
  return poses;
}

describe.skipIf(!existsSync(file))('Fox.glb', () => {
  let model: CompiledModel;
  let fox: GLTF;
  let skinned: SkinnedMesh;
  let bones: Bone[];

  beforeAll(async () => {
    model = await compileModel({ path: 'Fox/Fox.glb', input: join(corpus, 'gltf') });
    fox = await loadFox();
    fox.scene.traverse((object: Object3D) => {
      if ('isSkinnedMesh' in object) skinned = object as SkinnedMesh;
    });
    bones = skinned.skeleton.bones;
  });

  it('keeps its skeleton, its skin and three clips', () => {
    expect(model.mesh.skin?.joints.length).toBe(24);
    expect(model.clips.map(({ name }) => name)).toEqual(['Survey', 'Walk', 'Run']);
    for (const [c, clip] of model.clips.entries())
      expect(clip.duration).toBeCloseTo(fox.animations[c]?.duration ?? 0, 5);
    expect(model.mesh.skin?.joints.map(({ parent }) => parent)).toEqual(
      bones.map((bone) => bones.indexOf(bone.parent as Bone)),
    );
  });

  it.each([0, 1, 2])('gives the joints of clip %d the poses that three.js gives them, at fifty times', (index) => {
    const clip = model.clips[index];
    const animation = fox.animations[index];
    if (clip === undefined || animation === undefined) throw new Error('the clip is missing');
    const mixer = new AnimationMixer(fox.scene);
    mixer.clipAction(animation).play();
    let worst = 0;
    for (let i = 0; i < TIMES; i++) {
      const time = (clip.duration * (i + 0.37)) / TIMES;
      mixer.setTime(time);
      for (const [j, { t, r, s }] of poseAt(model, clip, time).entries()) {
        const bone = bones[j];
        if (bone === undefined) throw new Error('a bone is missing');
        const sign = Math.sign(r.reduce((sum, n, k) => sum + n * (bone.quaternion.toArray()[k] ?? 0), 0));
        for (const [actual, wanted, unit] of [
          [t, bone.position.toArray(), 1],
          [r.map((n) => n * sign), bone.quaternion.toArray(), 1],
          [s, bone.scale.toArray(), 1],
        ] as const)
          for (let k = 0; k < actual.length; k++)
            worst = Math.max(worst, Math.abs((actual[k] ?? 0) - (wanted[k] ?? 0)) / unit);
      }
    }
    expect(worst).toBeLessThan(1e-4);
    mixer.stopAllAction();
  });

  it('skins its vertices to where three.js puts them', () => {
    const clip = model.clips[1];
    const animation = fox.animations[1];
    if (clip === undefined || animation === undefined) throw new Error('the clip is missing');
    const mixer = new AnimationMixer(fox.scene);
    mixer.clipAction(animation).play();
    for (const time of [0.1, 0.33, 0.6]) {
      mixer.setTime(time);
      fox.scene.updateMatrixWorld(true);
      skinned.skeleton.update();
      const position = skinned.geometry.getAttribute('position');
      const wanted = new Set<string>();
      for (let v = 0; v < position.count; v++) {
        const moved = skinned.applyBoneTransform(v, new Vector3().fromBufferAttribute(position, v));
        wanted.add(
          moved
            .toArray()
            .map((n) => n.toFixed(1))
            .join(),
        );
      }
      const actual = posedCorners(
        model,
        0,
        bones.map((bone) => bone.matrixWorld.toArray()),
      );
      let found = 0;
      for (let i = 0; i < actual.length; i += 8)
        if (wanted.has([0, 1, 2].map((c) => (actual[i + c] ?? 0).toFixed(1)).join())) found++;
      // Rounding to a tenth of a unit (the fox is 150 long) splits a few of them.
      expect(found / (actual.length / 8)).toBeGreaterThan(0.99);
    }
    mixer.stopAllAction();
  });
});
