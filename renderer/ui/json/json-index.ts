/** An index over JSON text: every value as a range of the text, so that tree and bytes are one thing. */

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';
const kinds: readonly JsonKind[] = ['object', 'array', 'string', 'number', 'boolean', 'null'];

/** A node is its place in document order; the root is 0. */
export type JsonNode = number;
const none = -1;

/**
 * Columns over the nodes in document order (a row object per value would cost ten times the memory
 * of a large payload). Offsets are UTF-16 units of `text`; `end` is exclusive.
 */
export interface JsonIndex {
  readonly text: string;
  readonly size: number;
  readonly kind: Uint8Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** The quoted member name; -1 for elements and the root. */
  readonly keyStart: Int32Array;
  readonly keyEnd: Int32Array;
  /** -1 for the root. */
  readonly parent: Int32Array;
  readonly depth: Int32Array;
  /** The first node that is not below this one. */
  readonly next: Int32Array;
  readonly children: Int32Array;
  /** Place among the parent's children, from 0. */
  readonly ordinal: Int32Array;
}

class Column {
  values = new Int32Array(256);
  length = 0;
  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Int32Array(this.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length] = value;
    this.length += 1;
  }
  done(): Int32Array {
    return this.values.slice(0, this.length);
  }
}

const literals = [
  ['true', 'boolean'],
  ['false', 'boolean'],
  ['null', 'null'],
] as const;
const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const spacePattern = /[ \t\n\r]*/y;

/** Offset after the string that starts at `from`, or -1 when it does not end. */
function stringEnd(text: string, from: number): number {
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return none;
    let slashes = 0;
    while (text.charCodeAt(quote - 1 - slashes) === 92) slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

/**
 * Indexes JSON text in one pass without recursion. Returns `undefined` when the text is not one JSON
 * value: stored bytes that were tampered with are shown as text then.
 */
export function indexJson(text: string): JsonIndex | undefined {
  const kind = new Column();
  const start = new Column();
  const end = new Column();
  const keyStart = new Column();
  const keyEnd = new Column();
  const parent = new Column();
  const depth = new Column();
  const next = new Column();
  const children = new Column();
  const ordinal = new Column();
  const open: JsonNode[] = [];
  let at = 0;
  let key: [number, number] = [none, none];

  const skipSpace = () => {
    const code = text.charCodeAt(at);
    if (code > 32 || Number.isNaN(code)) return;
    spacePattern.lastIndex = at;
    spacePattern.exec(text);
    at = spacePattern.lastIndex;
  };
  const add = (name: JsonKind, from: number): JsonNode => {
    const node = kind.length;
    const above = open.at(-1) ?? none;
    kind.push(kinds.indexOf(name));
    start.push(from);
    end.push(none);
    keyStart.push(key[0]);
    keyEnd.push(key[1]);
    parent.push(above);
    depth.push(open.length);
    next.push(node + 1);
    children.push(0);
    const place = above === none ? 0 : (children.values[above] ?? 0);
    ordinal.push(place);
    if (above !== none) children.values[above] = place + 1;
    key = [none, none];
    return node;
  };
  const close = (node: JsonNode, to: number) => {
    end.values[node] = to;
    next.values[node] = kind.length;
  };
  const readKey = (): boolean => {
    skipSpace();
    if (text[at] !== '"') return false;
    const after = stringEnd(text, at);
    if (after < 0) return false;
    key = [at, after];
    at = after;
    skipSpace();
    if (text[at] !== ':') return false;
    at += 1;
    return true;
  };
  const readScalar = (): boolean => {
    const first = text[at];
    if (first === '"') {
      const after = stringEnd(text, at);
      if (after < 0) return false;
      close(add('string', at), after);
      at = after;
      return true;
    }
    for (const [word, name] of literals) {
      if (first === word[0] && text.startsWith(word, at)) {
        close(add(name, at), at + word.length);
        at += word.length;
        return true;
      }
    }
    numberPattern.lastIndex = at;
    if (!numberPattern.test(text)) return false;
    close(add('number', at), numberPattern.lastIndex);
    at = numberPattern.lastIndex;
    return true;
  };
  /** Reads one value; an opened object or array is left open with its first member pending. */
  const readValue = (): boolean => {
    skipSpace();
    const first = text[at];
    if (first !== '{' && first !== '[') return readScalar();
    const node = add(first === '{' ? 'object' : 'array', at);
    at += 1;
    skipSpace();
    if (text[at] === (first === '{' ? '}' : ']')) {
      at += 1;
      close(node, at);
      return true;
    }
    open.push(node);
    return first === '{' ? readKey() && readValueAgain() : readValueAgain();
  };
  let pending = true;
  const readValueAgain = () => {
    pending = true;
    return true;
  };

  while (pending) {
    pending = false;
    if (!readValue()) return undefined;
    while (!pending && open.length > 0) {
      skipSpace();
      const node = open.at(-1) ?? 0;
      const isObject = kinds[kind.values[node] ?? 0] === 'object';
      if (text[at] === ',') {
        at += 1;
        if (isObject && !readKey()) return undefined;
        pending = true;
      } else if (text[at] === (isObject ? '}' : ']')) {
        at += 1;
        open.pop();
        close(node, at);
      } else {
        return undefined;
      }
    }
  }
  skipSpace();
  if (at !== text.length) return undefined;
  return {
    text,
    size: kind.length,
    kind: Uint8Array.from(kind.done()),
    start: start.done(),
    end: end.done(),
    keyStart: keyStart.done(),
    keyEnd: keyEnd.done(),
    parent: parent.done(),
    depth: depth.done(),
    next: next.done(),
    children: children.done(),
    ordinal: ordinal.done(),
  };
}

function column(values: ArrayLike<number>, node: JsonNode): number {
  return values[node] ?? none;
}

export function kindOf(index: JsonIndex, node: JsonNode): JsonKind {
  return kinds[column(index.kind, node)] ?? 'null';
}

export function isContainer(index: JsonIndex, node: JsonNode): boolean {
  const kind = kindOf(index, node);
  return kind === 'object' || kind === 'array';
}

/** The exact text of a value. */
export function valueText(index: JsonIndex, node: JsonNode): string {
  return index.text.slice(column(index.start, node), column(index.end, node));
}

/** The decoded member name, the place (from 0) of an array element, `undefined` for the root. */
export function stepOf(index: JsonIndex, node: JsonNode): string | number | undefined {
  if (column(index.parent, node) === none) return undefined;
  const from = column(index.keyStart, node);
  if (from === none) return column(index.ordinal, node);
  const quoted = index.text.slice(from, column(index.keyEnd, node));
  try {
    const name: unknown = JSON.parse(quoted);
    return typeof name === 'string' ? name : quoted;
  } catch {
    return quoted.slice(1, -1);
  }
}

/** Names and places from the root to a value. */
export function stepsTo(index: JsonIndex, node: JsonNode): (string | number)[] {
  const steps: (string | number)[] = [];
  for (let at = node; at > 0; at = column(index.parent, at)) {
    const step = stepOf(index, at);
    if (step !== undefined) steps.push(step);
  }
  return steps.toReversed();
}

/** A path as people write it: `input.items[2]["odd name"]`. */
export function formatPath(steps: readonly (string | number)[]): string {
  let path = '';
  for (const step of steps) {
    if (typeof step === 'number') path += `[${step}]`;
    else if (/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(step)) path += path === '' ? step : `.${step}`;
    else path += `[${JSON.stringify(step)}]`;
  }
  return path;
}

/** The value under `steps`, or `undefined`. */
export function nodeAt(
  index: JsonIndex,
  steps: readonly (string | number)[],
): JsonNode | undefined {
  let node: JsonNode = 0;
  for (const step of steps) {
    let child = node + 1;
    const end = column(index.next, node);
    while (child < end && stepOf(index, child) !== step) child = column(index.next, child);
    if (child >= end) return undefined;
    node = child;
  }
  return node;
}

/** Where a node's own range begins: at its name where it has one. */
export function rangeStart(index: JsonIndex, node: JsonNode): number {
  const key = column(index.keyStart, node);
  return key === none ? column(index.start, node) : key;
}

/** The innermost value (with its name) that covers a text offset; the root outside of all. */
export function nodeCovering(index: JsonIndex, offset: number): JsonNode {
  let low = 0;
  let high = index.size - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (rangeStart(index, middle) <= offset) low = middle;
    else high = middle - 1;
  }
  let node = low;
  while (node > 0 && column(index.end, node) <= offset) node = column(index.parent, node);
  return node;
}

