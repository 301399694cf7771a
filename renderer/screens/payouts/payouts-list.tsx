/** The list of payouts: columns, what narrows it, and how each cell is drawn. */
import { Menu } from '@mantine/core';
import {
  IconBook2,
  IconBuildingBank,
  IconPackageExport,
  IconShieldCheck,
} from '@tabler/icons-react';
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
import { RowMenu } from '../../ui/table/row-menu.tsx';
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
        // The state says that it is over: the day stands there where somebody asks for it.
        hiddenAtFirst: true,
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
        <small className="pd-sentence">
          <InEnglish>{reason}</InEnglish>
        </small>
      )}
    </>
  );
}

/** The shares behind a payout, which open beneath it, and a menu of what else can be done with it. */
export function Behind({
  payout,
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
  const { t } = useTranslation('payouts');
  const { payout_id: id } = payout;
  return (
    <span className="pd-row pd-gap-8">
      <button
        type="button"
        className={classes.rowButton}
        data-opens
        aria-expanded={id === opened}
        onClick={() => onShow(id === opened ? undefined : id)}
      >
        {t('column.shares')}
      </button>
      <PayoutMenu payout={payout} onTell={onTell} />
    </span>
  );
}

function PayoutMenu({
  payout: { payout_id: id, statement_number: number = id },
  onTell,
}: {
  payout: Payout;
  onTell: (() => void) | undefined;
}) {
  const { t } = useTranslation(['payouts', 'bundles', 'proof']);
  const may = useMay();
  const prove = () => openDialog({ kind: 'row-proof', table: 'payouts', id });
  const bundle = () =>
    openDialog({ kind: 'export-bundle', filter: null, recordIds: [], payoutId: id });
  return (
    <RowMenu name={t('actionsOf', { number })}>
      {onTell !== undefined && (
        <Menu.Item leftSection={<IconBuildingBank size={14} />} onClick={onTell}>
          {t('outcome.action')}
        </Menu.Item>
      )}
      <Menu.Item
        component={PlaceWay}
        href={billingAddress({ tab: 'journal', source: id })}
        leftSection={<IconBook2 size={14} />}
      >
        {t('column.journal')}
      </Menu.Item>
      {may('getRowProof') && (
        <Menu.Item leftSection={<IconShieldCheck size={14} />} onClick={prove}>
          {t('proof:action')}
        </Menu.Item>
      )}
      {may('createBundle') && (
        <Menu.Item leftSection={<IconPackageExport size={14} />} onClick={bundle}>
          {t('bundles:short')}
        </Menu.Item>
      )}
    </RowMenu>
  );
}
