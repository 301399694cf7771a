/** Leaves out tests whose tools or system are not here, with the reason that the run prints. */

declare module 'vitest' {
  interface TaskMeta {
    /** What is not here. */
    lacks?: string;
  }
}

/** Options of a test, or of a group, that is left out where something is not here. */
export function lacking(isThere: boolean, lacks: string) {
  return isThere ? {} : { skip: true, meta: { lacks } };
}
