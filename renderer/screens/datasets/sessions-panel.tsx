/** The sessions on one dataset: who reads it, for what, until when, and how much so far. */
import { Button } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../../shared/contract/sessions.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useSessions } from '../../api/sessions.ts';
import { PlaceLink, PlaceWay } from '../../ui/places/place-link.tsx';
import { sessionAddress } from '../../ui/addresses.ts';
import { formatBytes, formatCount } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { EmptyState, QueryError } from '../../ui/states.tsx';
import { Countdown } from '../../ui/sessions/countdown.tsx';
import { endOf } from '../../ui/sessions/session-end.ts';
import { SessionStatusBadge } from '../../ui/sessions/session-status.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import classes from './datasets.module.css';

/** Sessions that the table draws; the sessions list has them all. */
const drawnSessions = 200;

export interface SessionsPanelProps {
  readonly datasetId: string;
  readonly onOpen: (() => void) | undefined;
}

export function SessionsPanel({ datasetId, onOpen }: SessionsPanelProps) {
  const { t } = useTranslation('datasets');
  const query = useSessions({ dataset_id: datasetId });
  if (query.data === undefined) {
    return query.isError ? (
      <QueryError query={query} title={t('sessions.failed')} />
    ) : (
      <p className="pd-note" role="status">
        {t('sessions.loading')}
      </p>
    );
  }
  const { data, total } = query.data;
  if (data.length === 0) {
    return (
      <EmptyState
        compact
        icon={<IconPlugConnected size={20} stroke={1.6} />}
        title={t('sessions.empty')}
        actions={
          onOpen === undefined ? undefined : (
            <Button
              variant="filled"
              leftSection={<IconPlugConnected size={14} stroke={2} />}
              onClick={onOpen}
            >
              {t('openSession')}
            </Button>
          )
        }
      >
        {t('sessions.emptyText')}
      </EmptyState>
    );
  }
  return (
    <div className="pd-stack pd-slim pd-gap-12">
      <PlainTable
        label={t('tab.sessions')}
        columns={[
          { label: t('sessions.purpose') },
          { label: t('column.status') },
          { label: t('sessions.end'), ofInstants: true },
          { label: t('sessions.operator') },
          { label: t('sessions.calls'), align: 'end' },
          { label: t('sessions.rowsRead'), align: 'end' },
          { label: t('sessions.data'), align: 'end' },
        ]}
      >
        {data.slice(0, drawnSessions).map((session) => (
          <tr key={session.session_id}>
            <td>
              <SessionLink session={session} />
            </td>
            <td>
              <SessionStatusBadge status={session.status} />
            </td>
            <td>
              {session.status === 'active' ? (
                <>
                  <Countdown until={session.expires_at} /> {t('sessions.left')}
                </>
              ) : (
                <Instant at={endOf(session)} />
              )}
            </td>
            <td>{session.operator === null ? '–' : showHidden(session.operator)}</td>
            <td data-align="end">{formatCount(session.usage?.total_operations ?? 0)}</td>
            <td data-align="end">{formatCount(session.usage?.records_accessed ?? 0)}</td>
            <td data-align="end">{formatBytes(session.usage?.total_data_bytes ?? 0)}</td>
          </tr>
        ))}
      </PlainTable>
      {total > drawnSessions && (
        <p className="pd-note">
          <PlaceWay
            className={classes.link}
            href={`#/sessions?dataset_id=${encodeURIComponent(datasetId)}`}
          >
            {t('sessions.all', { total: formatCount(total) })}
          </PlaceWay>
        </p>
      )}
    </div>
  );
}

function SessionLink({ session: { session_id: id, purpose } }: { session: Session }) {
  return (
    <PlaceLink className={classes.link} href={sessionAddress(id)} title={showHidden(purpose)}>
      <bdi>{showHidden(purpose)}</bdi>
    </PlaceLink>
  );
}
