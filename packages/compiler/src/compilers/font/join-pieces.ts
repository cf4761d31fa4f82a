// Joins pieces of edges to the chains of a glyph's outline.

/** A run of edges; `isClosed` if the last point connects to the first. */
export interface Chain {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly smooth: readonly number[];
  readonly isClosed: boolean;
}

export interface Piece {
  readonly ax: number;
  readonly ay: number;
  readonly bx: number;
  readonly by: number;
  readonly smoothA: number;
  readonly smoothB: number;
}

/** Joins pieces end to end. Overlapping pieces count once; a run that does not close stays open. */
export function joinPieces(pieces: readonly Piece[]): Chain[] {
  const unique = [...new Map(pieces.map((p) => [`${p.ax} ${p.ay} ${p.bx} ${p.by}`, p])).values()];
  const starting = new Map<string, Piece[]>();
  const ending = new Set(unique.map(({ bx, by }) => `${bx} ${by}`));
  for (const piece of unique) {
    const key = `${piece.ax} ${piece.ay}`;
    const list = starting.get(key);
    if (list === undefined) starting.set(key, [piece]);
    else list.push(piece);
  }
  const used = new Set<Piece>();
  const chains: Chain[] = [];
  const follow = (first: Piece): void => {
    const run: Piece[] = [];
    for (let piece: Piece | undefined = first; piece !== undefined && !used.has(piece); ) {
      used.add(piece);
      run.push(piece);
      piece = starting.get(`${piece.bx} ${piece.by}`)?.find((next) => !used.has(next));
    }
    const last = run.at(-1);
    const isClosed = last !== undefined && last.bx === first.ax && last.by === first.ay;
    const xs = run.map(({ ax }) => ax);
    const ys = run.map(({ ay }) => ay);
    // A point is smooth only if both pieces that meet there are.
    const smooth = run.map(({ smoothA }, i) => smoothA & ((run[i - 1] ?? last)?.smoothB ?? 0));
    if (!isClosed && last !== undefined) {
      xs.push(last.bx);
      ys.push(last.by);
      smooth.push(0);
    }
    chains.push({ xs, ys, smooth, isClosed });
  };
  // Open runs first, from their starts.
  for (const piece of unique) if (!used.has(piece) && !ending.has(`${piece.ax} ${piece.ay}`)) follow(piece);
  for (const piece of unique) if (!used.has(piece)) follow(piece);
  return chains;
}
