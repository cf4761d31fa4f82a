// A number with its noun: `1 file`, `3 files`.

/** `1 file`, `3 files`. */
export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
