/** JSON as a tree: drawn in part, walked by keyboard, searched, selected value by value. */
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { showHidden } from '../../../shared/hidden-text.ts';
import { copyText } from '../clipboard.ts';
import { formatCount } from '../format.ts';
import { useVirtualRows } from '../table/use-virtual-rows.ts';
import {
  formatPath,
  isContainer,
  kindOf,
  stepOf,
  stepsTo,
  valueText,
  type JsonIndex,
  type JsonNode,
} from './json-index.ts';
import { TreeToolbar, useTreeSearch } from './tree-search.tsx';
import { useOpenNodes, type OpenNodes } from './use-open-nodes.ts';
import classes from './json-tree.module.css';

const rowHeight = 22;
/** Characters of a text that a row draws; the whole of it is in the bytes. */
const drawnCharacters = 300;

export interface JsonTreeProps {
  readonly index: JsonIndex;
  readonly selected: JsonNode | undefined;
  readonly onSelect: (node: JsonNode) => void;
  /** Accessible name of the tree. */
  readonly label: string;
  /** More buttons for the toolbar. */
  readonly actions?: ReactNode;
  /** Without search and toolbar: for looking at something small. */
  readonly isPlain?: boolean;
}

/** A value as a row says it: text as it is, hidden characters shown, containers by their size. */
function RowValue({ index, node, open }: { index: JsonIndex; node: JsonNode; open: boolean }) {
  const { t } = useTranslation('inspector');
  const kind = kindOf(index, node);
  if (kind === 'object' || kind === 'array') {
    const count = index.children[node] ?? 0;
    if (open && count > 0) return null;
    const brackets = kind === 'object' ? '{}' : '[]';
    return (
      <span className={classes.size}>
        {count === 0 ? brackets : t(kind === 'object' ? 'json.members' : 'json.items', { count })}
      </span>
    );
  }
  const text = valueText(index, node);
  const cut = text.length > drawnCharacters;
  return (
    <>
      <bdi className={classes.value} data-kind={kind}>
        {showHidden(cut ? text.slice(0, drawnCharacters) : text)}
      </bdi>
      {cut && (
        <span className={classes.size}>
          {t('json.cut', { characters: formatCount(text.length - 2) })}
        </span>
      )}
    </>
  );
}

/** The first node below or after `node` in a list sorted by document order; the row to keep in view. */
function rowOf(rows: readonly JsonNode[], node: JsonNode): number {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((rows[middle] ?? 0) <= node) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The value whose row was clicked. */
function nodeOf(event: MouseEvent): JsonNode | undefined {
  const row = event.target instanceof Element ? event.target.closest('[data-node]') : null;
  return row instanceof HTMLElement ? Number(row.dataset['node']) : undefined;
}

/** Keys of a tree: to another value, into and out of a container, to the search, copies. */
function useTreeKeys({
  index,
  nodes,
  selected,
  onSelect,
  pageSize,
  onSearch,
}: {
  index: JsonIndex;
  nodes: OpenNodes;
  selected: JsonNode | undefined;
  onSelect: (node: JsonNode) => void;
  pageSize: () => number;
  onSearch: () => void;
}) {
  const { t } = useTranslation('inspector');
  const { rows } = nodes;
  const row = selected === undefined ? -1 : rowOf(rows, selected);
  const node = rows[row];
  const isFull = node !== undefined && isContainer(index, node);
  const isOpen = node !== undefined && nodes.isOpen(node);
  const move = (to: number) => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, to))];
    if (next !== undefined) onSelect(next);
  };
  const outwards = () => {
    const parent = node === undefined ? 0 : (index.parent[node] ?? 0);
    if (isFull && isOpen) nodes.toggle(node, false);
    else if (parent > 0) onSelect(parent);
  };
  const inwards = () => {
    if (isFull && !isOpen) nodes.toggle(node, true);
    else if (isFull) move(row + 1);
  };
  const toggle = () => {
    if (isFull) nodes.toggle(node);
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(row + 1),
    j: () => move(row + 1),
    ArrowUp: () => move(row - 1),
    k: () => move(row - 1),
    PageDown: () => move(row + pageSize()),
    PageUp: () => move(row - pageSize()),
    Home: () => move(0),
    End: () => move(rows.length - 1),
    ArrowRight: inwards,
    ArrowLeft: outwards,
    Enter: toggle,
    ' ': toggle,
    '*': nodes.openAll,
    '/': onSearch,
    c: () => {
      if (node !== undefined) void copyText(valueText(index, node), t('json.value'));
    },
    p: () => {
      if (node !== undefined) void copyText(formatPath(stepsTo(index, node)), t('json.path'));
    },
  };
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!Object.hasOwn(keys, event.key)) return;
    keys[event.key]?.();
    event.preventDefault();
    event.stopPropagation();
  };
}

