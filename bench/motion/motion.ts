// Compressed clips next to the figures of ACL that were measured once on the same clips: bytes and error at 0.01 cm and 0.1 cm, with points at
// 3 cm around each joint. The clips and figures are in ../shared/motion, or in ASSETC_MOTION.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bindPoseOf, decodeHclip, encodeHclip, type Joint, sampleHclip } from '@assetc/formats';
import { type Animation, type Node, NodeIO, type Skin } from '@gltf-transform/core';
import type { ClipInput, InputTrack } from '../../packages/compiler/src/compilers/animation/compress/clip-input.js';
import { compressClip } from '../../packages/compiler/src/compilers/animation/compress/compress-clip.js';
import { splineToLinearKeys } from '../../packages/compiler/src/compilers/animation/spline-to-linear.js';
import { CLIPS_FOLDER, hasMotion } from './clips-folder.js';

const SHELL_METERS = 0.03;
const BOUNDS = { 'acl_0.01cm': 0.0001, 'acl_0.1cm': 0.001 } as const;
const POSES = 400;

interface AclFigures {
  readonly bytes: number;
  readonly boundHeld: { readonly bytes: number } | null;
}
interface ClipFigures {
  readonly source: string;
  readonly clip: string;
  readonly animationIndex: number;
  readonly metresPerUnit: number;
  readonly rawKeyBytes: number;
  readonly 'acl_0.01cm': AclFigures;
  readonly 'acl_0.1cm': AclFigures;
}

/** The joints of a skin, or else the nodes that a clip moves, as an .hmesh has them. */
function jointsOf(
  skin: Skin | undefined,
  animation: Animation,
): { readonly nodes: readonly Node[]; readonly joints: readonly Joint[] } {
  const moved = animation.listChannels().flatMap((channel) => channel.getTargetNode() ?? []);
  const nodes = skin?.listJoints() ?? [...new Set(moved)];
  const parentOf = (node: Node): number => {
    for (let at = node.getParentNode(); at !== null; at = at.getParentNode())
      if (nodes.includes(at)) return nodes.indexOf(at);
    return -1;
  };
  const joints = nodes.map((node) => ({
    inverseBind: [],
    bindT: node.getTranslation(),
    bindR: node.getRotation(),
    bindS: node.getScale(),
    parent: parentOf(node),
  }));
  return { nodes, joints };
}

async function readClip({ source, animationIndex }: ClipFigures) {
  const root = (await new NodeIO().read(join(CLIPS_FOLDER, source))).getRoot();
  const [skin] = root.listSkins();
  const animation = root.listAnimations()[animationIndex];
  if (animation === undefined) throw new Error(`${source} has no such clip`);
  const { nodes, joints } = jointsOf(skin, animation);
  const tracks = new Map<string, InputTrack>();
  for (const channel of animation.listChannels()) {
    const [node, path, sampler] = [channel.getTargetNode(), channel.getTargetPath(), channel.getSampler()];
    const [times, values] = [sampler?.getInput()?.getArray(), sampler?.getOutput()?.getArray()];
    const index = node === null ? -1 : nodes.indexOf(node);
    if (index < 0 || path === null || path === 'weights' || !times || !values) continue;
    const key = `${path} ${index}`;
    if (tracks.has(key)) continue;
    const keys = { times: Float32Array.from(times), values: Float32Array.from(values) };
    const isRotation = path === 'rotation';
    tracks.set(key, {
      group: path,
      index,
      isStepped: sampler?.getInterpolation() === 'STEP',
      ...(sampler?.getInterpolation() === 'CUBICSPLINE'
        ? splineToLinearKeys({ ...keys, width: isRotation ? 4 : 3, isRotation }, 0)
        : keys),
    });
  }
  const duration = [...tracks.values()].reduce((end, { times }) => Math.max(end, times.at(-1) ?? 0), 0);
  return { joints, input: { name: animation.getName(), duration, tracks: [...tracks.values()] } satisfies ClipInput };
}

