// The clips of a model as files: keys of joints and of morph weights, or compressed ones.

import { shortestDecimal } from '@assetc/formats';
import { compressClips } from '../../compilers/animation/compress/compress-clips.js';
import { encodeAnimations } from '../../compilers/animation/encode-animations.js';
import { jointClips } from '../../compilers/animation/joint-clips.js';
import { type AnimationSettings, animationSettings } from '../../compilers/animation/settings.js';
import { encodeWeights, weightClips } from '../../compilers/animation/weight-clips.js';
import type { MappedJoints } from '../../compilers/mesh/skeleton/map-joints.js';
import type { WarnAt } from '../../compilers/warn-once.js';
import type { CompileContext } from '../../model/kind/compile-context.js';
import { settingsIn } from '../../model/kind/setting.js';
import type { SceneModel } from '../../model/scene/scene.js';
import type { SkeletonModel } from '../../model/scene/skeleton.js';
import type { MeshFormat } from '../../runtimes/contract/mesh-format.js';
import type { PackedMesh, PackedSource } from '../../runtimes/contract/model-source.js';

/** `joints`: those that the clips move. */
export async function clipFiles(
  { animations }: SceneModel,
  mesh: PackedMesh,
  joints: SkeletonModel | MappedJoints | undefined,
  { needs, keeps }: MeshFormat,
  context: CompileContext,
  warn: WarnAt,
): Promise<Pick<PackedSource, 'hanim' | 'hanimx' | 'hclip'>> {
  const settings = settingsIn(context.settings, animationSettings);
  const compression = keeps.compressedClips === undefined ? 'none' : settings.compression;
  const clips = needs.clips ? jointClips(animations, joints, settings, context.path, warn) : [];
  const hasKeys = compression !== 'auto';
  return {
    hanim: hasKeys ? encodeAnimations(clips, settings) : undefined,
    hanimx: hasKeys && needs.morphs ? encodeWeights(animations, mesh.morphRows, settings, warn) : undefined,
    hclip:
      compression === 'none'
        ? undefined
        : await compressClips(
            {
              joints: clips,
              // Weights keep every key: the error is measured against them.
              weights: needs.morphs ? weightClips(animations, mesh.morphRows, { tolerance: 0 }, warn) : [],
              jointNames: mesh.skeleton?.joints.map(({ name }) => name) ?? [],
              mesh: mesh.model,
            },
            settings,
            (task, count, payload) => context.parallel(task, count, payload),
            clipWarnings(settings, context),
          ),
  };
}

const clipWarnings = ({ error: asked, reference }: AnimationSettings, context: CompileContext) => ({
  onMissed: (name: string, error: number) =>
    context.warn({
      code: 'mesh/clip-error',
      file: context.path,
      message: `the compressed clip ${JSON.stringify(name)} is up to ${shortestDecimal(error)} from its source; animation.error is ${asked}`,
    }),
  onNoReference: (names: readonly string[]) =>
    context.warn({
      code: 'mesh/no-reference-clip',
      file: context.path,
      message: `animation.reference names the clip ${JSON.stringify(reference)}, which does not exist; there are ${names.map((name) => JSON.stringify(name)).join(', ')}`,
    }),
});