export function JsonTree({
  index,
  selected,
  onSelect,
  label,
  actions,
  isPlain = false,
}: JsonTreeProps) {
  const idPrefix = useId();
  const searchField = useRef<HTMLInputElement>(null);
  const nodes = useOpenNodes(index);
  const { rows, toggle, reveal } = nodes;
  const search = useTreeSearch(index, selected, onSelect);
  const { scrollerRef, layerRef, range, geometry, spacer, showRow, pageSize } = useVirtualRows({
    rowCount: rows.length,
    rowHeight,
    headerHeight: 0,
  });
  const onKeyDown = useTreeKeys({
    index,
    nodes,
    selected,
    onSelect,
    pageSize,
    onSearch: () => searchField.current?.focus(),
  });

  // A selection made elsewhere (in the bytes) opens what hides it and comes into view.
  const shown = useRef<JsonNode | undefined>(undefined);
  const bringIntoView = useEffectEvent((node: JsonNode, visible: readonly JsonNode[]) => {
    if (shown.current !== node) reveal(node);
    shown.current = node;
    const row = rowOf(visible, node);
    if (visible[row] === node) showRow(row);
  });
  const isMeasured = geometry.viewHeight > 0;
  useEffect(() => {
    if (selected !== undefined && isMeasured) bringIntoView(selected, rows);
  }, [selected, rows, isMeasured]);

  const onClick = (event: MouseEvent) => {
    const node = nodeOf(event);
    if (node === undefined) return;
    onSelect(node);
    const onChevron = event.target instanceof Element && event.target.closest('[data-toggle]');
    if (onChevron !== null && onChevron !== false && isContainer(index, node)) toggle(node);
    scrollerRef.current?.focus({ preventScroll: true });
  };
  const onDoubleClick = (event: MouseEvent) => {
    const node = nodeOf(event);
    if (node !== undefined && isContainer(index, node)) toggle(node);
  };
  const onMouseDown = (event: MouseEvent) => {
    const node = nodeOf(event);
    // The second press folds it; it would select the word under the pointer, too.
    if (event.detail > 1 && node !== undefined && isContainer(index, node)) event.preventDefault();
  };

  const shownNodes = rows.slice(range.first, range.last + 1);
  const rowId = (node: JsonNode) => `${idPrefix}-${node}`;
  return (
    <div className="pd-column pd-tall pd-low">
      {!isPlain && (
        <TreeToolbar
          search={search}
          nodes={nodes}
          fieldRef={searchField}
          onLeave={() => scrollerRef.current?.focus()}
          actions={actions}
        />
      )}
      <div
        ref={scrollerRef}
        className={classes.scroller}
        role="tree"
        aria-label={label}
        tabIndex={0}
        aria-activedescendant={
          selected !== undefined && shownNodes.includes(selected) ? rowId(selected) : undefined
        }
        onKeyDown={onKeyDown}
        onClick={onClick}
        onMouseDown={onMouseDown}
        onDoubleClick={onDoubleClick}
      >
        <div style={{ height: spacer }}>
          <div ref={layerRef} className="pd-layer">
            {shownNodes.map((node) => (
              <TreeRow
                key={node}
                id={rowId(node)}
                index={index}
                node={node}
                isOpen={nodes.isOpen(node)}
                isSelected={node === selected}
                isMatch={search.isMatch(node)}
              />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

/** A value at its depth: chevron, name, text. */
function TreeRow({
  id,
  index,
  node,
  isOpen,
  isSelected,
  isMatch,
}: {
  id: string;
  index: JsonIndex;
  node: JsonNode;
  isOpen: boolean;
  isSelected: boolean;
  isMatch: boolean;
}) {
  const isFull = isContainer(index, node);
  const step = stepOf(index, node);
  const depth = Math.max(1, index.depth[node] ?? 1);
  return (
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      data-node={node}
      aria-level={depth}
      aria-posinset={(index.ordinal[node] ?? 0) + 1}
      aria-setsize={index.children[index.parent[node] ?? 0] ?? 1}
      aria-selected={isSelected}
      aria-expanded={isFull ? isOpen : undefined}
      className={classes.row}
      data-match={isMatch || undefined}
      style={{ paddingInlineStart: 4 + 14 * (depth - 1) }}
    >
      <span className={classes.chevron} data-toggle="" aria-hidden="true">
        {isFull && (index.children[node] ?? 0) > 0 && (
          <IconChevronRight size={12} stroke={2.2} data-open={isOpen || undefined} />
        )}
      </span>
      {step !== undefined && (
        <>
          <bdi className={classes.key} data-place={typeof step === 'number' || undefined}>
            {showHidden(String(step))}
          </bdi>
          <span className={classes.colon}>:</span>
        </>
      )}
      <RowValue index={index} node={node} open={isOpen} />
    </div>
  );
}

/** Pixels that a tree of `rows` rows takes with its toolbar, for layouts that fit it. */
export function treeHeight(rows: number): number {
  return 36 + rows * rowHeight + 8;
}
