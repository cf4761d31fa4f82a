// Maps a list with limited concurrency.

const AT_A_TIME = 8;

/** In the order of the list. */
export async function mapConcurrently<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<readonly R[]> {
  const results = new Array<R>(all.length);
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let at = next++; at < all.length; at = next++) {
      const one = all[at];
      if (one !== undefined) results[at] = await work(one);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_A_TIME, all.length) }, lane));
  return results;
}
