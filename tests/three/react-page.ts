// What the test of React-three-fiber does in the browser: a Canvas as users write it, with models of an AssetcModelLoader. Bundled by browser-page.ts.

import { AssetcLoader, AssetcModelLoader } from '@assetc/three';
import { Canvas, type RootState, useLoader, useThree } from '@react-three/fiber';
import { Component, createElement, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { AnimationMixer, type Object3D, Vector3 } from 'three';

const EYE = [80, 90, 220] as const;

interface Loaded {
  readonly state: RootState;
  readonly loader: AssetcLoader;
  readonly scenes: readonly Object3D[];
  readonly clips: readonly string[];
  /** What useLoader adds to the result. */
  readonly graph: readonly string[];
  readonly move: (seconds: number) => void;
}

interface ModelProps {
  readonly source: string;
  readonly name: string;
  readonly onReady: (loaded: Loaded) => void;
}

/** Two components would get the same: one asks twice. */
function Model({ source, name, onReady }: ModelProps) {
  const state = useThree();
  const loader = useMemo(() => new AssetcLoader(source, { renderer: state.gl, lods: 'off' }), [source, state.gl]);
  const model = useLoader(AssetcModelLoader, name, (each) => each.setSource(loader));
  const again = useLoader(AssetcModelLoader, name);
  const [several] = useLoader(AssetcModelLoader, [name]);
  useEffect(() => {
    const mixer = new AnimationMixer(model.scene);
    const [clip] = model.animations;
    if (clip !== undefined) mixer.clipAction(clip).play();
    onReady({
      state,
      loader,
      scenes: [model.scene, again.scene, several?.scene ?? model.model.scene],
      clips: model.animations.map(({ name }) => name),
      graph: [...Object.keys(model.nodes), ...Object.keys(model.materials)],
      move: (seconds) => void mixer.setTime(seconds),
    });
  }, [state, loader, model, again, several, onReady]);
  return createElement('primitive', { object: model.scene });
}

class Boundary extends Component<{ readonly children?: ReactNode; readonly onError: (error: unknown) => void }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError() {
    return { hasFailed: true };
  }
  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }
  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}

function show(props: Omit<ModelProps, 'onReady'>): { readonly root: Root; readonly loaded: Promise<Loaded> } {
  const box = document.body.appendChild(document.createElement('div'));
  box.style.cssText = 'width: 320px; height: 240px';
  const root = createRoot(box);
  const loaded = new Promise<Loaded>((onReady, onError) => {
    const gl = { preserveDrawingBuffer: true, antialias: false };
    const model = createElement(Suspense, { fallback: null }, createElement(Model, { ...props, onReady }));
    const light = createElement('directionalLight', { position: [3, 5, 4], intensity: 3 });
    root.render(
      createElement(
        Boundary,
        { onError },
        createElement(
          Canvas,
          { gl, dpr: 1, frameloop: 'demand', camera: { position: [...EYE], near: 1, far: 1000 } },
          light,
          model,
        ),
      ),
    );
  });
  return { root, loaded };
}

function pixels({ gl, scene, camera }: RootState): Uint8Array {
  camera.lookAt(new Vector3(0, 30, 0));
  gl.render(scene, camera);
  const context = gl.getContext();
  const { drawingBufferWidth: width, drawingBufferHeight: height } = context;
  const all = new Uint8Array(width * height * 4);
  context.readPixels(0, 0, width, height, context.RGBA, context.UNSIGNED_BYTE, all);
  return all;
}

const differing = (a: Uint8Array, b: Uint8Array): number => a.filter((value, i) => value !== b[i]).length;

/** How far the picture of a model in a Canvas is from an empty one, from a moved one, and from what AssetcLoader alone loads in the same scene. */
export async function drawInCanvas(source: string, name: string) {
  const { root, loaded } = show({ source, name });
  const { state, loader, scenes, clips, graph, move } = await loaded;
  const atRest = pixels(state);
  move(0.4);
  const moved = pixels(state);
  move(0);
  const [own] = scenes;
  const parent = own?.parent;
  const other = await loader.loadModel(name);
  if (own !== undefined) parent?.remove(own);
  const empty = pixels(state);
  parent?.add(other.scene);
  const alone = pixels(state);
  parent?.remove(other.scene);
  other.dispose();
  root.unmount();
  useLoader.clear(AssetcModelLoader, name);
  return {
    drawn: differing(atRest, empty),
    moved: differing(moved, atRest),
    other: differing(alone, atRest),
    clips,
    graph,
    isShared: new Set(scenes).size === 1,
  };
}

/** What a boundary catches of a model that cannot be loaded. */
export async function failInCanvas(source: string, name: string): Promise<string> {
  const { root, loaded } = show({ source, name });
  const message = await loaded.then(() => 'loaded', String);
  root.unmount();
  return message;
}
