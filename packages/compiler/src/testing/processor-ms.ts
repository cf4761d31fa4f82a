// Measures the processor time of a step over all threads. Unlike wall time, it hardly depends on the machine's load.

export function processorMs(step: () => void): number {
  const start = process.cpuUsage();
  step();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
