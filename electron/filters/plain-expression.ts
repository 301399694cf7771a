/** The expressions that V8 provably matches in linear time with the meaning that RE2 gives them. */

/**
 * Branches without groups, each a row of characters and classes. A branch has at most one quantifier, and
 * an unbounded one (`*`, `+`) only behind `^`: then an attempt never walks the text more often
 * than the branch has parts, and attempts elsewhere fail at once.
 */
const atom =
  String.raw`(?:[A-Za-z0-9 _\-,:;'"<>=!@#%&~/` +
  '`' +
  String.raw`]|[^\x00-\x7f]|\\[.\\^$|?*+()[\]{}/\-]|\\[dDwW]|\.|\[\^?(?:[A-Za-z0-9 _]|a-z|A-Z|0-9)+\])`;
const branch = new RegExp(`^\\^?(?:${atom}[*+?]?)*\\$?$`, 'u');
const part = new RegExp(`\\^|\\$|${atom}[*+?]?`, 'gu');

export interface PlainExpression {
  readonly source: string;
  readonly flags: string;
}

/** The expression for V8, or undefined where only RE2 gives the guarantee. */
export function translatePlainExpression(
  source: string,
  options: string,
): PlainExpression | undefined {
  if (options.includes('m')) return undefined;
  const ignoresCase = options.includes('i');
  // Only the ASCII letters fold alike in both engines, and `\w` and negations fold differently.
  if (ignoresCase && /[^\x20-\x7e]|\\[wWD]|\[\^/.test(source)) return undefined;
  const dot = options.includes('s') ? String.raw`[\s\S]` : String.raw`[^\n]`;
  const branches: string[] = [];
  for (const text of splitBranches(source)) {
    if (!branch.test(text)) return undefined;
    const parts = text.match(part) ?? [];
    const quantified = parts.filter((each) => /(?<!\\)[*+?]$/.test(each) && each.length > 1);
    if (quantified.length > 1) return undefined;
    if (!text.startsWith('^') && quantified.some((each) => !each.endsWith('?'))) return undefined;
    branches.push(parts.map((each) => translatePart(each, dot)).join(''));
  }
  return { source: branches.join('|'), flags: ignoresCase ? 'iu' : 'u' };
}

/** JavaScript's `.` also stops at three more line ends, and some escapes are errors with its `u`. */
function translatePart(text: string, dot: string): string {
  if (text.startsWith('.')) return dot + text.slice(1);
  if (text.startsWith(String.raw`\-`)) return `-${text.slice(2)}`;
  return text;
}

function splitBranches(source: string): string[] {
  const branches: string[] = [];
  let start = 0;
  for (let index = 0; index < source.length; index += 1) {
    if (source[index] === '\\') index += 1;
    else if (source[index] === '|') {
      branches.push(source.slice(start, index));
      start = index + 1;
    }
  }
  return [...branches, source.slice(start)];
}
