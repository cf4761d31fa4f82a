// What compressed clips would take, measured on the files of a model that has keys.

import { decodeHanim, decodeHanimx, decodeHmesh, FormatError } from '@assetc/formats';
import { runClipJob } from '../../compilers/animation/compress/clip-task.js';
import { compressClips } from '../../compilers/animation/compress/compress-clips.js';
import { animationSettings } from '../../compilers/animation/settings.js';
import { runOnThisThread } from '../../encoding/parallel.js';
import { settingsIn } from '../../model/kind/setting.js';

/** The files of a model. */
interface ModelWithKeys {
  readonly hmesh: Uint8Array;
  readonly hanim: Uint8Array | undefined;
  readonly hanimx: Uint8Array | undefined;
  /** Canonical JSON of the settings it was made with. */
  readonly settings: string;
}

const INTERPOLATIONS = { LINEAR: 'linear', STEP: 'step' } as const;
const parallel = runOnThisThread({ 'compress-clip': runClipJob });

/** Bytes of the `.hclip` that `animation.compression: auto` would write instead of the keys. Undefined if they cannot be read. */
export async function measureClips({ hmesh, hanim, hanimx, settings }: ModelWithKeys): Promise<number | undefined> {
  try {
    const mesh = decodeHmesh(hmesh);
    const joints = hanim === undefined ? [] : decodeHanim(hanim);
    const bytes = await compressClips(
      {
        joints: joints.map(({ name, channels }) => ({
          name,
          channels: channels.map((channel) => ({ ...channel, interpolation: INTERPOLATIONS[channel.interpolation] })),
        })),
        weights: hanimx === undefined ? [] : decodeHanimx(hanimx),
        jointNames: mesh.names?.joints ?? [],
        mesh,
      },
      settingsIn(JSON.parse(settings), animationSettings),
      parallel,
      { onMissed: () => {}, onNoReference: () => {} },
    );
    return bytes?.length;
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
