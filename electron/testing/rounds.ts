/**
 * How much of what only repeats a run tries: as often as shows a fault, or with `npm test -- --all` all of it.
 * A test, or a block of them, whose title ends with `@whole` is left to `--all`: another one shows by day
 * what most often breaks. It is the same mark for units, components and the browser.
 */
import process from 'node:process';

/** Tells whether this run tries everything. */
export const isWhole = process.env['PROOFDESK_ALL'] === '1';

/** Rounds of a test: `usual`, or `all` where everything is tried. */
export function rounds({ usual, all }: { readonly usual: number; readonly all: number }): number {
  return isWhole ? all : usual;
}

/** Cases of a test: those of every run, and where everything is tried the others after them. */
export function cases<Case>(usual: readonly Case[], others: readonly Case[]): readonly Case[] {
  return isWhole ? [...usual, ...others] : usual;
}

/** Cases that are alike: the first of each `step` in a usual run, and where everything is tried the others after them. */
export function oneIn<Case>(step: number, all: readonly Case[]): readonly Case[] {
  return cases(
    all.filter((_, place) => place % step === 0),
    all.filter((_, place) => place % step > 0),
  );
}

/** Matches the full titles of the tests of every run. */
export const ofEveryRun = /^(?!.*@whole(?:\s|$))/s;
