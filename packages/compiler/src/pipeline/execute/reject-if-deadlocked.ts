// Detects work that waits for something that can never happen: Node would end the program silently, with code 13 if it awaits the work,
// else with 0. Rejected: a timer that keeps the program alive, because then it hangs.

/** What to do for each waiting work. One listener for all: Node warns about many. */
const waiting = new Set<() => void>();

function giveAllUp(): void {
  for (const giveUp of waiting) giveUp();
}

/** Settles like `work`. Rejects if the program has nothing left to do before that. `doing` describes the work. */
export async function rejectIfDeadlocked<T>(work: Promise<T>, doing: () => string): Promise<T> {
  let giveUp = (): void => {};
  const stuck = new Promise<never>((_, reject) => {
    giveUp = () => reject(new Error(`nothing is left that could end what is waited for: ${doing()}`));
  });
  if (waiting.size === 0) process.on('beforeExit', giveAllUp);
  waiting.add(giveUp);
  try {
    return await Promise.race([work, stuck]);
  } finally {
    waiting.delete(giveUp);
    if (waiting.size === 0) process.off('beforeExit', giveAllUp);
  }
}