/** Nodes to show, in order: everything not below a closed container. The root is left out. */
export function visibleNodes(index: JsonIndex, isOpen: (node: JsonNode) => boolean): JsonNode[] {
  const nodes: JsonNode[] = [];
  if (!isContainer(index, 0)) return [0];
  let node = 1;
  while (node < index.size) {
    nodes.push(node);
    node = isContainer(index, node) && !isOpen(node) ? column(index.next, node) : node + 1;
  }
  return nodes;
}

/**
 * Which containers are open at first: outer ones first while they fit into `budget` rows, so that a
 * small record is open whole and a large one shows its shape.
 */
export function initiallyOpen(index: JsonIndex, budget: number): Set<JsonNode> {
  const open = new Set<JsonNode>();
  let level: JsonNode[] = [0];
  let rows = column(index.children, 0);
  while (level.length > 0) {
    const inner: JsonNode[] = [];
    for (const node of level) {
      if (node !== 0) {
        if (rows + column(index.children, node) > budget) continue;
        rows += column(index.children, node);
        open.add(node);
      }
      let child = node + 1;
      const end = column(index.next, node);
      // A list of thousands does not fit anyway; looking through all of it would only take time.
      for (let seen = 0; child < end && seen < budget; seen += 1) {
        if (isContainer(index, child)) inner.push(child);
        child = column(index.next, child);
      }
    }
    level = inner;
  }
  return open;
}

/** Values whose name, or whose own text when not a container, holds `query`; case does not matter. */
export function searchNodes(index: JsonIndex, query: string): JsonNode[] {
  if (query === '') return [];
  const wanted = JSON.stringify(query).slice(1, -1).toLowerCase();
  const text = index.text.toLowerCase();
  // A few characters change their length when lower-cased; then offsets no longer fit.
  const haystack = text.length === index.text.length ? text : index.text;
  const found: JsonNode[] = [];
  let at = haystack.indexOf(wanted);
  while (at >= 0) {
    const node = nodeCovering(index, at);
    const inKey = at < column(index.keyEnd, node);
    if ((inKey || !isContainer(index, node)) && found.at(-1) !== node) found.push(node);
    at = haystack.indexOf(wanted, at + 1);
  }
  return found;
}

/** UTF-8 bytes of `text` from one UTF-16 offset to another. */
export function utf8Length(text: string, from = 0, to = text.length): number {
  let bytes = 0;
  for (let at = from; at < to; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit < 0xdc00 && at + 1 < to) {
      bytes += 4;
      at += 1;
    } else bytes += 3;
  }
  return bytes;
}
