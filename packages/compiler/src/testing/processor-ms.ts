// How long a step takes the processor, all threads of the process: a busy machine stretches the clock on the wall, and hardly this.

export function processorMs(step: () => void): number {
  const start = process.cpuUsage();
  step();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
