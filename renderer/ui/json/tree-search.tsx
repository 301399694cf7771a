/** The search of a tree: what was typed, what matches, the way from match to match. */
import {
  useDeferredValue,
  useMemo,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { ActionIcon, TextInput } from '@mantine/core';
import {
  IconChevronDown,
  IconChevronUp,
  IconFold,
  IconFoldDown,
  IconSearch,
  IconX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../format.ts';
import { searchNodes, type JsonIndex, type JsonNode } from './json-index.ts';
import type { OpenNodes } from './use-open-nodes.ts';
import { IconAction } from '../icon-action.tsx';
import classes from './json-tree.module.css';

export interface TreeSearch {
  readonly query: string;
  readonly type: (query: string) => void;
  /** The text that the matches are of: typing comes first, they follow. */
  readonly wanted: string;
  readonly matches: readonly JsonNode[];
  readonly isMatch: (node: JsonNode) => boolean;
  /** Place of the match that was gone to last, 0-based. */
  readonly place: number;
  /** Selects the match at a place; beyond either end it goes on at the other. */
  readonly goTo: (place: number) => void;
  /** Tells whether the selected value is a match of what is typed now. */
  readonly isAtMatch: boolean;
}

export function useTreeSearch(
  index: JsonIndex,
  selected: JsonNode | undefined,
  onSelect: (node: JsonNode) => void,
): TreeSearch {
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query);
  const [place, setPlace] = useState(0);
  const matches = useMemo(() => searchNodes(index, wanted), [index, wanted]);
  const matching = useMemo(() => new Set(matches), [matches]);
  return {
    query,
    type: (text) => {
      setQuery(text);
      setPlace(0);
    },
    wanted,
    matches,
    isMatch: (node) => matching.has(node),
    place,
    goTo: (to) => {
      if (matches.length === 0) return;
      const next = (to + matches.length) % matches.length;
      const node = matches[next];
      setPlace(next);
      if (node !== undefined) onSelect(node);
    },
    isAtMatch: query === wanted && selected !== undefined && matching.has(selected),
  };
}

/** Search, expand and collapse, and the buttons that `actions` adds. */
export function TreeToolbar({
  search,
  nodes,
  fieldRef,
  onLeave,
  actions,
}: {
  search: TreeSearch;
  nodes: OpenNodes;
  fieldRef: Ref<HTMLInputElement>;
  /** The field is left for the tree. */
  onLeave: () => void;
  actions: ReactNode;
}) {
  const { t } = useTranslation('inspector');
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      search.goTo(search.isAtMatch ? search.place + (event.shiftKey ? -1 : 1) : 0);
    } else if (event.key === 'Escape' && search.query !== '') {
      search.type('');
    } else if (event.key === 'ArrowDown') {
      onLeave();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={classes.toolbar}>
      <TextInput
        ref={fieldRef}
        className={classes.search}
        value={search.query}
        onChange={(event) => search.type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        placeholder={t('json.search')}
        aria-label={t('json.search')}
        leftSection={<IconSearch size={14} stroke={1.8} />}
        rightSectionWidth={search.query === '' ? 0 : 24}
        rightSection={
          search.query !== '' && (
            <ActionIcon
              size="sm"
              aria-label={t('json.clearSearch')}
              onClick={() => search.type('')}
            >
              <IconX size={13} />
            </ActionIcon>
          )
        }
      />
      {search.wanted !== '' && <Matches search={search} />}
      <span className="pd-space" />
      <IconAction label={t('json.openAll')} icon={IconFoldDown} onClick={nodes.openAll} />
      <IconAction label={t('json.closeAll')} icon={IconFold} onClick={nodes.closeAll} />
      {actions}
    </div>
  );
}

/** How many match, and the way to the one before and the next. */
function Matches({ search }: { search: TreeSearch }) {
  const { t } = useTranslation('inspector');
  const total = search.matches.length;
  return (
    <>
      <output className={classes.matches}>
        {total === 0
          ? t('json.noMatch')
          : t('json.matches', { place: formatCount(search.place + 1), total: formatCount(total) })}
      </output>
      <ActionIcon
        size="sm"
        aria-label={t('json.previousMatch')}
        disabled={total === 0}
        onClick={() => search.goTo(search.place - 1)}
      >
        <IconChevronUp size={15} />
      </ActionIcon>
      <ActionIcon
        size="sm"
        aria-label={t('json.nextMatch')}
        disabled={total === 0}
        onClick={() => search.goTo(search.isAtMatch ? search.place + 1 : 0)}
      >
        <IconChevronDown size={15} />
      </ActionIcon>
    </>
  );
}
