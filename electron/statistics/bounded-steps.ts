/** Values within the bounds of their field, as whole numbers of half steps from the middle. */
import { stepsFrom } from '../transformations/number-ranges.ts';
import type { Bounds } from './shape.ts';

/** Whole steps between the bounds. */
export function stepCount({ min, max, step }: Bounds): number {
  return Number(stepsFrom(min, max, step));
}

/** 2·round((clamp(v) − min) / step) − K of values of one field: whole numbers, on both sides of the middle. */
export function stepsWithin(bounds: Bounds): (value: number) => number {
  const { min, max, step } = bounds;
  const count = stepCount(bounds);
  return (value) => 2 * roundedSteps(Math.min(Math.max(value, min), max), min, step) - count;
}

/** How far a quotient of floats may be off, as a share of what it was computed from. */
const inexact = 2 ** -48;

/** The digits decide where floats could err: next to a half. */
function roundedSteps(value: number, min: number, step: number): number {
  const quotient = (value - min) / step;
  const doubt = inexact * ((Math.abs(value) + Math.abs(min)) / step + 1);
  const fromHalf = Math.abs(quotient - Math.floor(quotient) - 0.5);
  return fromHalf > doubt ? Math.round(quotient) : Number(stepsFrom(min, value, step));
}
