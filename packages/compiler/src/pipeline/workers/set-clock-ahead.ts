// Sets the clock of this thread ahead, so that whatever writes the time, be it only the day, writes something else here.

export function setClockAhead(aheadMs: number): void {
  const Real = globalThis.Date;
  const now = (): number => Real.now() + aheadMs;
  globalThis.Date = new Proxy(Real, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    // Without `new` it is the present as text, whatever it is called with.
    apply: () => new Real(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
