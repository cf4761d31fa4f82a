// Splits lines and points into one model per material, in material order, those without a material first.

import type { LinesModel } from '../../../model/scene/scene.js';
import { GrowableInts } from '../growable.js';
import type { CornerRuns, ObjText } from '../obj-text.js';
import { gatherVertices } from './gather-vertices.js';
import { CORNER_NUMBERS, CornerWelder } from './weld-corners.js';

/** `numbers`: for each material name of the file, its row in the material table; −1 for none. */
export function splitLinesAndPoints(text: ObjText, numbers: Int32Array): LinesModel[] {
  const welder = new CornerWelder(text.positions.length / 3);
  const points = isPointCloud(text) ? everyVertex(text) : text.points;
  return [
    ...byMaterial(text.lines, numbers, 'lines').map((part) => gather(text, text.lines, part, welder)),
    ...byMaterial(points, numbers, 'points').map((part) => gather(text, points, part, welder)),
  ];
}

/** Also true for a point cloud. */
export const hasLinesOrPoints = (text: ObjText): boolean =>
  text.lines.faceLines.length + text.points.faceLines.length > 0 || isPointCloud(text);

/** Unreferenced vertices are points: scanners write them so. Those of curves are not. */
function isPointCloud({ positions, faceLines, shortFaces, lines, points, unsupported }: ObjText): boolean {
  const elements = faceLines.length + shortFaces + lines.faceLines.length + points.faceLines.length;
  return positions.length > 0 && elements === 0 && unsupported.length === 0;
}

function everyVertex({ positions }: ObjText): CornerRuns {
  const corners = new Int32Array(positions.length).fill(-1);
  for (let i = 0; i < corners.length; i += 3) corners[i] = i / 3;
  return {
    corners,
    faceStarts: Int32Array.of(0, corners.length / 3),
    faceMaterials: Int32Array.of(-1),
    faceLines: Int32Array.of(1),
  };
}

interface Part {
  readonly mode: LinesModel['mode'];
  /** −1 is none. */
  readonly material: number;
  /** Line of its first element. */
  readonly line: number;
  /** Corner indices: each point, or the two ends of each line. */
  readonly ends: GrowableInts;
}

function byMaterial(runs: CornerRuns, numbers: Int32Array, mode: Part['mode']): Part[] {
  const { faceStarts, faceMaterials, faceLines } = runs;
  const parts = new Map<number, Part>();
  for (let run = 0; run < faceLines.length; run++) {
    const material = numbers[faceMaterials[run] ?? -1] ?? -1;
    const part = parts.get(material) ?? { mode, material, line: faceLines[run] ?? 1, ends: new GrowableInts() };
    parts.set(material, part);
    const [first, end] = [faceStarts[run] ?? 0, faceStarts[run + 1] ?? 0];
    if (mode === 'points') for (let corner = first; corner < end; corner++) part.ends.push(corner);
    else
      for (let corner = first; corner + 1 < end; corner++) {
        part.ends.push(corner);
        part.ends.push(corner + 1);
      }
  }
  return [...parts.values()].sort((a, b) => a.material - b.material);
}

function gather(text: ObjText, { corners }: CornerRuns, part: Part, welder: CornerWelder): LinesModel {
  const ends = part.ends.view();
  const welded = welder.weld(ends.length, (numbers) => {
    for (let i = 0; i < ends.length; i++) {
      const from = (ends[i] ?? 0) * 3;
      numbers[i * CORNER_NUMBERS] = corners[from] ?? 0;
      numbers[i * CORNER_NUMBERS + 1] = corners[from + 1] ?? -1;
    }
  });
  return {
    origin: { line: part.line },
    mode: part.mode,
    ...gatherVertices(text, welded.numbers, welded.count, undefined),
    indices: welded.remap,
    material: part.material < 0 ? undefined : part.material,
  };
}
