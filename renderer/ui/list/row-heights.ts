/** Heights of rows in grids, by the density that a person chose. */
import type { Density } from '../../state/preferences.ts';

/** Pixels; rows of one line, as decisions and rows of a session have them. */
export const rowHeights: Readonly<Record<Density, number>> = { compact: 26, normal: 30, roomy: 36 };