/** Nanoseconds of a pose at random times. */
function samplingTime(bytes: Uint8Array, bind: Float32Array): number {
  const [clip] = decodeHclip(bytes);
  if (clip === undefined) return 0;
  const pose = bind.slice();
  const run = (): number => {
    const start = process.hrtime.bigint();
    for (let i = 0; i < POSES; i++) sampleHclip(clip, (clip.duration * ((i * 7919) % POSES)) / POSES, bind, pose);
    return Number(process.hrtime.bigint() - start) / POSES;
  };
  run();
  return Math.min(run(), run(), run());
}

export async function run(args: readonly string[]): Promise<void> {
  if (!hasMotion()) {
    console.log(`skipped: ${CLIPS_FOLDER} does not exist; set ASSETC_MOTION`);
    return;
  }
  const { clips } = JSON.parse(readFileSync(join(CLIPS_FOLDER, 'acl.json'), 'utf8')) as {
    clips: readonly ClipFigures[];
  };
  const rows: Record<string, unknown>[] = [];
  for (const figures of clips) {
    const { joints, input } = await readClip(figures);
    const bind = bindPoseOf({ skin: { vertices: new Uint8Array(0), joints } });
    const perUnit = figures.metresPerUnit;
    for (const bound of ['acl_0.01cm', 'acl_0.1cm'] as const) {
      const skeleton = {
        parents: Int32Array.from(joints, ({ parent }) => parent),
        bind,
        shells: new Float64Array(joints.length).fill(SHELL_METERS / perUnit),
        limits: new Float64Array(joints.length).fill(BOUNDS[bound] / perUnit),
      };
      const before = process.cpuUsage();
      const none = { defaults: new Float32Array(0), limits: new Float64Array(0) };
      const { clip, isHeld } = compressClip(input, skeleton, none, { rate: undefined });
      const { user, system } = process.cpuUsage(before);
      const bytes = encodeHclip({ jointCount: joints.length, targetCount: 0, clips: [clip] });
      rows.push({
        clip: `${figures.source} ${figures.clip}`,
        bound: bound.slice('acl_'.length),
        keyBytes: figures.rawKeyBytes,
        bytes: bytes.length,
        errorMeters: clip.error * perUnit,
        isHeld,
        aclBytes: figures[bound].bytes,
        aclHeldBytes: figures[bound].boundHeld?.bytes,
        compressMs: (user + system) / 1000,
        nsPerJoint: samplingTime(bytes, bind) / joints.length,
      });
    }
  }
  print(rows, args.includes('--json'));
}

function print(rows: readonly Record<string, unknown>[], asJson: boolean): void {
  if (asJson) {
    console.log(JSON.stringify({ rows }));
    return;
  }
  console.table(rows);
  for (const bound of ['0.01cm', '0.1cm']) {
    const own = rows.filter((row) => row.bound === bound && row.aclHeldBytes !== undefined);
    const sum = (key: string) => own.reduce((total, row) => total + Number(row[key]), 0);
    const large = own.filter((row) => Number(row.aclHeldBytes) > 4096);
    const worst = Math.max(...large.map((row) => Number(row.bytes) / Number(row.aclHeldBytes)));
    console.log(
      `${bound}: ${own.length} clips, ${sum('bytes')} bytes, keys ${sum('keyBytes')} (1 : ${(sum('keyBytes') / sum('bytes')).toFixed(1)}), ` +
        `ACL with the bound held ${sum('aclHeldBytes')}: ${(sum('bytes') / sum('aclHeldBytes')).toFixed(3)} x, ` +
        `at most ${worst.toFixed(3)} x above 4 KB; ${own.filter((row) => row.isHeld !== true).length} clips miss the bound; ` +
        `${(sum('compressMs') / 1000).toFixed(1)} s of CPU`,
    );
  }
}
