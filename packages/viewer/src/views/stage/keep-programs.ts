// Keeps compiled shaders alive between views. Three frees a program with its last material, so that each opened model would compile it
// again: a pause, and 200 KB and more of leaked memory in the GPU process each time.

interface Program {
  /** Number of materials; three frees it at 0. */
  usedTimes: number;
}

/** The used part of three's renderer. */
interface ProgramList {
  readonly info: { readonly programs: readonly Program[] | null };
}

/** There are few kinds of materials. Programs beyond this number are not kept. */
export const MAX_KEPT = 64;

export class KeptPrograms {
  readonly #kept = new WeakSet<Program>();

  /** Call it after a frame: counts as one more user of each program. */
  keep({ info }: ProgramList): void {
    const programs = info.programs ?? [];
    let room = MAX_KEPT - programs.filter((program) => this.#kept.has(program)).length;
    for (const program of programs) {
      if (room <= 0) return;
      if (this.#kept.has(program)) continue;
      this.#kept.add(program);
      program.usedTimes++;
      room--;
    }
  }
}
