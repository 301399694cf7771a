/** Names near one that nobody has: what was meant, or what there is. */

const toldNeighbours = 5;
/** Letters that may differ in what is told as near. */
const mostEdits = 3;
/** Longer paths are told by what stands beside them alone. */
const comparedLength = 64;

/** Fields that are spelled like `path`, the nearest first; else those that stand beside it. */
export function neighboursOf(
  path: string,
  known: readonly string[],
  most = toldNeighbours,
): string[] {
  const plain = plainText(path);
  const alike = known
    .map((each) => ({ each, edits: editsBetween(plain, plainText(each)) }))
    .filter(({ edits }) => edits <= mostEdits && edits < plain.length)
    .toSorted((one, other) => one.edits - other.edits)
    .map(({ each }) => each);
  if (alike.length > 0) return alike.slice(0, most);
  const above = path.slice(0, path.lastIndexOf('.') + 1);
  const beside = known.filter((each) => each.startsWith(above) && depthOf(each) === depthOf(path));
  return (beside.length > 0 ? beside : known).slice(0, most);
}

/** Without what spelling differs in most: case and what joins words. */
function plainText(path: string): string {
  return path.toLowerCase().replaceAll(/[\s_-]/g, '');
}

function depthOf(path: string): number {
  return path.split('.').length;
}

/** Letters to put in, take out or change; two that changed places are one. More than `mostEdits` where it is far. */
function editsBetween(one: string, other: string): number {
  const far = mostEdits + 1;
  if (Math.abs(one.length - other.length) > mostEdits || one.length > comparedLength) return far;
  let earlier: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 &&
        column > 1 &&
        one[row - 1] === other[column - 2] &&
        one[row - 2] === other[column - 1];
      next.push(
        Math.min(
          (last[column] ?? far) + 1,
          (next[column - 1] ?? far) + 1,
          (last[column - 1] ?? far) + (isSame ? 0 : 1),
          isSwapped ? (earlier[column - 2] ?? far) + 1 : far + one.length,
        ),
      );
    }
    earlier = last;
    last = next;
  }
  return last[other.length] ?? far;
}
