// The facts that an independent reader found in a file of the corpus: NAME.fbx.json. Its README explains every field.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { corpusFolder } from '../../../packages/compiler/src/testing/corpus.js';

export const folder = join(corpusFolder, 'fbx');

/** Empty without the corpus. */
export const files: readonly string[] = existsSync(folder)
  ? readdirSync(folder)
      .filter((name) => name.endsWith('.fbx'))
      .sort()
  : [];

/** Numbers in a row; null for those that are not finite. */
type Numbers = readonly (number | null)[];

export interface InstanceFacts {
  readonly degenerate?: number;
  readonly generatedNormals?: boolean;
  readonly skins?: readonly number[];
  readonly blendChannels?: readonly number[];
  readonly node: number;
  /** Samples: positions in the world, undeformed (p) and at rest (q), normals, texture coordinates, colors. */
  readonly corners?: {
    readonly p: Numbers;
    readonly q?: Numbers;
    readonly n?: Numbers;
    readonly uv?: Numbers;
    readonly c?: Numbers;
  };
}

interface ClipFacts {
  readonly name: string;
  readonly begin: number;
  readonly curves: number;
  readonly animatedNodes: number;
  readonly times: readonly number[];
  /** `w`: the position in the world at each time, or once. */
  readonly nodes: readonly { readonly node: number; readonly w: readonly number[] }[];
  readonly blendWeights: readonly { readonly channel: number; readonly w: readonly number[] | number }[];
  /** Of all posed triangles at each time. */
  readonly boxes: readonly (Numbers | null)[];
}

/** Matrices have 12 numbers, column by column. */
export interface Facts {
  readonly ok: boolean;
  readonly triangles: number;
  readonly box?: Numbers;
  readonly restBox?: Numbers;
  readonly instances: readonly InstanceFacts[];
  readonly instancesLeftOut?: number;
  readonly nodes: readonly { readonly name: string; readonly world: readonly number[]; readonly attr?: string }[];
  readonly materials: readonly { readonly name: string }[];
  readonly skins?: readonly {
    readonly maxInfluences: number;
    readonly clusters: readonly { readonly name: string; readonly weights: number }[];
  }[];
  readonly blendChannels?: readonly {
    readonly name: string;
    readonly weight: number;
    readonly shapes: readonly { readonly fullWeight: number }[];
  }[];
  readonly animations: readonly ClipFacts[];
  readonly cameras: readonly {
    readonly projection: string;
    readonly position: readonly number[];
    readonly forward: readonly number[];
    readonly fovDegrees: readonly number[];
    readonly near: number;
    readonly far: number;
  }[];
  readonly lights: readonly {
    readonly type: string;
    readonly color: readonly number[];
    readonly intensity: number;
    readonly outerDegrees: number;
    readonly position: readonly number[];
    readonly direction: readonly number[];
  }[];
  /** Why a value may be wrong there. */
  readonly doubtful?: unknown;
  readonly curves?: { readonly constantPrev?: number; readonly constantNext?: number };
}

export const factsOf = (file: string): Facts => JSON.parse(readFileSync(join(folder, `${file}.json`), 'utf8')) as Facts;

/** The diagonal of the box of everything. */
export function sizeOf({ box }: Facts): number {
  const numbers = box?.map((value) => value ?? Number.NaN) ?? [];
  return Math.max(1e-9, Math.hypot(...[0, 1, 2].map((i) => (numbers[i + 3] ?? 0) - (numbers[i] ?? 0))) || 0);
}

/** The most bones that a point follows. */
export const maxInfluences = ({ skins = [] }: Facts): number => Math.max(0, ...skins.map((skin) => skin.maxInfluences));
