/** The shares behind a payout: of which invoice or credit note and dataset, gross, fee and net. */
import { useState } from 'react';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { billingPageSize } from '../../api/billing.ts';
import { useShares } from '../../api/payouts.ts';
import { ListTable } from '../../ui/list/list-table.tsx';
import { pagedRows } from '../../ui/list/row-source.ts';
import { TableActions } from '../../ui/list/table-actions.tsx';
import { menuOf, useTable } from '../../ui/list/use-table.ts';
import { nanosOf } from '../../ui/money/money-sum.ts';
import { nanosText } from '../../ui/money/nanos-text.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { useOpenedThing } from '../../ui/places/use-recent-things.ts';
import { sharesTable } from './payout-tables.tsx';

export function SharesSection({ payout, onClose }: { payout: string; onClose: () => void }) {
  const { t } = useTranslation(['payouts', 'tables']);
  const [offset, setOffset] = useState(0);
  const query = useShares({ payout }, offset);
  const { data = [], pagination: { total = 0 } = {} } = query.data ?? {};
  // A payout without shares is none.
  useOpenedThing('payout', payout, { ...query, data: total > 0 ? query.data : undefined });
  const title = t('shares.of', { id: payout });
  const table = useTable(
    sharesTable,
    pagedRows(
      query,
      { offset, size: billingPageSize },
      {
        source: { operation: 'listShares', query: { payout_id: payout } },
        idPath: '/document',
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
          <span className="pd-space" />
          {total > 0 && <TableActions isSecond {...menuOf(table, { title, notes: [payout] })} />}
          <ActionIcon aria-label={t('shares.close')} onClick={onClose}>
            <IconX size={15} />
          </ActionIcon>
        </>
      }
    >
      <ListTable
        table={table}
        title={title}
        failed={t('shares.failed')}
        empty={<p className="pd-note">{t('shares.none')}</p>}
        foot={
          total === data.length
            ? {
                title: t('shares.sum'),
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
