// A model on its stage, animated by clips of a file; undefined until they are loaded.

import { AssetcModel } from '@assetc/three';
import { useRef, useState } from 'preact/hooks';
import type * as THREE from 'three';
import { messageOf } from '../../parts/error-box.js';
import type { Store } from '../../store/store.js';
import type { ViewedModel } from '../mesh/plain-model.js';
import { sharedLoader } from '../stage/shared-loader.js';
import type { Stage } from '../stage/stage.js';
import { meshFor } from './read-clips.js';

interface Playing {
  readonly model: ViewedModel;
  readonly stage: Stage;
  readonly clips: readonly THREE.AnimationClip[];
}

interface PlayingState {
  readonly playing: Playing | undefined;
  /** Why the clips do not fit the model, or ''. */
  readonly problem: string;
  readonly begin: (model: ViewedModel, stage: Stage) => void;
  /** Call it before another model is shown. */
  readonly end: () => void;
}

/** Clips of the file for a model with another name. */
async function clipsFor(store: Store, path: string, model: ViewedModel): Promise<readonly THREE.AnimationClip[]> {
  if (!(model instanceof AssetcModel)) return [];
  if (model.path === meshFor(path)) return model.animations;
  return sharedLoader(store).loader.loadClips(path.replace(/\.(?:hanim|hclip)$/, ''), model);
}

export function usePlaying(store: Store, path: string): PlayingState {
  const [playing, setPlaying] = useState<Playing>();
  const [problem, setProblem] = useState('');
  /** Ignores clips that arrive after their model was replaced. */
  const current = useRef<ViewedModel | undefined>(undefined);
  return {
    playing,
    problem,
    begin(model, stage) {
      current.current = model;
      clipsFor(store, path, model).then(
        (clips) => {
          if (current.current !== model) return;
          setProblem('');
          setPlaying({ model, stage, clips });
        },
        (failure: unknown) => current.current === model && setProblem(messageOf(failure)),
      );
    },
    end() {
      current.current = undefined;
      setPlaying(undefined);
      setProblem('');
    },
  };
}
