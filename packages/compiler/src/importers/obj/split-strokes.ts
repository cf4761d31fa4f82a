// Lines and points → one model per material of each, in material order, those without a material first.

import type { LinesModel } from '../../model/scene.js';
import { cornerVertices } from './corner-vertices.js';
import { GrowableInts } from './growable.js';
import type { ObjStrokes, ObjText } from './obj-text.js';
import { CORNER_NUMBERS, CornerWelder } from './weld-corners.js';

/** `numbers` gives for each material name of the file its number in the material table, −1 for none. */
export function splitStrokes(text: ObjText, numbers: Int32Array): LinesModel[] {
  const welder = new CornerWelder(text.positions.length / 3);
  const points = isCloud(text) ? everyVertex(text) : text.points;
  return [
    ...byMaterial(text.lines, numbers, 'lines').map((part) => gather(text, text.lines, part, welder)),
    ...byMaterial(points, numbers, 'points').map((part) => gather(text, points, part, welder)),
  ];
}

/** Also where vertices alone stand for points. */
export const hasLinesOrPoints = (text: ObjText): boolean =>
  text.lines.faceLines.length + text.points.faceLines.length > 0 || isCloud(text);

/** Vertices that nothing refers to are meant as points: scanners write them so. Those of curves are none. */
function isCloud({ positions, faceLines, shortFaces, lines, points, unsupported }: ObjText): boolean {
  const elements = faceLines.length + shortFaces + lines.faceLines.length + points.faceLines.length;
  return positions.length > 0 && elements === 0 && unsupported.length === 0;
}

function everyVertex({ positions }: ObjText): ObjStrokes {
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
  /** Of the first of its strokes. */
  readonly line: number;
  /** Corners of the strokes: each, or for lines the two ends of each. */
  readonly ends: GrowableInts;
}

function byMaterial(strokes: ObjStrokes, numbers: Int32Array, mode: Part['mode']): Part[] {
  const { faceStarts, faceMaterials, faceLines } = strokes;
  const parts = new Map<number, Part>();
  for (let stroke = 0; stroke < faceLines.length; stroke++) {
    const material = numbers[faceMaterials[stroke] ?? -1] ?? -1;
    const part = parts.get(material) ?? { mode, material, line: faceLines[stroke] ?? 1, ends: new GrowableInts() };
    parts.set(material, part);
    const [first, end] = [faceStarts[stroke] ?? 0, faceStarts[stroke + 1] ?? 0];
    if (mode === 'points') for (let corner = first; corner < end; corner++) part.ends.push(corner);
    else
      for (let corner = first; corner + 1 < end; corner++) {
        part.ends.push(corner);
        part.ends.push(corner + 1);
      }
  }
  return [...parts.values()].sort((a, b) => a.material - b.material);
}

function gather(text: ObjText, { corners }: ObjStrokes, part: Part, welder: CornerWelder): LinesModel {
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
    ...cornerVertices(text, welded.numbers, welded.count, undefined),
    indices: welded.remap,
    material: part.material < 0 ? undefined : part.material,
  };
}
