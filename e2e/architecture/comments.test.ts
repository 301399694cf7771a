/** Comments name what is there: each file of words that one cites exists, with the section it quotes. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sources = globSync('{shared,electron,renderer,e2e,.ci}/**/*.{ts,tsx,mts,mjs,css}').filter(
  (file) => !file.endsWith('comments.test.ts'),
);

/** A comment right above something exported, where it begins with one of three words. */
const exportedComment = /\/\*\*[\s*]*(What|Whether|Of)\b(?:(?!\*\/)[\s\S])*\*\/\n(export [^\n]*)/g;

/** The comments of a source, as one text. */
function commentsOf(source: string): string {
  return [...source.matchAll(/\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/[^\n]*/g)]
    .map(([comment]) => comment.replaceAll(/\n\s*(\*|\/\/)?\s*/g, ' '))
    .join('\n');
}

/** Cited files, each with the quoted title of a section where there is one: `docs/x.md, "Section"`. */
function citationsOf(comments: string): { file: string; section: string | undefined }[] {
  return [...comments.matchAll(/([\w./-]+\.md)\b(?:, "([^"]+)")?/g)].map(
    ([, file = '', section]) => ({
      file,
      section,
    }),
  );
}

function fault({
  file,
  section,
}: {
  file: string;
  section: string | undefined;
}): string | undefined {
  if (!existsSync(file)) return `${file} is not there`;
  const titles = readFileSync(file, 'utf8').match(/^#+ .*$/gm) ?? [];
  const isThere =
    section === undefined || titles.some((title) => title.replace(/^#+ /, '') === section);
  return isThere ? undefined : `${file} has no section "${section}"`;
}

test('a comment cites what is there', () => {
  const cited = sources.flatMap((source) =>
    citationsOf(commentsOf(readFileSync(source, 'utf8'))).map((each) => ({ source, ...each })),
  );
  expect(cited.length).toBeGreaterThan(10);
  expect(cited.flatMap((each) => fault(each) ?? [])).toEqual([]);
});

test.each([
  ['/** As docs/nothing.md says. */', 'docs/nothing.md is not there'],
  ['// README.md, "No such title"', 'README.md has no section "No such title"'],
  ['/** A line that\n * cites README.md. */', undefined],
])('%s', (source, expected) => {
  expect(citationsOf(commentsOf(source)).map(fault)).toEqual([expected]);
});

test('the comment of what is exported begins with the thing: no "What …", "Whether …", "Of …"', () => {
  const beginnings = sources.flatMap((source) =>
    [...readFileSync(source, 'utf8').matchAll(exportedComment)].map(
      ([, begun = '', line = '']) => `${source}: ${begun} … ${line}`,
    ),
  );
  expect(beginnings).toEqual([]);
  expect([...'/** What it is. */\nexport const a = 1;'.matchAll(exportedComment)]).toHaveLength(1);
  expect([...'/**\n * Of it.\n */\nexport function a() {}'.matchAll(exportedComment)]).toHaveLength(
    1,
  );
});
