// A ClipPlayer, frame by frame, against three's AnimationMixer with the same clips as keys.

import {
  type CompressedClip,
  decodeHclip,
  encodeHclip,
  expandHclip,
  type HclipClipModel,
  type Hmesh,
} from '@assetc/formats';
import * as THREE from 'three';
import { describe, expect, it } from 'vitest';
import { ClipPlayer } from './clip-player.js';
import { clipsForSkeleton } from './skeleton-clips.js';

const BONES = ['root', 'spine', 'head'];
const TOLERANCE = 1e-5;

const MESH: Pick<Hmesh, 'skin' | 'morphs'> = {
  skin: {
    vertices: new Uint8Array(0),
    joints: BONES.map((_, i) => ({
      inverseBind: [],
      bindT: [0, i, 0],
      bindR: [0, 0, 0, 1],
      bindS: [1, 1, 1],
      parent: i - 1,
    })),
  },
};

/** A joint turns around an axis and moves; values are differences if additive. */
function clipOf(name: string, axis: number, more: Partial<HclipClipModel>, jointsMoved = BONES.length): HclipClipModel {
  const sampleCount = 17;
  const raw = (value: (t: number) => readonly number[]) => ({
    form: 'raw' as const,
    values: Float32Array.from(Array.from({ length: sampleCount }, (_, i) => value(i / (sampleCount - 1))).flat()),
  });
  const tracks = [
    ...Array.from({ length: jointsMoved }, (_, joint) =>
      raw((t) => {
        const half = Math.sin(t * 2 * Math.PI) * (0.2 + joint * 0.2) + t * 0.3;
        return [0, 1, 2].map((c) => (c === axis ? Math.sin(half) : 0)).concat(Math.cos(half));
      }),
    ),
    ...Array.from({ length: jointsMoved }, (_, joint) => raw((t) => [t * 2, joint + t * t, axis + Math.sin(t * 5)])),
  ];
  const kinds = BONES.map((_, joint) => (joint < jointsMoved ? ('animated' as const) : ('none' as const)));
  return {
    name,
    duration: 2,
    rate: 8,
    isLoop: false,
    error: 0,
    groups: ['rotation', 'translation'],
    kinds: [...kinds, ...kinds],
    constants: [],
    stepped: [],
    sampleCount,
    segments: [tracks],
    ...more,
  };
}

const CLIPS = decodeHclip(
  encodeHclip({
    jointCount: BONES.length,
    targetCount: 0,
    clips: [clipOf('walk', 1, {}), clipOf('run', 0, {}, 2), clipOf('nod', 2, { isAdditive: true }, 1)],
  }),
);

function makeModel(compressedClips: readonly CompressedClip[] = CLIPS) {
  const scene = new THREE.Group();
  const bones = BONES.map((name, i) => {
    const bone = new THREE.Bone();
    bone.name = name;
    bone.position.set(0, i, 0);
    return bone;
  });
  let parent: THREE.Object3D = scene;
  for (const bone of bones) {
    parent.add(bone);
    parent = bone;
  }
  return { scene, bones, rig: { mesh: MESH, bones, draws: [] }, compressedClips };
}

/** The same clips in a mixer of three. */
function makeMixer() {
  const { scene, bones } = makeModel();
  const clips = clipsForSkeleton(expandHclip(CLIPS, MESH).joints, BONES);
  for (const [i, clip] of clips.entries()) if (CLIPS[i]?.isAdditive) clip.blendMode = THREE.AdditiveAnimationBlendMode;
  const mixer = new THREE.AnimationMixer(scene);
  const action = (name: string) => {
    const clip = clips.find((each) => each.name === name);
    if (clip === undefined) throw new Error(`no clip ${name}`);
    return mixer.clipAction(clip);
  };
  return { mixer, bones, action };
}

function expectSameBones(own: readonly THREE.Bone[], three: readonly THREE.Bone[], label: string): void {
  for (const [i, bone] of own.entries()) {
    const other = three[i] ?? new THREE.Bone();
    expect(bone.position.distanceTo(other.position), `${label}, position of ${bone.name}`).toBeLessThan(TOLERANCE);
    expect(bone.scale.distanceTo(other.scale)).toBeLessThan(TOLERANCE);
    // The distance of a point that the bone turns.
    const [a, b] = [bone, other].map((each) => new THREE.Vector3(0.6, 0.8, 0).applyQuaternion(each.quaternion));
    expect(a?.distanceTo(b ?? new THREE.Vector3()), `${label}, rotation of ${bone.name}`).toBeLessThan(TOLERANCE);
  }
}

