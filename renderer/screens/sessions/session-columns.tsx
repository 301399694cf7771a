/** The columns of the sessions list, and how each cell is drawn. */
import type { TFunction } from 'i18next';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import type { Session } from '../../../shared/contract/sessions.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import type { TimeZoneChoice } from '../../state/preferences.ts';
import { datasetAddress, modelAddress, sessionAddress } from '../../ui/addresses.ts';
import { formatBytes, formatCount, formatInstant } from '../../ui/format.ts';
import { instantHead } from '../../ui/table/instant-head.ts';
import type { GridColumn } from '../../ui/table/grid-column.ts';
import { Countdown } from '../../ui/sessions/countdown.tsx';
import { endOf } from '../../ui/sessions/session-end.ts';
import type { SessionSort } from './search.ts';
import { SessionStatusBadge } from '../../ui/sessions/session-status.tsx';
import classes from './sessions.module.css';

export type SessionsTranslate = TFunction<'sessions'>;

/** Values that cells need besides their row; the same object as long as nothing in it changes. */
export interface SessionCells {
  readonly zone: TimeZoneChoice;
  readonly t: SessionsTranslate;
}

export type SessionColumn = GridColumn<Session, SessionCells> & {
  readonly id: SessionSort | 'id';
};

/** The columns in their first order. */
export function sessionColumns(t: SessionsTranslate, zone: TimeZoneChoice): SessionColumn[] {
  const sortable = true;
  const end = 'end';
  return [
    {
      id: 'purpose',
      data: { path: '/purpose' },
      title: t('column.purpose'),
      width: 232,
      sortable,
      long: true,
      cell: PurposeCell,
    },
    {
      id: 'status',
      data: { path: '/status', words: t('status', { returnObjects: true }) },
      title: t('column.status'),
      width: 116,
      sortable,
      cell: ({ status }) => <SessionStatusBadge status={status} />,
    },
    {
      id: 'remaining',
      data: { path: '/expires_at', kind: 'instant', title: t('column.remainingShort') },
      ...instantHead(t('column.remainingShort'), zone, t('column.remaining')),
      width: 132,
      sortable,
      cell: RemainingCell,
    },
    {
      id: 'dataset',
      data: { path: '/dataset_id' },
      title: t('column.dataset'),
      width: 176,
      sortable,
      long: true,
      cell: ({ dataset_id: id }) => <Link address={datasetAddress(id)} text={id} />,
    },
    {
      id: 'operator',
      data: { path: '/operator' },
      title: t('column.operator'),
      width: 132,
      sortable,
      long: true,
      cell: ({ operator }, { t: words }) => operator ?? <Missing t={words} />,
    },
    {
      id: 'model',
      data: { path: '/model_id' },
      title: t('column.model'),
      width: 116,
      sortable,
      long: true,
      cell: ({ model_id: id }, { t: words }) =>
        id === null ? <Missing t={words} /> : <Link address={modelAddress(id)} text={id} />,
    },
    {
      id: 'operations',
      data: { path: '/usage/total_operations', kind: 'number' },
      title: t('column.operations'),
      width: 64,
      align: end,
      sortable,
      cell: ({ usage }) => formatCount(usage?.total_operations ?? 0),
    },
    {
      id: 'records',
      data: { path: '/usage/records_accessed', kind: 'number' },
      title: t('column.records'),
      width: 86,
      align: end,
      sortable,
      cell: ({ usage }) => formatCount(usage?.records_accessed ?? 0),
    },
    {
      id: 'bytes',
      data: { path: '/usage/total_data_bytes', kind: 'number' },
      title: t('column.bytes'),
      width: 78,
      align: end,
      sortable,
      cell: ({ usage }) => formatBytes(usage?.total_data_bytes ?? 0),
    },
    {
      id: 'opened',
      data: { path: '/created_at', kind: 'instant', title: t('column.opened') },
      ...instantHead(t('column.opened'), zone),
      width: 136,
      sortable,
      cell: ({ created_at: at }, { zone: shown }) => (
        <time dateTime={at} title={at}>
          {formatInstant(at, shown, 'minute')}
        </time>
      ),
    },
    {
      id: 'id',
      data: { path: '/session_id' },
      title: t('column.id'),
      width: 210,
      mono: true,
      dim: true,
      long: true,
      hiddenAtFirst: true,
      cell: ({ session_id: id }) => id,
    },
  ];
}

function Missing({ t }: { t: SessionsTranslate }) {
  return <span className={classes.dim}>{t('notGiven')}</span>;
}

/** A link for the pointer; keys open the row the grid's cursor is on. */
function Link({ address, text }: { address: string; text: string }) {
  return (
    <PlaceLink className={classes.cellLink} href={address} tabIndex={-1} title={text}>
      <bdi>{showHidden(text)}</bdi>
    </PlaceLink>
  );
}

function PurposeCell({ session_id: id, purpose }: Session) {
  return (
    <a className={classes.name} href={sessionAddress(id)} tabIndex={-1} title={showHidden(purpose)}>
      <bdi>{showHidden(purpose)}</bdi>
    </a>
  );
}

function RemainingCell(session: Session, { t, zone }: SessionCells) {
  const end = endOf(session);
  if (session.status === 'active') {
    return (
      <span className={classes.remaining}>
        <Countdown until={end} /> <span className={classes.dim}>{t('column.left')}</span>
      </span>
    );
  }
  return (
    <time className={classes.dim} dateTime={end} title={end}>
      {formatInstant(end, zone, 'minute')}
    </time>
  );
}
