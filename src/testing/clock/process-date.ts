/** The replacement of `Date` has the prototype of the original: `instanceof` works across both. */

const RealDate = globalThis.Date;
let offsetMs = 0;

const movedNow = () => RealDate.now() + offsetMs;

const MovedDate = new Proxy(RealDate, {
  construct: (target, values: unknown[], newTarget) =>
    Reflect.construct(target, values.length === 0 ? [movedNow()] : values, newTarget) as Date,
  apply: () => new RealDate(movedNow()).toString(),
  get: (target, property, receiver) =>
    property === 'now' ? movedNow : (Reflect.get(target, property, receiver) as unknown),
});

/** With 0 the original `Date` is in its place again. */
export function setProcessOffset(milliseconds: number): void {
  offsetMs = milliseconds;
  globalThis.Date = milliseconds === 0 ? RealDate : MovedDate;
}

/** The time is that of this process, moved or not. */
export function processTime(): Date {
  return new RealDate(movedNow());
}
