/** The list of sessions: columns, order, and how each cell is drawn. */
import type { TFunction } from 'i18next';
import { sessionStatuses, type Session } from '../../../shared/contract/sessions.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { datasetAddress, modelAddress, sessionAddress } from '../../ui/addresses.ts';
import { formatInstant } from '../../ui/format.ts';
import { CellLink } from '../../ui/list/cell-link.tsx';
import { compareValues } from '../../ui/list/compare-values.ts';
import { defineList, type ListCells } from '../../ui/list/define-list.ts';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { Countdown } from '../../ui/sessions/countdown.tsx';
import { endOf } from '../../ui/sessions/session-end.ts';
import { SessionStatusBadge } from '../../ui/sessions/session-status.tsx';
import classes from './sessions.module.css';

type Translate = TFunction<'sessions'>;

export const sessionsList = defineList<Session, Translate>()(
  {
    id: 'sessions',
    noun: 'sessions',
    rowId: (row) => row.session_id,
    idColumn: 'id',
    first: { sort: 'opened', order: 'desc' },
    filters: { status: sessionStatuses },
    chips: ['dataset_id'],
    columns: {
      purpose: {
        path: '/purpose',
        width: 232,
        long: true,
        cell: ({ session_id: id, purpose }) => (
          <CellLink href={sessionAddress(id)}>{purpose}</CellLink>
        ),
      },
      status: {
        path: '/status',
        form: 'status',
        width: 116,
        codes: sessionStatuses,
        narrows: 'status',
        cell: ({ status }) => <SessionStatusBadge status={status} />,
      },
      remaining: {
        path: '/expires_at',
        form: 'instant',
        width: 132,
        short: 'column.remainingShort',
        sort: (one, other) => compareValues(endOf(one), endOf(other)),
        cell: RemainingCell,
      },
      dataset: {
        path: '/dataset_id',
        width: 176,
        long: true,
        narrows: 'dataset_id',
        cell: ({ dataset_id: id }) => <Link address={datasetAddress(id)} text={id} />,
      },
      account: { path: '/account_id', width: 116, long: true },
      openedBy: {
        path: '/opened_by/name',
        width: 132,
        long: true,
        none: 'openedAtWindow',
        hiddenAtFirst: true,
      },
      grant: {
        path: '/grant_id',
        form: 'id',
        width: 210,
        dim: true,
        long: true,
        none: 'notGiven',
        hiddenAtFirst: true,
      },
      operator: { path: '/operator', width: 132, long: true, none: 'notGiven' },
      model: {
        path: '/model_id',
        width: 116,
        long: true,
        none: 'notGiven',
        cell: ({ model_id: id }) => <Link address={modelAddress(id ?? '')} text={id ?? ''} />,
      },
      operations: { path: '/usage/total_operations', form: 'count', width: 64 },
      records: { path: '/usage/records_accessed', form: 'count', width: 86 },
      bytes: { path: '/usage/total_data_bytes', form: 'bytes', width: 78 },
      opened: { path: '/created_at', form: 'instant', width: 136 },
      id: {
        path: '/session_id',
        form: 'id',
        width: 210,
        dim: true,
        long: true,
        sort: false,
        hiddenAtFirst: true,
      },
    },
  },
  (t, key, values) => t(key, values),
);

/** A link for the pointer; keys open the row the grid's cursor is on. */
function Link({ address, text }: { address: string; text: string }) {
  return (
    <PlaceLink className={classes.cellLink} href={address} tabIndex={-1} title={text}>
      <bdi>{showHidden(text)}</bdi>
    </PlaceLink>
  );
}

function RemainingCell(session: Session, { t, zone }: ListCells<Translate>) {
  const end = endOf(session);
  if (session.status === 'active') {
    return (
      <span className="pd-figures">
        <Countdown until={end} /> <span className="pd-dim">{t('column.left')}</span>
      </span>
    );
  }
  return (
    <time className="pd-dim" dateTime={end} title={end}>
      {formatInstant(end, zone, 'minute')}
    </time>
  );
}
