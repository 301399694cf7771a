/** The accruals behind a payout: of which invoice and dataset, gross, fee and net. */
import { useState } from 'react';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { showHidden } from '../../../shared/hidden-text.ts';
import { billingPageSize } from '../../api/billing.ts';
import { useAccruals } from '../../api/payouts.ts';
import { useOpenedThing } from '../../ui/places/use-recent-things.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { datasetAddress, invoiceAddress } from '../../ui/addresses.ts';
import { Instant } from '../../ui/instant.tsx';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { useTableColumns } from '../../ui/table/use-table-columns.tsx';
import { TableActions } from '../../ui/list/table-actions.tsx';
import { fileColumn } from '../../ui/list/table-tools.ts';
import { Loaded } from '../../ui/page/loaded.tsx';
import { nanosOf } from '../../ui/money/money-sum.ts';
import { nanosText } from '../../ui/money/nanos-text.ts';
import { Pager } from '../../ui/page/pager.tsx';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import classes from '../../ui/money/billing.module.css';

export function AccrualsSection({ payout, onClose }: { payout: string; onClose: () => void }) {
  const { t } = useTranslation('payouts');
  const { t: field } = useTranslation('tables', { keyPrefix: 'file' });
  const [offset, setOffset] = useState(0);
  const query = useAccruals({ payout }, offset);
  // A payout without accruals is none.
  const isThere = (query.data?.pagination.total ?? 0) > 0;
  useOpenedThing('payout', payout, { ...query, data: isThere ? query.data : undefined });
  const columns = useTableColumns(
    'accruals',
    [
      { id: 'at', label: t('accruals.at'), ofInstants: true },
      { id: 'dataset', label: t('accruals.dataset') },
      { id: 'invoice', label: t('accruals.invoice') },
      { id: 'gross', label: t('accruals.gross'), align: 'end', files: ['gross', 'currency'] },
      { id: 'fee', label: t('accruals.fee'), align: 'end', files: ['fee', 'currency'] },
      { id: 'net', label: t('accruals.net'), align: 'end', files: ['net', 'currency'] },
    ],
    [
      fileColumn('at', t('accruals.at'), '/created_at', 'instant'),
      fileColumn('dataset', t('accruals.dataset'), '/dataset_id'),
      fileColumn('holder', t('column.holder'), '/holder_id'),
      fileColumn('invoice', t('accruals.invoice'), '/invoice_id'),
      fileColumn('gross', t('accruals.gross'), '/gross', 'number'),
      fileColumn('fee', t('accruals.fee'), '/fee', 'number'),
      fileColumn('net', t('accruals.net'), '/net', 'number'),
      fileColumn('currency', field('currency'), '/currency'),
    ],
  );
  const sumsNet = columns.shown.some(({ id }) => id === 'net');
  const titled = columns.shown.find(({ id }) => id !== 'net')?.id;
  const footOf = (id: string) =>
    id === titled ? <th scope="row">{t('accruals.sum')}</th> : <td>{''}</td>;
  return (
    <Section
      title={t('accruals.of', { id: payout })}
      actions={
        <>
          <span className={classes.space} />
          {query.data !== undefined && query.data.pagination.total > 0 && (
            <TableActions
              isSecond
              tools={{
                id: 'accruals',
                title: t('accruals.of', { id: payout }),
                source: { operation: 'listAccruals', query: { payout_id: payout } },
                total: query.data.pagination.total,
                notes: [payout],
              }}
              columns={columns}
            />
          )}
          <ActionIcon aria-label={t('accruals.close')} onClick={onClose}>
            <IconX size={15} />
          </ActionIcon>
        </>
      }
    >
      <Loaded query={query} failed={t('accruals.failed')}>
        {({ data, pagination }) => {
          if (data.length === 0) return <p className={classes.note}>{t('accruals.none')}</p>;
          const currency = data[0]?.currency ?? '';
          const net = nanosOf(data.map((each) => each.net));
          const isWhole = pagination.total === data.length;
          return (
            <>
              <PlainTable
                label={t('accruals.of', { id: payout })}
                columns={columns.shown}
                {...(isWhole &&
                  sumsNet && {
                    foot: (
                      <tr>
                        {columns.cells({
                          at: footOf('at'),
                          dataset: footOf('dataset'),
                          invoice: footOf('invoice'),
                          gross: footOf('gross'),
                          fee: footOf('fee'),
                          net: (
                            <td data-align="end">
                              {net === undefined ? '–' : nanosText(net, currency)}
                            </td>
                          ),
                        })}
                      </tr>
                    ),
                  })}
              >
                {data.map((each) => (
                  <tr key={`${each.invoice_id} ${each.dataset_id}`}>
                    {columns.cells({
                      at: (
                        <td>
                          <Instant at={each.created_at} />
                        </td>
                      ),
                      dataset: (
                        <td>
                          <PlaceLink
                            className={classes.link}
                            href={datasetAddress(each.dataset_id)}
                          >
                            {showHidden(each.dataset_id)}
                          </PlaceLink>
                        </td>
                      ),
                      invoice: (
                        <td>
                          <PlaceLink
                            className={classes.monoLink}
                            href={invoiceAddress(each.invoice_id)}
                          >
                            {each.invoice_id}
                          </PlaceLink>
                        </td>
                      ),
                      gross: (
                        <td data-align="end">
                          <MoneyText value={each.gross} currency={each.currency} />
                        </td>
                      ),
                      fee: (
                        <td data-align="end">
                          <MoneyText value={each.fee} currency={each.currency} />
                        </td>
                      ),
                      net: (
                        <td data-align="end">
                          <MoneyText value={each.net} currency={each.currency} />
                        </td>
                      ),
                    })}
                  </tr>
                ))}
              </PlainTable>
              <Pager
                offset={offset}
                size={billingPageSize}
                total={pagination.total}
                onOffset={setOffset}
              />
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}
