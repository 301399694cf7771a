/** The rows of a session: what they are filtered by, how many that selects, how it runs, and the rows. */
import { useId, useRef, useState } from 'react';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronDown, IconFilter, IconLock, IconTable, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { JsonObject } from '../../../shared/contract/json.ts';
import type { Session } from '../../../shared/contract/sessions.ts';
import { toFailure } from '../../api/client.ts';
import { useExplain, useReadBatch, useRowCount } from '../../api/sessions.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { TableMenu } from '../../ui/list/table-menu.tsx';
import { faultText, WithFault, type ToldFault } from '../../ui/fault-text.tsx';
import { FilterBuilder } from '../../ui/filter/filter-builder.tsx';
import { formatCount } from '../../ui/format.ts';
import { RowBrowser } from '../../ui/rows/row-browser.tsx';
import { columnsOf } from '../../ui/rows/row-values.ts';
import { rowBatchSize } from '../../ui/rows/use-row-pages.ts';
import { EmptyState } from '../../ui/states.tsx';
import { ExplainPanel } from './explain-panel.tsx';
import { MeteredNote } from './metered-note.tsx';
import { rowFileColumns, streamFields } from './row-file.ts';
import { withClause, writeFilter } from './row-filter.ts';
import type { SessionSearch } from './search.ts';
import { SessionOfOthers, SessionOver } from './session-over.tsx';
import { useMayUse } from './use-may-use.ts';
import { useSessionFields } from './use-session-fields.ts';
import classes from './data.module.css';

/** How long a filter rests before its rows are counted; the builder waits for the typing itself. */
const countAfterMs = 150;
const noneSelected: ReadonlySet<string> = new Set();

export interface DataTabProps {
  readonly session: Session;
  readonly search: SessionSearch;
  readonly filter: JsonObject;
  /** Somebody has pressed for rows: nothing is read, and metered, before. */
  readonly isReading: boolean;
  readonly onRead: () => void;
  readonly selected: ReadonlySet<string>;
  readonly onSelected: (selected: ReadonlySet<string>) => void;
  readonly onSearch: (part: Partial<SessionSearch>) => void;
}

export function DataTab(props: DataTabProps) {
  const { session } = props;
  const { t } = useTranslation('sessions');
  const mayUse = useMayUse(session, 'streamSession');
  if (session.status !== 'active') return <SessionOver />;
  if (!mayUse) return <SessionOfOthers />;
  if (!session.allowed_operations.includes('read')) {
    return (
      <EmptyState compact icon={<IconLock size={20} stroke={1.6} />} title={t('data.notReadable')}>
        {t('data.notReadableText')}
      </EmptyState>
    );
  }
  return <Rows {...props} />;
}

/** Characters of a filter in the notes of a file. */
const notedCharacters = 300;

function shortText(text: string): string {
  return text.length > notedCharacters ? `${text.slice(0, notedCharacters)}…` : text;
}

const isEmpty = (filter: JsonObject) => Object.keys(filter).length === 0;

