/** The rows of a session: what they are filtered by, how many that selects, how it runs, and the rows that somebody pressed for. */
import { useId, useRef, useState, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { IconChevronDown, IconFilter, IconLock, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { JsonObject } from '../../../shared/contract/json.ts';
import type { Session } from '../../../shared/contract/sessions.ts';
import { readBatch, useKeptOfSession } from '../../api/sessions.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { formatCount } from '../../ui/format.ts';
import { RowBrowser } from '../../ui/rows/row-browser.tsx';
import type { ReadingWords } from '../../ui/rows/row-browser-props.ts';
import { EmptyState } from '../../ui/states.tsx';
import { CountOfFilter } from './count-of-filter.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { ReadRowsOf } from './read-rows-of.ts';
import { RowsMenu } from './rows-menu.tsx';
import { withClause, writeFilter } from './row-filter.ts';
import type { SessionSearch } from './search.ts';
import { isReading, SessionOver } from './session-over.tsx';
import { useReadPrice } from './use-read-price.ts';
import { useSessionFields } from './use-session-fields.ts';
import classes from './data.module.css';

const noneSelected: ReadonlySet<string> = new Set();

export interface DataTabProps {
  readonly session: Session;
  readonly search: SessionSearch;
  readonly filter: JsonObject;
  readonly selected: ReadonlySet<string>;
  readonly onSelected: (selected: ReadonlySet<string>) => void;
  readonly onSearch: (part: Partial<SessionSearch>) => void;
}

export function DataTab(props: DataTabProps) {
  const { session } = props;
  const { t } = useTranslation('sessions');
  const kept = useKeptOfSession(session.session_id, () => new ReadRowsOf());
  if (!isReading(session)) return <SessionOver />;
  if (!session.allowed_operations.includes('read')) {
    return (
      <EmptyState compact icon={<IconLock size={20} stroke={1.6} />} title={t('data.notReadable')}>
        {t('data.notReadableText')}
      </EmptyState>
    );
  }
  return kept === undefined ? null : <Rows {...props} kept={kept} />;
}

const isEmpty = (filter: JsonObject) => Object.keys(filter).length === 0;

function Rows(props: DataTabProps & { readonly kept: ReadRowsOf }) {
  const { session, search, filter, selected, onSelected, onSearch, kept } = props;
  const { t } = useTranslation('sessions');
  const { session_id: id, snapshot } = session;
  const fields = useSessionFields(session);
  const panelId = useId();
  const panel = useRef<HTMLFormElement>(null);
  const canFilter = session.allowed_operations.includes('filter');
  const [open, setOpen] = useState(!isEmpty(filter));
  const filterText = JSON.stringify(filter);
  const [total, setTotal] = useState<{ readonly of: string; readonly count: number }>();
  const apply = (next: JsonObject) => {
    onSearch({ filter: writeFilter(next) });
    onSelected(noneSelected);
  };
  useFilterCommand(canFilter, () => {
    setOpen(true);
    // Once the panel is there.
    requestAnimationFrame(() => panel.current?.querySelector('input')?.focus());
  });
  const counted = total?.of === filterText ? total.count : null;
  const rows = isEmpty(filter) ? snapshot.record_count : counted;
  const shown = search.fields?.split(',');
  const clear = (
    <Button leftSection={<IconX size={14} />} onClick={() => apply({})}>
      {t('data.clear')}
    </Button>
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
        <CountOfFilter
          key={filterText}
          session={session}
          filter={isEmpty(filter) ? undefined : filter}
          kept={kept}
          onCounted={(count) => setTotal({ of: filterText, count })}
        />
        {!open && !isEmpty(filter) && clear}
        <span className="pd-space" />
        <span className="pd-caption" title={t('data.meteredNote')}>
          {t('data.metered', {
            count: session.usage?.total_operations ?? 0,
            calls: formatCount(session.usage?.total_operations ?? 0),
            rows: formatCount(session.usage?.records_accessed ?? 0),
          })}
        </span>
      </div>
      {open && canFilter && (
        <FilterPanel
          key={filterText}
          id={panelId}
          ref={panel}
          sessionId={id}
          fields={fields}
          filter={filter}
          onApply={apply}
        />
      )}
      <div className={classes.rows}>
        <RowBrowser
          id={`rows:${session.dataset_id}`}
          label={t('data.label')}
          identity={id}
          readBatch={(page) => readBatch(id, page)}
          lists={kept.lists}
          renderReading={(count, button) => (
            <PricedReading sessionId={id} count={count} button={button} />
          )}
          unread={{ title: t('data.unread'), text: t('data.unreadText') }}
          fields={fields}
          filter={isEmpty(filter) ? undefined : filter}
          sort={search.sort}
          onSort={(sort) => onSearch({ sort })}
          shown={shown}
          onShown={(next) => onSearch({ fields: next?.join(',') })}
          total={rows}
          selected={selected}
          onSelected={onSelected}
          actions={
            <RowsMenu
              session={session}
              search={search}
              filter={filter}
              fields={fields}
              total={rows}
              onSearch={onSearch}
            />
          }
          {...(canFilter ? { onFilterBy: (clause) => apply(withClause(filter, clause)) } : {})}
          emptyAction={isEmpty(filter) ? undefined : clear}
        />
      </div>
    </div>
  );
}

/** The key `/` opens the filter. */
function useFilterCommand(canFilter: boolean, run: () => void) {
  const { t } = useTranslation('sessions');
  useCommands([
    {
      id: 'session.filter',
      title: t('data.showFilter'),
      group: 'view',
      scope: 'global',
      keys: ['/'],
      icon: IconFilter,
      isEnabled: () => canFilter,
      run,
    },
  ]);
}

/** The button that reads: it waits for its price, and says so where that cannot be had. */
function PricedReading({
  sessionId,
  count,
  button,
}: {
  readonly sessionId: string;
  readonly count: number;
  readonly button: (words: ReadingWords) => ReactNode;
}) {
  const { t } = useTranslation('sessions');
  const cost = useReadPrice(sessionId, { rows: count });
  const rows = formatCount(count);
  if (cost === undefined) {
    return button({ words: t('data.read', { count, rows }), exact: undefined, isReady: false });
  }
  const words =
    cost === null
      ? t('data.readUnpriced', { count, rows })
      : t('data.readFor', { count, rows, price: cost.price });
  return button({ words, exact: cost?.exact, isReady: true });
}
