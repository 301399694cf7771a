/** JSON as a tree: drawn in part, walked by keyboard, searched, selected value by value. */
import {
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import {
  IconChevronDown,
  IconChevronRight,
  IconChevronUp,
  IconFold,
  IconFoldDown,
  IconSearch,
  IconX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { showHidden } from '../../../shared/hidden-text.ts';
import { copyText } from '../clipboard.ts';
import { formatCount } from '../format.ts';
import { useVirtualRows } from '../table/use-virtual-rows.ts';
import {
  formatPath,
  initiallyOpen,
  isContainer,
  kindOf,
  searchNodes,
  stepOf,
  stepsTo,
  valueText,
  visibleNodes,
  type JsonIndex,
  type JsonNode,
} from './json-index.ts';
import classes from './json-tree.module.css';

const rowHeight = 22;
/** Rows that a payload may open by itself: enough for a rich record, little enough to overlook. */
const openRows = 80;
/** Characters of a text that a row draws; the whole of it is in the bytes. */
const drawnCharacters = 300;
/** Containers that "expand all" opens; beyond it, the search is the way in. */
const openAllLimit = 50_000;

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

export function JsonTree({
  index,
  selected,
  onSelect,
  label,
  actions,
  isPlain = false,
}: JsonTreeProps) {
  const { t } = useTranslation('inspector');
  const idPrefix = useId();
  const searchField = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState(() => ({ index, nodes: initiallyOpen(index, openRows) }));
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query);
  const [matchPlace, setMatchPlace] = useState(0);

  if (opened.index !== index) setOpened({ index, nodes: initiallyOpen(index, openRows) });
  const open = opened.index === index ? opened.nodes : initiallyOpen(index, openRows);
  const rows = useMemo(() => visibleNodes(index, (node) => open.has(node)), [index, open]);
  const matches = useMemo(() => searchNodes(index, wanted), [index, wanted]);
  const matching = useMemo(() => new Set(matches), [matches]);

  const { scrollerRef, layerRef, range, geometry, spacer, showRow, pageSize } = useVirtualRows({
    rowCount: rows.length,
    rowHeight,
    headerHeight: 0,
  });

  const setOpen = (change: (nodes: Set<JsonNode>) => void) => {
    const nodes = new Set(open);
    change(nodes);
    setOpened({ index, nodes });
  };
  const toggle = (node: JsonNode, to = !open.has(node)) =>
    setOpen((nodes) => (to ? nodes.add(node) : nodes.delete(node)));
  const reveal = (node: JsonNode) => {
    const hidden: JsonNode[] = [];
    for (let at = index.parent[node] ?? -1; at > 0; at = index.parent[at] ?? -1) {
      if (!open.has(at)) hidden.push(at);
    }
    if (hidden.length > 0) setOpen((nodes) => hidden.forEach((each) => nodes.add(each)));
  };

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

  const select = (node: JsonNode | undefined) => {
    if (node !== undefined) onSelect(node);
  };
  const goToMatch = (place: number) => {
    if (matches.length === 0) return;
    const next = (place + matches.length) % matches.length;
    setMatchPlace(next);
    select(matches[next]);
  };
  const openAll = () =>
    setOpen((nodes) => {
      for (let node = 1; node < index.size && nodes.size < openAllLimit; node += 1) {
        if (isContainer(index, node)) nodes.add(node);
      }
    });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = selected === undefined ? -1 : rowOf(rows, selected);
    const node = rows[row];
    const move = (to: number) => select(rows[Math.max(0, Math.min(rows.length - 1, to))]);
    const container = node !== undefined && isContainer(index, node);
    switch (event.key) {
      case 'ArrowDown':
      case 'j':
        move(row + 1);
        break;
      case 'ArrowUp':
      case 'k':
        move(row - 1);
        break;
      case 'PageDown':
        move(row + pageSize());
        break;
      case 'PageUp':
        move(row - pageSize());
        break;
      case 'Home':
        move(0);
        break;
      case 'End':
        move(rows.length - 1);
        break;
      case 'ArrowRight':
        if (container && !open.has(node)) toggle(node, true);
        else if (container) move(row + 1);
        break;
      case 'ArrowLeft':
        if (container && open.has(node)) toggle(node, false);
        else if (node !== undefined && (index.parent[node] ?? 0) > 0) select(index.parent[node]);
        break;
      case 'Enter':
      case ' ':
        if (container) toggle(node);
        break;
      case '*':
        openAll();
        break;
      case '/':
        searchField.current?.focus();
        break;
      case 'c':
        if (node !== undefined) void copyText(valueText(index, node), t('json.value'));
        break;
      case 'p':
        if (node !== undefined) void copyText(formatPath(stepsTo(index, node)), t('json.path'));
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const onClick = (event: MouseEvent) => {
    const node = nodeOf(event);
    if (node === undefined) return;
    select(node);
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

  const onSearchKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      const first = query !== wanted || !matches.includes(selected ?? -1);
      goToMatch(first ? 0 : matchPlace + (event.shiftKey ? -1 : 1));
    } else if (event.key === 'Escape' && query !== '') {
      setQuery('');
    } else if (event.key === 'ArrowDown') {
      scrollerRef.current?.focus();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const shownNodes = rows.slice(range.first, range.last + 1);
  const rowId = (node: JsonNode) => `${idPrefix}-${node}`;
  return (
    <div className={classes.tree}>
      {!isPlain && (
        <div className={classes.toolbar}>
          <TextInput
            ref={searchField}
            className={classes.search}
            value={query}
            onChange={(event) => {
              setQuery(event.currentTarget.value);
              setMatchPlace(0);
            }}
            onKeyDown={onSearchKey}
            placeholder={t('json.search')}
            aria-label={t('json.search')}
            leftSection={<IconSearch size={14} stroke={1.8} />}
            rightSectionWidth={query === '' ? 0 : 24}
            rightSection={
              query !== '' && (
                <ActionIcon
                  size="sm"
                  aria-label={t('json.clearSearch')}
                  onClick={() => setQuery('')}
                >
                  <IconX size={13} />
                </ActionIcon>
              )
            }
          />
          {wanted !== '' && (
            <>
              <output className={classes.matches}>
                {matches.length === 0
                  ? t('json.noMatch')
                  : t('json.matches', {
                      place: formatCount(matchPlace + 1),
                      total: formatCount(matches.length),
                    })}
              </output>
              <ActionIcon
                size="sm"
                aria-label={t('json.previousMatch')}
                disabled={matches.length === 0}
                onClick={() => goToMatch(matchPlace - 1)}
              >
                <IconChevronUp size={15} />
              </ActionIcon>
              <ActionIcon
                size="sm"
                aria-label={t('json.nextMatch')}
                disabled={matches.length === 0}
                onClick={() => goToMatch(matches.includes(selected ?? -1) ? matchPlace + 1 : 0)}
              >
                <IconChevronDown size={15} />
              </ActionIcon>
            </>
          )}
          <span className={classes.space} />
          <Tooltip label={t('json.openAll')}>
            <ActionIcon size="sm" aria-label={t('json.openAll')} onClick={openAll}>
              <IconFoldDown size={15} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('json.closeAll')}>
            <ActionIcon
              size="sm"
              aria-label={t('json.closeAll')}
              onClick={() => setOpened({ index, nodes: new Set() })}
            >
              <IconFold size={15} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
          {actions}
        </div>
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
          <div ref={layerRef} className={classes.layer}>
            {shownNodes.map((node) => {
              const container = isContainer(index, node);
              const step = stepOf(index, node);
              const isOpen = open.has(node);
              const depth = Math.max(1, index.depth[node] ?? 1);
              return (
                <div
                  key={node}
                  id={rowId(node)}
                  role="treeitem"
                  tabIndex={-1}
                  data-node={node}
                  aria-level={depth}
                  aria-posinset={(index.ordinal[node] ?? 0) + 1}
                  aria-setsize={index.children[index.parent[node] ?? 0] ?? 1}
                  aria-selected={node === selected}
                  aria-expanded={container ? isOpen : undefined}
                  className={classes.row}
                  data-match={matching.has(node) || undefined}
                  style={{ paddingInlineStart: 4 + 14 * (depth - 1) }}
                >
                  <span className={classes.chevron} data-toggle="" aria-hidden="true">
                    {container && (index.children[node] ?? 0) > 0 && (
                      <IconChevronRight size={12} stroke={2.2} data-open={isOpen || undefined} />
                    )}
                  </span>
                  {step !== undefined && (
                    <>
                      <bdi
                        className={classes.key}
                        data-place={typeof step === 'number' || undefined}
                      >
                        {showHidden(String(step))}
                      </bdi>
                      <span className={classes.colon}>:</span>
                    </>
                  )}
                  <RowValue index={index} node={node} open={isOpen} />
                </div>
              );
            })}
          </div>
        </div>
      </div>
    </div>
  );
}

/** Pixels that a tree of `rows` rows takes with its toolbar, for layouts that fit it. */
export function treeHeight(rows: number): number {
  return 36 + rows * rowHeight + 8;
}
