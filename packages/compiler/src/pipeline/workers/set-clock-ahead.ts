// Sets the clock of this thread ahead, so that code that writes the time or date gives another output.

export function setClockAhead(aheadMs: number): void {
  const Real = globalThis.Date;
  const now = (): number => Real.now() + aheadMs;
  globalThis.Date = new Proxy(Real, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    // Without `new` it returns the current time as text and ignores arguments.
    apply: () => new Real(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
