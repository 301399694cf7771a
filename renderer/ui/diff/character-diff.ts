/** Character differences between an expected and an actual text. */

export interface DiffPart {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Beyond this many edits a fine diff is unreadable and slow: the middle is shown as replaced whole. */
const maximumEdits = 400;
const hashPattern = /^(?:sha256:)?[0-9a-f]{64}$/;

function append(parts: DiffPart[], kind: DiffPart['kind'], text: string): void {
  if (text === '') return;
  const last = parts.at(-1);
  if (last?.kind === kind) parts[parts.length - 1] = { kind, text: last.text + text };
  else parts.push({ kind, text });
}

/** Two hashes share digits by chance only: place by place says which digits differ, an edit script lies. */
function diffByPlace(expected: string, actual: string): DiffPart[] {
  const parts: DiffPart[] = [];
  let at = 0;
  while (at < expected.length) {
    const same = expected[at] === actual[at];
    let end = at;
    while (end < expected.length && (expected[end] === actual[end]) === same) end += 1;
    if (same) append(parts, 'same', expected.slice(at, end));
    else {
      append(parts, 'removed', expected.slice(at, end));
      append(parts, 'added', actual.slice(at, end));
    }
    at = end;
  }
  return parts;
}

/** Myers' greedy edit script over code points; `undefined` when it takes more than `limit` edits. */
function editScript(
  before: readonly string[],
  after: readonly string[],
  limit: number,
): DiffPart[] | undefined {
  const bound = Math.min(limit, before.length + after.length);
  const width = 2 * bound + 3;
  const center = bound + 1;
  const reach = new Int32Array(width);
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= bound; edits += 1) {
    trace.push(reach.slice());
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const left = reach[center + diagonal - 1] ?? 0;
      const right = reach[center + diagonal + 1] ?? 0;
      const down = diagonal === -edits || (diagonal !== edits && left < right);
      let x = down ? right : left + 1;
      let y = x - diagonal;
      while (x < before.length && y < after.length && before[x] === after[y]) {
        x += 1;
        y += 1;
      }
      reach[center + diagonal] = x;
      if (x >= before.length && y >= after.length) return walkBack(before, after, trace, center);
    }
  }
  return undefined;
}

function walkBack(
  before: readonly string[],
  after: readonly string[],
  trace: readonly Int32Array[],
  center: number,
): DiffPart[] {
  const reversed: DiffPart[] = [];
  let x = before.length;
  let y = after.length;
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const reach = trace[edits] ?? new Int32Array();
    const diagonal = x - y;
    const left = reach[center + diagonal - 1] ?? 0;
    const right = reach[center + diagonal + 1] ?? 0;
    const down = diagonal === -edits || (diagonal !== edits && left < right);
    const fromX = edits === 0 ? 0 : down ? right : left;
    const fromY = edits === 0 ? 0 : fromX - (down ? diagonal + 1 : diagonal - 1);
    while (x > fromX && y > fromY) {
      x -= 1;
      y -= 1;
      reversed.push({ kind: 'same', text: before[x] ?? '' });
    }
    if (edits === 0) break;
    if (down) {
      y -= 1;
      reversed.push({ kind: 'added', text: after[y] ?? '' });
    } else {
      x -= 1;
      reversed.push({ kind: 'removed', text: before[x] ?? '' });
    }
  }
  const parts: DiffPart[] = [];
  for (const part of reversed.toReversed()) append(parts, part.kind, part.text);
  return parts;
}

/**
 * Parts that turn `expected` into `actual`. Joining the parts that are not `added` gives `expected`,
 * those that are not `removed` gives `actual`. Code points are never split.
 */
export function diffCharacters(expected: string, actual: string): DiffPart[] {
  if (expected === actual) return expected === '' ? [] : [{ kind: 'same', text: expected }];
  if (hashPattern.test(expected) && hashPattern.test(actual) && expected.length === actual.length) {
    return diffByPlace(expected, actual);
  }
  const before = Array.from(expected);
  const after = Array.from(actual);
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    tail += 1;
  }
  const innerBefore = before.slice(head, before.length - tail);
  const innerAfter = after.slice(head, after.length - tail);
  const parts: DiffPart[] = [];
  append(parts, 'same', before.slice(0, head).join(''));
  const inner = editScript(innerBefore, innerAfter, maximumEdits) ?? [
    { kind: 'removed', text: innerBefore.join('') },
    { kind: 'added', text: innerAfter.join('') },
  ];
  for (const part of inner) append(parts, part.kind, part.text);
  append(parts, 'same', tail === 0 ? '' : before.slice(-tail).join(''));
  return parts;
}

/** A stretch of equal characters that is not written out. */
export interface DiffFold {
  readonly kind: 'fold';
  readonly hidden: number;
}

/** Shortens long stretches that are the same to `around` characters next to a difference. */
export function foldSame(parts: readonly DiffPart[], around: number): (DiffPart | DiffFold)[] {
  return parts.flatMap((part, place): (DiffPart | DiffFold)[] => {
    const characters = Array.from(part.text);
    const before = place === 0 ? 0 : around;
    const after = place === parts.length - 1 ? 0 : around;
    const hidden = characters.length - before - after;
    if (part.kind !== 'same' || hidden <= 8) return [part];
    const kept: (DiffPart | DiffFold)[] = [];
    if (before > 0) kept.push({ kind: 'same', text: characters.slice(0, before).join('') });
    kept.push({ kind: 'fold', hidden });
    if (after > 0) kept.push({ kind: 'same', text: characters.slice(-after).join('') });
    return kept;
  });
}
