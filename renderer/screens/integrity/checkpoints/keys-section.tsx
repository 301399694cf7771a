/** The keys of the ledger: which signed until when, and the change of the one in force. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { LedgerKeyPeriod } from '../../../../shared/contract/checkpoints.ts';
import { useMay } from '../../../api/capabilities.ts';
import { useChangeKey, useLedgerKeys } from '../../../api/checkpoints.ts';
import { useIsReadOnly } from '../../../api/workspace.ts';
import {
  ConfirmationField,
  useConfirmation,
  type Confirmation,
} from '../../../ui/confirmation.tsx';
import { Section } from '../../../ui/page/detail-page.tsx';
import { defineTable } from '../../../ui/list/define-list.ts';
import { ListTable } from '../../../ui/list/list-table.tsx';
import type { TableSource } from '../../../ui/list/row-source.ts';
import { TableActions } from '../../../ui/list/table-actions.tsx';
import { menuOf, useTable } from '../../../ui/list/use-table.ts';
import { notify } from '../../../state/notices.ts';
import { CopiedValue } from '../../../ui/copied-value.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import layout from '../../../ui/form/form.module.css';
import type { Form } from '../../../ui/form/use-api-form.ts';
import { useHeld } from '../../../ui/form/use-held.ts';
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
      entry: { path: '/seq', form: 'count', title: 'tables:file.seq', onlyInFiles: true },
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
          <span className={classes.space} />
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

/** The last word before the key is changed. */
function ChangeKeyDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('checkpoints');
  const changing = useChangeKey();
  const confirmation = useConfirmation();
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('keys.change')}
      size={520}
      submit={t('keys.submit')}
      failed={t('keys.failed')}
      initial={{ confirm: '' }}
      bodyOf={({ confirm }) => confirmation.keyIn(confirm)}
      send={(confirm) => changing.mutateAsync(confirm)}
      onDone={() => {
        notify({ title: t('keys.changed') });
        onClose();
      }}
    >
      {(form) => <LastWord form={form} confirmation={confirmation} />}
    </FormDialog>
  );
}

/** What the change means; held until it is confirmed. */
function LastWord({
  form,
  confirmation: { way, faultOf },
}: {
  readonly form: Form<{ confirm: string }>;
  readonly confirmation: Confirmation;
}) {
  const { t } = useTranslation('checkpoints');
  useHeld(faultOf(form.values.confirm) !== undefined);
  return (
    <>
      <p className={layout.text}>{t('keys.text')}</p>
      <ConfirmationField way={way} data-autofocus {...form.getInputProps('confirm')} />
    </>
  );
}
