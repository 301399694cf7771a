/** The accruals behind a payout: of which invoice and dataset, gross, fee and net. */
import { useState } from 'react';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { billingPageSize } from '../../api/billing.ts';
import { useAccruals } from '../../api/payouts.ts';
import { ListTable } from '../../ui/list/list-table.tsx';
import { pagedRows } from '../../ui/list/row-source.ts';
import { TableActions } from '../../ui/list/table-actions.tsx';
import { menuOf, useTable } from '../../ui/list/use-table.ts';
import { nanosOf } from '../../ui/money/money-sum.ts';
import { nanosText } from '../../ui/money/nanos-text.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { useOpenedThing } from '../../ui/places/use-recent-things.ts';
import { accrualsTable } from './payout-tables.tsx';
import classes from '../../ui/money/billing.module.css';

export function AccrualsSection({ payout, onClose }: { payout: string; onClose: () => void }) {
  const { t } = useTranslation(['payouts', 'tables']);
  const [offset, setOffset] = useState(0);
  const query = useAccruals({ payout }, offset);
  const { data = [], pagination: { total = 0 } = {} } = query.data ?? {};
  // A payout without accruals is none.
  useOpenedThing('payout', payout, { ...query, data: total > 0 ? query.data : undefined });
  const title = t('accruals.of', { id: payout });
  const table = useTable(
    accrualsTable,
    pagedRows(
      query,
      { offset, size: billingPageSize },
      {
        source: { operation: 'listAccruals', query: { payout_id: payout } },
        idPath: '/invoice_id',
      },
    ),
    t,
  );
  const net = nanosOf(data.map((each) => each.net));
  return (
    <Section
      title={title}
      actions={
        <>
          <span className={classes.space} />
          {total > 0 && <TableActions isSecond {...menuOf(table, { title, notes: [payout] })} />}
          <ActionIcon aria-label={t('accruals.close')} onClick={onClose}>
            <IconX size={15} />
          </ActionIcon>
        </>
      }
    >
      <ListTable
        table={table}
        title={title}
        failed={t('accruals.failed')}
        empty={<p className="pd-note">{t('accruals.none')}</p>}
        foot={
          total === data.length
            ? {
                title: t('accruals.sum'),
                cells: {
                  net: net === undefined ? '–' : nanosText(net, data[0]?.currency ?? ''),
                },
              }
            : undefined
        }
        onOffset={setOffset}
      />
    </Section>
  );
}
