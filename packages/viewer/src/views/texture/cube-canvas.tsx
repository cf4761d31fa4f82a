// A cube map as a sky to look around in, or mirrored by balls, one a level of roughness. Dragged by mouse and finger, turned by arrow keys.

import { readEnvironmentLight, roughnessOfLevel } from '@assetc/formats';
import { useEffect, useRef, useState } from 'preact/hooks';
import { contextOf, dropContext, GlProgram, WHOLE_CANVAS } from '../../gl/program.js';
import { ErrorBox } from '../../parts/error-box.js';
import { ballsIn } from '../../texture/balls.js';
import { type CubePicture, loadCube } from '../../texture/cube-picture.js';
import { BALLS, SKY } from '../../texture/cube-shaders.js';
import type { TextureClient } from '../../texture/texture-client.js';
import { type Turn, turned, turnMatrix } from '../../texture/turn.js';
import { useCanvasSize, useDrag, useWheel } from './canvas-gestures.js';

interface CubeCanvasProps {
  readonly label: string;
  readonly client: TextureClient;
  readonly shows: 'sky' | 'roughness';
  readonly exposure: number;
  /** Of the sky. */
  readonly level: number;
}

interface CubeStage {
  readonly gl: WebGL2RenderingContext;
  readonly sky: GlProgram;
  readonly balls: GlProgram;
  cube: CubePicture | undefined;
}

export function CubeCanvas({ label, client, shows, exposure, level }: CubeCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<CubeStage | undefined>(undefined);
  const size = useCanvasSize(canvas);
  const [turn, setTurn] = useState<Turn>({ yaw: 0, pitch: 0 });
  const [reach, setReach] = useState(0.8);
  /** How many cubes have come: each is drawn. */
  const [loads, setLoads] = useState(0);
  const [error, setError] = useState<unknown>();

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const gl = contextOf(element);
    stage.current = {
      gl,
      sky: new GlProgram(gl, WHOLE_CANVAS, SKY),
      balls: new GlProgram(gl, WHOLE_CANVAS, BALLS),
      cube: undefined,
    };
    return () => {
      dropContext(gl);
      stage.current = undefined;
    };
  }, []);
  useEffect(() => {
    const now = stage.current;
    if (now === undefined) return;
    const life = new AbortController();
    setError(undefined);
    loadCube(now.gl, client, life.signal).then(
      (cube) => {
        if (cube === undefined) return;
        if (now.cube !== undefined) now.gl.deleteTexture(now.cube.texture);
        now.cube = cube;
        setLoads((count) => count + 1);
      },
      (reason: unknown) => life.signal.aborted || setError(reason),
    );
    return () => life.abort();
  }, [client]);

  useEffect(() => {
    const now = stage.current;
    if (now?.cube === undefined || size.width === 0) return;
    drawCube(now, now.cube, { client, shows, exposure, level, turn, reach, ...size });
  }, [client, shows, exposure, level, turn, reach, size, loads]);

  const turnBy = (dx: number, dy: number): void => {
    const share = (2 * reach) / Math.max(1, canvas.current?.clientHeight ?? 1);
    setTurn((before) => turned(before, dx * share, dy * share));
  };
  const zoom = (factor: number): void => setReach((before) => Math.min(2.4, Math.max(0.1, before * factor)));
  useWheel(canvas, (event) => zoom(2 ** (event.deltaY / 480)));
  const drag = useDrag(turnBy);
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => turnBy(40, 0),
    ArrowRight: () => turnBy(-40, 0),
    ArrowUp: () => turnBy(0, 40),
    ArrowDown: () => turnBy(0, -40),
    '+': () => zoom(0.8),
    '=': () => zoom(0.8),
    '-': () => zoom(1.25),
    '0': () => setTurn({ yaw: 0, pitch: 0 }),
  };
  const light = shows === 'roughness' ? readEnvironmentLight(client.ktx) : undefined;
  const labels = light === undefined ? [] : ballsIn(size, client.ktx.levels.length, true);
  return (
    <div class="stage">
      <canvas
        ref={canvas}
        class="whole"
        width={Math.max(1, size.width)}
        height={Math.max(1, size.height)}
        tabIndex={0}
        role="img"
        aria-label={`${label}. Arrow keys turn, plus and minus zoom, 0 looks ahead.`}
        data-ready={loads > 0}
        onKeyDown={(event) => {
          const act = keys[event.key];
          if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          act();
        }}
        {...drag}
      />
      {labels.map(({ x, y, radius }, i) => (
        <span
          key={`${x} ${y}`}
          class="ball-label"
          style={{ left: `${x / devicePixelRatio}px`, top: `${(y + radius) / devicePixelRatio}px` }}
        >
          {i < client.ktx.levels.length
            ? `mip ${i} · ${roughnessOfLevel(i, client.ktx.levels.length).toFixed(1)}`
            : 'diffuse'}
        </span>
      ))}
      {error === undefined ? null : <ErrorBox title="Not shown" error={error} />}
    </div>
  );
}

interface CubeShot {
  readonly client: TextureClient;
  readonly shows: 'sky' | 'roughness';
  readonly exposure: number;
  readonly level: number;
  readonly turn: Turn;
  readonly reach: number;
  readonly width: number;
  readonly height: number;
}

function drawCube({ gl, sky, balls }: CubeStage, { texture, levelCount }: CubePicture, shot: CubeShot): void {
  if (gl.isContextLost()) return;
  const { client, width, height } = shot;
  const common = {
    turn: turnMatrix(shot.turn),
    factor: 2 ** shot.exposure,
    isHdr: client.facts.isHdr,
    isSrgb: client.facts.isSrgb,
  };
  gl.viewport(0, 0, width, height);
  gl.clearColor(0, 0, 0, 0);
  gl.clear(gl.COLOR_BUFFER_BIT);
  const cube = { target: gl.TEXTURE_CUBE_MAP, texture };
  if (shot.shows === 'sky') {
    gl.disable(gl.BLEND);
    sky.use();
    sky.set({ ...common, level: shot.level, reach: [(shot.reach * width) / height, shot.reach] });
    sky.bind({ cube });
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    return;
  }
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  balls.use();
  balls.set({
    ...common,
    canvas: [width, height],
    sh: readEnvironmentLight(client.ktx)?.irradiance ?? new Float32Array(27),
  });
  balls.bind({ cube });
  for (const [i, { x, y, radius }] of ballsIn({ width, height }, levelCount, true).entries()) {
    balls.set({ middle: [x, height - y], radius, level: i, isDiffuse: i === levelCount });
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }
}
