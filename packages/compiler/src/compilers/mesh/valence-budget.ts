// How many triangles meet in a vertex decides how long ordering and cutting take: meshoptimizer looks at all of them whenever the
// vertex is used, which is the square of their number. A million copies of one triangle would take days.

import { AssetError, type Place } from '../../diagnostics/diagnostic.js';
import type { IndexedRows } from './vertex-rows.js';

/**
 * Squares of the triangles at each vertex, over a whole mesh: about four seconds. Thirty million triangles of an ordinary mesh
 * come to half of it; so does a fan of 22,000 triangles around one vertex.
 */
const MOST_SQUARES = 1e9;

export class ValenceBudget {
  readonly #file: string;
  #spent = 0;

  constructor(file: string) {
    this.#file = file;
  }

  spend({ rows, indices }: IndexedRows, where: Place): void {
    const valences = new Uint32Array(rows.count);
    let most = 0;
    for (let i = 0; i < indices.length; i++) {
      const vertex = indices[i] ?? 0;
      const valence = (valences[vertex] ?? 0) + 1;
      valences[vertex] = valence;
      // The next square is larger by this much.
      this.#spent += 2 * valence - 1;
      if (valence > most) most = valence;
    }
    if (this.#spent > MOST_SQUARES)
      throw new AssetError({
        code: 'mesh/too-large',
        file: this.#file,
        where,
        message: `${most} triangles share one vertex, which would take too long to order`,
        hint: 'Check for triangles on top of each other, or split the fan around the vertex.',
      });
  }
}
