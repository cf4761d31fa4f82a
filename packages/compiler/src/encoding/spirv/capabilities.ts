// Tables from the SPIR-V specification: capabilities, and the instructions that end blocks.

/** A module needs one of these capabilities to have an entry point with that execution model. */
export const CAPABILITIES_OF_MODEL: ReadonlyMap<number, readonly number[]> = new Map([
  [0, [1]],
  [1, [3]],
  [2, [3]],
  [3, [2]],
  [4, [1]],
  [5, [1]],
  [6, [6]],
  [5267, [5266]],
  [5268, [5266]],
  ...[5313, 5314, 5315, 5316, 5317, 5318].map((model): [number, number[]] => [model, [4479, 5340]]),
  [5364, [5283]],
  [5365, [5283]],
]);

/** Capabilities that imply others; only those that the checks need. */
export const IMPLIED_CAPABILITIES: ReadonlyMap<number, readonly number[]> = new Map([
  [2, [1]],
  [3, [1]],
  [4479, [1]],
  [5340, [1]],
  [5266, [1]],
  [5283, [1]],
  [24, [2]],
  [4433, [22]],
  [5345, [1]],
]);

/** Capabilities by type name and width; the type needs one of them. */
export const CAPABILITIES_OF_WIDTH: ReadonlyMap<string, readonly number[]> = new Map([
  ['int8', [39, 4448, 4449, 4450]],
  ['int16', [22, 4433, 4434, 4435, 4436]],
  ['int64', [11]],
  ['float16', [9, 8, 4433, 4434, 4435, 4436]],
  ['float64', [10]],
]);

/** Whether an instruction ends a block. */
export const isTerminator = (opcode: number): boolean =>
  (opcode >= 249 && opcode <= 255) || [4416, 4448, 4449, 5294].includes(opcode);
