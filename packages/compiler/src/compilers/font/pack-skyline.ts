// Packs rectangles into the smallest atlas that fits, by the skyline rule: each goes where its top is lowest, then leftmost. The order depends
// only on sizes and the caller's order.

interface PackedAtlas {
  readonly width: number;
  readonly height: number;
  /** In the order of the input. */
  readonly positions: readonly { readonly x: number; readonly y: number }[];
}

interface Rectangle {
  readonly width: number;
  readonly height: number;
}

/** An empty texel between neighbors keeps filtering from mixing them. */
const GAP = 1;

/** Sides are powers of two, the width at most twice the height; undefined if `limit` is too small. */
export function packSkyline(rectangles: readonly Rectangle[], limit: number): PackedAtlas | undefined {
  const order = rectangles
    .map((rectangle, index) => ({ ...rectangle, index }))
    .sort((a, b) => b.height - a.height || b.width - a.width || a.index - b.index);
  if (rectangles.some(({ width, height }) => width > limit || height > limit)) return undefined;
  const area = rectangles.reduce((sum, { width, height }) => sum + (width + GAP) * (height + GAP), 0);
  for (let side = 1; side <= limit; side *= 2) {
    for (const [width, height] of [
      [side, side],
      [side * 2, side],
    ] as const) {
      if (width > limit || width * height < area) continue;
      const positions = placeAll(order, width, height);
      if (positions !== undefined) return { width, height, positions };
    }
  }
  return undefined;
}

interface Step {
  readonly x: number;
  readonly width: number;
  readonly y: number;
}

function placeAll(
  order: readonly (Rectangle & { readonly index: number })[],
  atlasWidth: number,
  atlasHeight: number,
): { x: number; y: number }[] | undefined {
  let skyline: Step[] = [{ x: 0, y: 0, width: atlasWidth + GAP }];
  const positions = Array.from({ length: order.length }, () => ({ x: 0, y: 0 }));
  for (const { width, height, index } of order) {
    const best = findLowest(skyline, width + GAP, height + GAP, atlasWidth + GAP, atlasHeight + GAP);
    if (best === undefined) return undefined;
    positions[index] = best;
    skyline = raiseSkyline(skyline, best.x, width + GAP, best.y + height + GAP);
  }
  return positions;
}

function findLowest(
  skyline: readonly Step[],
  width: number,
  height: number,
  atlasWidth: number,
  atlasHeight: number,
): { x: number; y: number } | undefined {
  let best: { x: number; y: number } | undefined;
  for (const [i, { x }] of skyline.entries()) {
    if (x + width > atlasWidth) break;
    let y = 0;
    for (let k = i; k < skyline.length; k++) {
      const step = skyline[k];
      if (step === undefined || step.x >= x + width) break;
      y = Math.max(y, step.y);
    }
    if (y + height <= atlasHeight && (best === undefined || y < best.y)) best = { x, y };
  }
  return best;
}

function raiseSkyline(skyline: readonly Step[], x: number, width: number, y: number): Step[] {
  const next: Step[] = [];
  for (const step of skyline) {
    const end = step.x + step.width;
    if (step.x < x) next.push({ x: step.x, y: step.y, width: Math.min(end, x) - step.x });
    if (step.x <= x && x < end) next.push({ x, y, width });
    if (end > x + width) {
      const from = Math.max(step.x, x + width);
      next.push({ x: from, y: step.y, width: end - from });
    }
  }
  const merged: Step[] = [];
  for (const step of next) {
    const last = merged.at(-1);
    if (step.width <= 0) continue;
    if (last !== undefined && last.y === step.y)
      merged[merged.length - 1] = { ...last, width: last.width + step.width };
    else merged.push(step);
  }
  return merged;
}
