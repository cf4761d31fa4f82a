// Measures for texture benchmarks: CPU time and PSNR.

/** CPU seconds of all threads. Wall time is unreliable on a busy machine. */
export async function cpuSeconds<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly seconds: number }> {
  const start = process.cpuUsage();
  const result = await work();
  const used = process.cpuUsage(start);
  return { result, seconds: (used.user + used.system) / 1e6 };
}

export function rgbPsnr(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 4) for (let c = 0; c < 3; c++) sum += ((a[i + c] ?? 0) - (b[i + c] ?? 0)) ** 2;
  return 10 * Math.log10((255 * 255 * a.length * 0.75) / sum);
}
