// Milliseconds of a clock that nobody sets. `performance` has the same clock, but Node loads it when it is first used: a millisecond of a
// small build.

export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;
