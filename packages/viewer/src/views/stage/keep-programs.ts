// Compiled shaders outlive the view that they were compiled for. Three frees a program with the last material that uses it, so that each opened model
// compiled its own anew: a pause, and some 200 KB and more of the drawing process each time, which it never gave back.

interface Program {
  /** By how many materials; three frees it when there is none. */
  usedTimes: number;
}

/** The part of three's renderer that is looked at. */
interface ProgramList {
  readonly info: { readonly programs: readonly Program[] | null };
}

/** Kinds of materials are few; were they many, the rest would come and go as before. */
export const MOST_KEPT = 64;

export class KeptPrograms {
  readonly #kept = new WeakSet<Program>();

  /** After a picture: counts as one more user of each program. */
  keep({ info }: ProgramList): void {
    const programs = info.programs ?? [];
    let room = MOST_KEPT - programs.filter((program) => this.#kept.has(program)).length;
    for (const program of programs) {
      if (room <= 0) return;
      if (this.#kept.has(program)) continue;
      this.#kept.add(program);
      program.usedTimes++;
      room--;
    }
  }
}
