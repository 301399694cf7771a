/** The keys of the ledger: which signed until when, and the change of the one in force. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { LedgerKeyPeriod } from '../../../../shared/contract/checkpoints.ts';
import { useMay } from '../../../api/capabilities.ts';
import { useLedgerKeys } from '../../../api/checkpoints.ts';
import { useIsReadOnly } from '../../../api/workspace.ts';
import { Section } from '../../../ui/page/detail-page.tsx';
import { defineTable, inFiles } from '../../../ui/list/define-list.ts';
import { ListTable } from '../../../ui/list/list-table.tsx';
import type { TableSource } from '../../../ui/list/row-source.ts';
import { TableActions } from '../../../ui/list/table-actions.tsx';
import { menuOf, useTable } from '../../../ui/list/use-table.ts';
import { CopiedValue } from '../../../ui/copied-value.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { ChangeKeyDialog } from './change-key-dialog.tsx';
import classes from '../../../ui/chain/checkpoints.module.css';

type Translate = TFunction<['checkpoints', 'tables']>;

export const ledgerKeysTable = defineTable<LedgerKeyPeriod, Translate>()(
  {
    id: 'ledger-keys',
    columnsAt: 'keys',
    rowId: (row) => row.vkey,
    columns: {
      key: {
        path: '/vkey',
        className: classes.key,
        cell: ({ vkey }, { t }) => <CopiedValue value={vkey} what={t('keys.key')} />,
      },
      state: {},
      from: { path: '/first_size', form: 'count' },
      entry: inFiles('/seq', true, 'count'),
      since: { path: '/created_at', form: 'zoned' },
    },
  },
  (t, key) => t(key),
);

export function KeysSection() {
  const { t } = useTranslation(['checkpoints', 'tables']);
  const [changing, setChanging] = useState(false);
  const may = useMay();
  const isReadOnly = useIsReadOnly();
  const query = useLedgerKeys();
  const keys = query.data ?? [];
  const newest: TableSource<LedgerKeyPeriod> = {
    query,
    rows: keys.toReversed(),
    total: query.data?.length,
  };
  const table = useTable(ledgerKeysTable, newest, t);
  const state = ({ vkey }: LedgerKeyPeriod) =>
    vkey === keys.at(-1)?.vkey ? (
      <StatusBadge tone="info">{t('keys.inForce')}</StatusBadge>
    ) : (
      t('keys.replaced')
    );
  return (
    <Section
      title={t('keys.title')}
      actions={
        <>
          <span className="pd-space" />
          {query.data !== undefined && (
            <TableActions
              isSecond
              {...menuOf(table, { title: t('keys.title'), source: { rows: keys } })}
            />
          )}
          {may('rotateKey') && (
            <Button
              leftSection={<IconKey size={14} stroke={1.75} />}
              disabled={isReadOnly}
              onClick={() => setChanging(true)}
            >
              {t('keys.change')}
            </Button>
          )}
        </>
      }
    >
      <ListTable
        table={table}
        title={t('keys.list')}
        failed={t('keys.loadFailed')}
        draw={{ state }}
      />
      <ChangeKeyDialog opened={changing} onClose={() => setChanging(false)} />
    </Section>
  );
}
