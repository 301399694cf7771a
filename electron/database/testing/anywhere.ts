/** A place for tests of what is written: the files are where they were, whatever happens. */
import type { Place } from '../open-place.ts';

export const anywhere: Place = { confirm: () => {}, confirmLately: () => {} };
