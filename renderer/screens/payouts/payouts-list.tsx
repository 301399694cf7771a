/** The list of payouts: columns, what narrows it, and how each cell is drawn. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { payoutStatuses, type Payout } from '../../../shared/contract/billing.ts';
import { useMay } from '../../api/capabilities.ts';
import { openDialog } from '../../state/dialogs.ts';
import { billingAddress } from '../../ui/addresses.ts';
import { formatDay } from '../../ui/format.ts';
import { InEnglish } from '../../ui/in-english.tsx';
import { Instant } from '../../ui/instant.tsx';
import { defineList, inFiles } from '../../ui/list/define-list.ts';
import { PlaceWay } from '../../ui/places/place-link.tsx';
import { PayoutStatusBadge } from './payout-status.tsx';
import { StatementCell } from './statement-files.tsx';
import classes from '../../ui/money/billing.module.css';

type Translate = TFunction<['payouts', 'tables']>;

/** The ways to the rows behind a payout are drawn by the screen. */
export const payoutsList = defineList<Payout, Translate>()(
  {
    id: 'payouts',
    noun: 'payouts',
    rowId: (row) => row.payout_id,
    idColumn: 'id',
    filters: { status: payoutStatuses },
    alsoNarrow: ['last'],
    columns: {
      id: { path: '/payout_id', onlyInFiles: true },
      amount: { path: '/amount', form: 'money' },
      currency: inFiles('/currency', 'amount'),
      status: { path: '/status', codes: payoutStatuses, narrows: 'status', cell: StatusCell },
      failure: inFiles('/failure_reason', 'status'),
      statement: { path: '/statement_number', cell: StatementCell },
      holder: { path: '/holder_id', narrows: 'holder' },
      period: {
        cell: ({ period: { start_date: from, end_date: to } }, { t }) =>
          t('range', { from: formatDay(from), to: formatDay(to) }),
      },
      from: {
        path: '/period/start_date',
        form: 'day',
        title: 'tables:file.period_start',
        onlyInFiles: 'period',
      },
      to: {
        path: '/period/end_date',
        form: 'day',
        title: 'tables:file.period_end',
        onlyInFiles: 'period',
      },
      created: { path: '/created_at', form: 'instant', precision: 'minute' },
      completed: {
        path: '/completed_at',
        form: 'instant',
        cell: ({ completed_at: at }) =>
          at === undefined ? '–' : <Instant at={at} precision="minute" />,
      },
      behind: { fixed: true },
    },
  },
  (t, key, values) => t(key, values),
);

function StatusCell({ status, failure_reason: reason }: Payout) {
  return (
    <>
      <PayoutStatusBadge status={status} />
      {reason !== undefined && (
        <small className={classes.reason}>
          <InEnglish>{reason}</InEnglish>
        </small>
      )}
    </>
  );
}

/** The ways to the rows behind a payout, of which the shares open beneath it. */
export function Behind({
  payout: { payout_id: id },
  opened,
  onShow,
  onTell,
}: {
  payout: Payout;
  /** Asked to tell what became of it; undefined where that is not to be told. */
  onTell: (() => void) | undefined;
  /** The payout that is open. */
  opened: string | undefined;
  onShow: (id: string | undefined) => void;
}) {
  const { t } = useTranslation(['payouts', 'bundles', 'proof']);
  const may = useMay();
  const button = { type: 'button', className: classes.rowButton } as const;
  const prove = () => openDialog({ kind: 'row-proof', table: 'payouts', id });
  const bundle = () =>
    openDialog({ kind: 'export-bundle', filter: null, recordIds: [], payoutId: id });
  return (
    <span className={`${classes.links} ${classes.behind}`}>
      <button
        {...button}
        data-opens
        aria-expanded={id === opened}
        onClick={() => onShow(id === opened ? undefined : id)}
      >
        {t('column.shares')}
      </button>
      <PlaceWay className={classes.link} href={billingAddress({ tab: 'journal', source: id })}>
        {t('column.journal')}
      </PlaceWay>
      {onTell !== undefined && (
        <button {...button} onClick={onTell}>
          {t('outcome.action')}
        </button>
      )}
      {may('getRowProof') && (
        <button {...button} onClick={prove}>
          {t('proof:action')}
        </button>
      )}
      {may('createBundle') && (
        <button {...button} onClick={bundle}>
          {t('bundles:short')}
        </button>
      )}
    </span>
  );
}
