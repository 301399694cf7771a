/** Tells whether this run tries everything. */
export declare const isWhole: boolean;
/** Rounds of a test: `usual`, or `all` where everything is tried. */
export declare function rounds({
  usual,
  all,
}: {
  readonly usual: number;
  readonly all: number;
}): number;
/** Cases of a test: those of every run, and where everything is tried the others after them. */
export declare function cases<Case>(
  usual: readonly Case[],
  others: readonly Case[],
): readonly Case[];
/** Cases that are alike: the first of each `step` in a usual run, and where everything is tried the others after them. */
export declare function oneIn<Case>(step: number, all: readonly Case[]): readonly Case[];
/** Matches the full titles of the tests of every run. */
export declare const ofEveryRun: RegExp;