describe('ClipPlayer', () => {
  it.each([
    ['one clip, over its end', ['walk'], [1]],
    ['two clips that share the weight', ['walk', 'run'], [0.25, 0.75]],
    ['less than a whole', ['walk', 'run'], [0.5, 0.2]],
    ['more than a whole', ['walk', 'run'], [1, 0.5]],
    ['an additive clip on top', ['walk', 'nod'], [1, 0.6]],
    ['only an additive clip', ['nod'], [1]],
  ])('plays %s as AnimationMixer does', (_, names, weights) => {
    const model = makeModel();
    const player = new ClipPlayer(model);
    const { mixer, bones, action } = makeMixer();
    for (const [i, name] of names.entries()) {
      player.play(name, { weight: weights[i] ?? 1 });
      action(name)
        .setEffectiveWeight(weights[i] ?? 1)
        .play();
    }
    for (let frame = 0; frame < 60; frame++) {
      player.update(0.071);
      mixer.update(0.071);
      expectSameBones(model.bones, bones, `frame ${frame}`);
    }
  });

  it('fades, plays once, at any speed and backward as AnimationMixer does', () => {
    const model = makeModel();
    const player = new ClipPlayer(model);
    const { mixer, bones, action } = makeMixer();
    const walk = player.play('walk', { speed: -0.5 });
    action('walk').setEffectiveTimeScale(-0.5).play();
    player.play('run', { fade: 0.5, loop: false });
    const run = action('run').setLoop(THREE.LoopOnce, 1).fadeIn(0.5).play();
    run.clampWhenFinished = true;
    for (let frame = 0; frame < 40; frame++) {
      if (frame === 10) {
        walk.fadeOut(0.4);
        action('walk').fadeOut(0.4);
      }
      player.update(0.063);
      mixer.update(0.063);
      expectSameBones(model.bones, bones, `frame ${frame}`);
    }
    expect(player.playing.map(({ clip }) => clip.name)).toEqual(['run']);
    expect(player.playing[0]?.isFinished).toBe(true);
  });

  it('leaves bones alone that no clip moves, and gives others back when it stops', () => {
    const model = makeModel();
    const player = new ClipPlayer(model);
    const run = player.play('run', { mask: (bone) => (bone === 'spine' ? 0 : 1) });
    model.bones[2]?.position.set(7, 7, 7);
    player.update(0.5);
    expect(model.bones[2]?.position.toArray()).toEqual([7, 7, 7]);
    expect(model.bones[1]?.position.toArray()).toEqual([0, 1, 0]);
    expect(model.bones[0]?.position.x).toBeCloseTo(0.5);
    run.stop();
    player.update(0);
    expect(model.bones[0]?.position.toArray()).toEqual([0, 0, 0]);
    player.play('walk');
    player.update(1);
    player.stop();
    expect(model.bones[0]?.position.toArray()).toEqual([0, 0, 0]);
    expect(() => player.play('fly')).toThrow('no compressed clip is named fly; there are walk, run, nod');
  });

  it('moves the model by its root, over loops, and below scaled and turned parents', () => {
    const model = makeModel();
    const holder = new THREE.Group();
    holder.scale.setScalar(0.5);
    holder.rotation.set(0, Math.PI / 2, 0);
    holder.add(...model.scene.children);
    model.scene.add(holder);
    model.scene.position.set(10, 0, 0);
    const player = new ClipPlayer(model);
    player.rootMotion = { bone: 'root', axes: 'x', yaw: false };
    player.play('walk');
    // Two loops and a half, by 2 along x of the bone each: -z of the model, at half the size.
    for (let frame = 0; frame < 50; frame++) player.update(0.1);
    expect(model.scene.position.distanceTo(new THREE.Vector3(10, 0, -2.5))).toBeLessThan(1e-4);
    expect(model.bones[0]?.position.x).toBeCloseTo(0, 5);
    expect(player.motion.translation.length()).toBeCloseTo(0.05, 4);
    player.rootMotion = { bone: 'tail', axes: 'x', yaw: false };
    expect(() => player.update(0.1)).toThrow('the model has no bone tail');
  });
});