function Rows(props: DataTabProps) {
  const { session, search, filter, isReading, onRead, selected, onSelected, onSearch } = props;
  const { t } = useTranslation('sessions');
  const { t: datasets } = useTranslation('datasets');
  const { session_id: id, snapshot } = session;
  const fields = useSessionFields(session);
  const readBatch = useReadBatch(id);
  const panelId = useId();
  const panel = useRef<HTMLFormElement>(null);
  const canFilter = session.allowed_operations.includes('filter');
  const [open, setOpen] = useState(!isEmpty(filter));
  const [draft, setDraft] = useState(filter);
  const [explains, setExplains] = useState(false);
  const filterText = JSON.stringify(filter);
  const [seen, setSeen] = useState(filterText);
  if (seen !== filterText) {
    // Another address: back, forward, a link, or what was applied here.
    setSeen(filterText);
    setDraft(filter);
    if (!isEmpty(filter)) setOpen(canFilter);
  }
  const [resting] = useDebouncedValue(draft, countAfterMs);
  const draftText = JSON.stringify(draft);
  const isApplied = draftText === filterText;
  const isResting = draftText === JSON.stringify(resting);
  const counted = open && canFilter && !isApplied ? resting : filter;
  // Without a filter the snapshot says how many there are, and a link alone asks for nothing that is metered.
  const isCounted = !isEmpty(counted) && (isReading || (!isApplied && isResting));
  const count = useRowCount(id, isCounted ? counted : undefined);
  const explanation = useExplain(id, open && explains ? resting : undefined);
  const failure = count.error === null ? undefined : toFailure(count.error);
  const fault = failure?.fields[0];
  const total = isEmpty(filter)
    ? snapshot.record_count
    : JSON.stringify(counted) === filterText
      ? (count.data?.count ?? null)
      : null;

  const apply = (next: JsonObject) => {
    setDraft(next);
    onSearch({ filter: writeFilter(next) });
    onSelected(noneSelected);
  };
  useCommands([
    {
      id: 'session.filter',
      title: t('data.showFilter'),
      group: 'view',
      scope: 'global',
      keys: ['/'],
      icon: IconFilter,
      isEnabled: () => canFilter,
      run: () => {
        setOpen(true);
        // Once the panel is there.
        requestAnimationFrame(() => panel.current?.querySelector('input')?.focus());
      },
    },
  ]);
  const orderWords = (sort: string) =>
    datasets(sort.startsWith('-') ? 'rows.descendingBy' : 'rows.ascendingBy', {
      field: sort.replace(/^-/, ''),
    });
  const shown = search.fields?.split(',');
  const menu = (
    <TableMenu
      tools={{
        id: `rows:${session.dataset_id}`,
        title: t('rowsFile.title', { dataset: session.dataset_id }),
        view: {
          search: { filter: search.filter, sort: search.sort, fields: search.fields },
          open: (part) =>
            onSearch({ filter: part['filter'], sort: part['sort'], fields: part['fields'] }),
        },
        source: {
          operation: 'streamSession',
          parameters: { session_id: id },
          query: { filter: writeFilter(filter), sort: search.sort },
          narrow: streamFields,
        },
        total: total ?? undefined,
        notes: [
          t('rowsFile.session', { id }),
          ...(isEmpty(filter) ? [] : [t('rowsFile.filter', { filter: shortText(filterText) })]),
          ...(search.sort === undefined ? [] : [orderWords(search.sort)]),
        ],
        remark: <MeteredNote sessionId={id} rows={total} />,
      }}
      columns={{ fileColumns: rowFileColumns(fields, columnsOf(fields, shown)) }}
    />
  );
  return (
    <div className={classes.data}>
      <div className={classes.bar}>
        {canFilter && (
          <Button
            leftSection={<IconFilter size={14} stroke={1.75} />}
            rightSection={<IconChevronDown size={12} />}
            aria-expanded={open}
            aria-controls={panelId}
            onClick={() => setOpen(!open)}
          >
            {t('data.filter')}
          </Button>
        )}
        <CountWords
          matches={isEmpty(counted) ? snapshot.record_count : count.data?.count}
          total={snapshot.record_count}
          isFiltered={!isEmpty(counted)}
          isCounting={count.isFetching || !isResting}
          why={fault ?? failure}
        />
        {!open && !isEmpty(filter) && (
          <Button variant="subtle" leftSection={<IconX size={14} />} onClick={() => apply({})}>
            {t('data.clear')}
          </Button>
        )}
        <span className="pd-space" />
        <span className="pd-caption" title={t('data.meteredNote')}>
          {t('data.metered', {
            count: session.usage?.total_operations ?? 0,
            calls: formatCount(session.usage?.total_operations ?? 0),
            rows: formatCount(session.usage?.records_accessed ?? 0),
          })}
        </span>
        {!isReading && menu}
      </div>
      {open && canFilter && (
        <form
          id={panelId}
          ref={panel}
          className={classes.filter}
          aria-label={t('data.filter')}
          onSubmit={(event) => {
            event.preventDefault();
            apply(draft);
            onRead();
          }}
        >
          <FilterBuilder
            fields={fields}
            value={draft}
            onChange={setDraft}
            fault={fault === undefined ? null : { path: fault.field, words: faultText(fault) }}
          />
          <div className="pd-flex pd-gap-6">
            <Button
              type="submit"
              variant="filled"
              disabled={(isApplied && isReading) || fault !== undefined}
            >
              {t('data.apply')}
            </Button>
            <Button
              variant="subtle"
              aria-expanded={explains}
              onClick={() => setExplains(!explains)}
            >
              {t('data.explain')}
            </Button>
          </div>
          {explains && explanation.data !== undefined && <ExplainPanel result={explanation.data} />}
        </form>
      )}
      <div className={classes.rows}>
        {isReading ? (
          <RowBrowser
            id={`rows:${session.dataset_id}`}
            label={t('data.label')}
            identity={id}
            readBatch={readBatch}
            fields={fields}
            filter={isEmpty(filter) ? undefined : filter}
            sort={search.sort}
            onSort={(sort) => onSearch({ sort })}
            shown={shown}
            onShown={(next) => onSearch({ fields: next?.join(',') })}
            total={total}
            selected={selected}
            onSelected={onSelected}
            actions={menu}
            {...(canFilter ? { onFilterBy: (clause) => apply(withClause(filter, clause)) } : {})}
            emptyAction={
              isEmpty(filter) ? undefined : (
                <Button leftSection={<IconX size={14} />} onClick={() => apply({})}>
                  {t('data.clear')}
                </Button>
              )
            }
          />
        ) : (
          <EmptyState
            compact
            icon={<IconTable size={20} stroke={1.6} />}
            title={t('data.unread')}
            actions={
              <Button variant="filled" onClick={onRead}>
                {t('data.read')}
              </Button>
            }
          >
            {t('data.unreadText', { most: formatCount(rowBatchSize) })}
          </EmptyState>
        )}
      </div>
    </div>
  );
}

function CountWords({
  matches,
  total,
  isFiltered,
  isCounting,
  why,
}: {
  matches: number | undefined;
  total: number;
  isFiltered: boolean;
  isCounting: boolean;
  why: ToldFault | undefined;
}) {
  const { t } = useTranslation('sessions');
  const words = () => {
    if (!isFiltered) return t('data.all', { count: total, total: formatCount(total) });
    if (matches === undefined) return t(isCounting ? 'data.counting' : 'data.notCounted');
    return t('data.counted', {
      count: total,
      matches: formatCount(matches),
      total: formatCount(total),
    });
  };
  if (why !== undefined && !isCounting) {
    return (
      <span className={classes.count} data-tone="warn" role="status">
        <WithFault
          titled
          fault={why}
          sentence={(text) => t('data.countFailed', { message: text })}
        />
      </span>
    );
  }
  return (
    <span className={classes.count} data-dimmed={isCounting || undefined} role="status">
      {words()}
    </span>
  );
}
