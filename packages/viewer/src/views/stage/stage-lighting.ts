// The lighting of a stage: an environment of the output, or a neutral studio.

import type { AssetcEnvironment, AssetcLight } from '@assetc/three';
import * as THREE from 'three';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';
import type { Store } from '../../store/store.js';
import { contextNumber, onContextBack, theRenderer } from './renderer.js';
import { sharedLoader } from './shared-loader.js';
import type { Stage } from './stage.js';

export const STUDIO = 'studio';
/** Weak: it only shows the shape of a model where the environment leaves it dark. */
const HEADLIGHT = 0.5;
/** The room's lamps are bright. */
const STUDIO_LIGHT = 0.8;
const DIM = 0.3;

/** Paths of environments, by the compiler's naming. */
export const environmentsOf = (store: Store): readonly string[] =>
  store.entries.filter(({ path }) => path.endsWith('.env.ktx2')).map(({ path }) => path);

let studio: { readonly texture: THREE.Texture; readonly context: number } | undefined;

/** Blurred anyway. Twice the side takes four times as long, which is seconds where it is drawn in software. */
const STUDIO_SIZE = 128;

/** Made once per context: it takes a moment, and is small. */
function studioTexture(): THREE.Texture {
  if (studio?.context === contextNumber()) return studio.texture;
  const generator = new THREE.PMREMGenerator(theRenderer());
  const room = new RoomEnvironment();
  studio = {
    texture: generator.fromScene(room, 0.04, 0.1, 100, { size: STUDIO_SIZE }).texture,
    context: contextNumber(),
  };
  room.dispose();
  generator.dispose();
  return studio.texture;
}

type Sky = Pick<AssetcEnvironment | AssetcLight, 'texture' | 'dispose'>;

interface Kept {
  readonly path: string;
  readonly environment: Promise<Sky>;
}

/** The last environment is kept for the next view, because it is slow to make. */
const kept = new WeakMap<Store, Kept>();

function environmentOf(store: Store, path: string): Promise<Sky> {
  const had = kept.get(store);
  if (had?.path === path) return had.environment;
  had?.environment.then(
    (old) => old.dispose(),
    () => {},
  );
  const { loader } = sharedLoader(store);
  // The compiler has filtered it: three would need seconds where it draws in software.
  const light = path.replace(/\.env\.ktx2$/, '.ibl.ktx2');
  const environment: Promise<Sky> =
    store.find(light) === undefined ? loader.loadEnvironment(path) : loader.loadLight(light);
  kept.set(store, { path, environment });
  environment.catch(() => kept.get(store)?.environment === environment && kept.delete(store));
  return environment;
}

export class StageLighting {
  readonly #stage: Stage;
  readonly #store: Store;
  readonly #headlight = new THREE.DirectionalLight(0xffffff, HEADLIGHT);
  readonly #endContextBack: () => void;
  #sky: THREE.Texture | undefined;
  #wanted = '';
  #isShown = false;
  #isDim = false;

  constructor(stage: Stage, store: Store) {
    this.#stage = stage;
    this.#store = store;
    // Next to the camera, so that the shape of a model is visible from every side.
    this.#headlight.position.set(-0.4, 0.6, 1);
    stage.camera.add(this.#headlight);
    stage.camera.add(this.#headlight.target);
    this.#headlight.target.position.set(0, 0, -1);
    stage.scene.add(stage.camera);
    this.#endContextBack = onContextBack(() => this.#light());
  }

  /** Uses a path of `environmentsOf`, or STUDIO. If the file cannot be read, falls back to the studio and resolves to the problem. */
  async choose(name: string): Promise<string | undefined> {
    this.#wanted = name;
    let problem: string | undefined;
    let sky: THREE.Texture | undefined;
    if (name !== STUDIO)
      try {
        sky = (await environmentOf(this.#store, name)).texture;
      } catch (error) {
        problem = error instanceof Error ? error.message : String(error);
      }
    if (this.#wanted !== name) return undefined;
    this.#sky = sky;
    this.#light();
    return problem;
  }

  #light(): void {
    this.#stage.scene.environment = this.#sky ?? studioTexture();
    this.dim(this.#isDim);
    this.showSky(this.#isShown);
  }

  /** Dims the light, so that a model's own lights are visible. */
  dim(isDim: boolean): void {
    this.#isDim = isDim;
    this.#headlight.intensity = isDim ? 0 : HEADLIGHT;
    this.#stage.scene.environmentIntensity = isDim ? DIM : this.#sky === undefined ? STUDIO_LIGHT : 1;
    this.#stage.invalidate();
  }

  /** Shows the environment behind the model. */
  showSky(isShown: boolean): void {
    this.#isShown = isShown;
    this.#stage.background = isShown ? this.#sky : undefined;
    this.#stage.invalidate();
  }

  dispose(): void {
    this.#endContextBack();
    this.#wanted = '';
    this.#headlight.dispose();
    this.#stage.scene.environment = null;
  }
}
