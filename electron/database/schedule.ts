/** Timers that keep no process alive. */

/** Runs something once, so many milliseconds later; the returned function calls it off. */
export type Schedule = (milliseconds: number, run: () => void) => () => void;

export const later: Schedule = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds).unref();
  return () => clearTimeout(timer);
};

/** Runs something again and again, the first time when `milliseconds` have passed. */
export function repeating(schedule: Schedule, milliseconds: number, run: () => void): () => void {
  const next = (): (() => void) =>
    schedule(milliseconds, () => {
      callOff = next();
      run();
    });
  let callOff = next();
  return () => callOff();
}
