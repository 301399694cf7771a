/** Numbers as golden tables have them. */

/** Six significant digits, without zeros at the end. */
export function six(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Number(value.toPrecision(6));
}

/** So many decimals. */
export function decimals(value: number | undefined, places: number): number | undefined {
  return value === undefined ? undefined : Number(value.toFixed(places));
}
