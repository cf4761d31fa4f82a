// Counts the bytes that a step allocates by asking for them by number: `new Float32Array(n)`, `new ArrayBuffer(n)`,
// `new Array(n)`, `Array.from({ length: n })`. That is what a count field trusted too early turns into.

const TYPED = [
  'Int8Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
] as const;

const lengthOf = (value: unknown): number => {
  if (typeof value === 'number') return value;
  if (typeof value !== 'object' || value === null || value instanceof ArrayBuffer || !('length' in value)) return 0;
  return typeof value.length === 'number' ? value.length : 0;
};

/** Runs a step and returns how many bytes it asked for. Throws what the step throws. */
type Meter = (step: () => void) => number;

/**
 * Runs `use` with a meter, and restores the globals after it. They are replaced once for all steps: for each step, thousands of them took a tenth
 * longer.
 */
export function withAllocationMeter<T>(use: (meter: Meter) => T): T {
  let bytes = 0;
  const restore: (() => void)[] = [];
  const replace = (owner: object, name: string, value: unknown): void => {
    const before = Object.getOwnPropertyDescriptor(owner, name);
    if (before === undefined) throw new Error(`no ${name} to replace`);
    Object.defineProperty(owner, name, { ...before, value });
    restore.push(() => Object.defineProperty(owner, name, before));
  };
  const metered = <T extends object>(type: T, size: number): T =>
    new Proxy(type, {
      construct(target, args, newTarget) {
        bytes += lengthOf(args[0]) * size;
        // Refused here rather than made: a count of four billion must fail the test, not the machine.
        if (bytes > 1 << 30) throw new Error(`${bytes} bytes were asked for`);
        return Reflect.construct(target as new (...a: unknown[]) => object, args, newTarget);
      },
    });
  const from = Array.from.bind(Array) as (...args: unknown[]) => unknown[];
  try {
    for (const name of TYPED) replace(globalThis, name, metered(globalThis[name], globalThis[name].BYTES_PER_ELEMENT));
    replace(globalThis, 'ArrayBuffer', metered(ArrayBuffer, 1));
    replace(Array, 'from', (...args: unknown[]) => {
      bytes += lengthOf(args[0]) * 8;
      return from(...args);
    });
    replace(globalThis, 'Array', metered(Array, 8));
    return use((step) => {
      bytes = 0;
      step();
      return bytes;
    });
  } finally {
    for (const undo of restore.reverse()) undo();
  }
}
