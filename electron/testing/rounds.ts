/**
 * How much a run tries. `npm test`, by day, leaves out the files that begin with a comment with `@push` in it: they start
 * processes, kill them, fill disks, tell long stories or take two seconds for another reason. `npm test -- --push` has them, and `npm test -- --all` tries also
 * what only repeats: all rounds, and each test, or block of them, whose title ends with `@whole`. That is the same mark for
 * units, components and the browser. A file that is asked for by its name is tried whatever it begins with.
 */
import process from 'node:process';

/** Tells whether this run tries everything. */
export const isWhole = process.env['PROOFDESK_ALL'] === '1';

/** Tells whether this is the run by day. */
export const isDay = process.env['PROOFDESK_DAY'] === '1';

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
