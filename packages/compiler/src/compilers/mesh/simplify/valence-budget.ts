// The number of triangles per vertex determines how long ordering and meshlets take: meshoptimizer visits all of them whenever the vertex is
// used, which is quadratic. A million copies of one triangle would take days.

import { AssetError, type Place } from '../../../diagnostics/diagnostic.js';
import type { IndexedRows } from '../vertices/vertex-rows.js';

/**
 * The sum of squared triangle counts per vertex, over a whole mesh: about four seconds. Thirty million triangles of an ordinary mesh take half of it;
 * so does a fan of 22,000 triangles around one vertex.
 */
const MAX_SQUARES = 1e9;

export class ValenceBudget {
  readonly #file: string;
  #spent = 0;

  constructor(file: string) {
    this.#file = file;
  }

  spend({ rows, indices }: IndexedRows, where: Place): void {
    const valences = new Uint32Array(rows.count);
    let maxValence = 0;
    for (let i = 0; i < indices.length; i++) {
      const vertex = indices[i] ?? 0;
      const valence = (valences[vertex] ?? 0) + 1;
      valences[vertex] = valence;
      // The difference from the next square.
      this.#spent += 2 * valence - 1;
      if (valence > maxValence) maxValence = valence;
    }
    if (this.#spent > MAX_SQUARES)
      throw new AssetError({
        code: 'mesh/too-large',
        file: this.#file,
        where,
        message: `${maxValence} triangles share one vertex, which would take too long to order`,
        hint: 'Check for triangles on top of each other, or split the fan around the vertex.',
      });
  }
}
