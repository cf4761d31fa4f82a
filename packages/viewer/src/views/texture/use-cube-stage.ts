// The stage of a cube map's canvas, and whether a cube is drawn. Recreated after a lost context.

import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useContextLife } from '../../canvas/use-context-life.js';
import { type CubeShot, CubeStage } from '../../texture/cube/cube-stage.js';
import type { TextureClient } from '../../texture/worker/texture-client.js';

interface CubeStageState {
  readonly isReady: boolean;
  readonly error: unknown;
}

export function useCubeStage(
  canvas: RefObject<HTMLCanvasElement | null>,
  client: TextureClient,
  shot: CubeShot,
): CubeStageState {
  const stage = useRef<CubeStage | undefined>(undefined);
  /** Number of cubes loaded on this stage: each is drawn. */
  const [loads, setLoads] = useState(0);
  const [error, setError] = useState<unknown>();
  const life = useContextLife(canvas);
  useEffect(() => {
    if (canvas.current === null || life === undefined) return;
    stage.current = new CubeStage(canvas.current);
    return () => {
      stage.current = undefined;
      setLoads(0);
    };
  }, [life]);
  useEffect(() => {
    if (stage.current === undefined) return;
    const given = new AbortController();
    setError(undefined);
    stage.current.show(client, given.signal).then(
      (isShown) => isShown && setLoads((count) => count + 1),
      (reason: unknown) => given.signal.aborted || setError(reason),
    );
    return () => given.abort();
  }, [client, life]);
  const { canvas: size, shows, exposure, level, turn, reach } = shot;
  useEffect(() => stage.current?.draw(shot), [shows, exposure, level, turn, reach, size, loads]);
  return { isReady: loads > 0, error };
}
