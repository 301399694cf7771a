/** Which containers of a tree are open, and the rows that makes. */
import { useMemo, useState } from 'react';
import {
  initiallyOpen,
  isContainer,
  visibleNodes,
  type JsonIndex,
  type JsonNode,
} from './json-index.ts';

/** Rows that a payload may open by itself: enough for a rich record, little enough to overlook. */
const openRows = 80;
/** Containers that `openAll` opens; beyond it, the search is the way in. */
const openAllLimit = 50_000;

export interface OpenNodes {
  /** The values in sight, in document order. */
  readonly rows: readonly JsonNode[];
  readonly isOpen: (node: JsonNode) => boolean;
  /** Opens or folds a container; without `to` it does what it is not. */
  readonly toggle: (node: JsonNode, to?: boolean) => void;
  /** Opens every container that hides a value. */
  readonly reveal: (node: JsonNode) => void;
  readonly openAll: () => void;
  readonly closeAll: () => void;
}

/** Another index begins with what opens by itself. */
export function useOpenNodes(index: JsonIndex): OpenNodes {
  const [opened, setOpened] = useState(() => ({ index, nodes: initiallyOpen(index, openRows) }));
  if (opened.index !== index) setOpened({ index, nodes: initiallyOpen(index, openRows) });
  const open = opened.index === index ? opened.nodes : initiallyOpen(index, openRows);
  const rows = useMemo(() => visibleNodes(index, (node) => open.has(node)), [index, open]);
  const change = (apply: (nodes: Set<JsonNode>) => void) => {
    const nodes = new Set(open);
    apply(nodes);
    setOpened({ index, nodes });
  };
  return {
    rows,
    isOpen: (node) => open.has(node),
    toggle: (node, to = !open.has(node)) =>
      change((nodes) => (to ? nodes.add(node) : nodes.delete(node))),
    reveal: (node) => {
      const hidden: JsonNode[] = [];
      for (let at = index.parent[node] ?? -1; at > 0; at = index.parent[at] ?? -1) {
        if (!open.has(at)) hidden.push(at);
      }
      if (hidden.length > 0) change((nodes) => hidden.forEach((each) => nodes.add(each)));
    },
    openAll: () =>
      change((nodes) => {
        for (let node = 1; node < index.size && nodes.size < openAllLimit; node += 1) {
          if (isContainer(index, node)) nodes.add(node);
        }
      }),
    closeAll: () => setOpened({ index, nodes: new Set() }),
  };
}
