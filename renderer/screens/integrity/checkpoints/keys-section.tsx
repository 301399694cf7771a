/** The keys of the ledger: which signed until when, and the change of the one in force. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
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
import { TableActions } from '../../../ui/list/table-actions.tsx';
import { fileColumn } from '../../../ui/list/table-tools.ts';
import { Loaded } from '../../../ui/page/loaded.tsx';
import { notify } from '../../../state/notices.ts';
import { CopiedValue } from '../../../ui/copied-value.tsx';
import { formatCount } from '../../../ui/format.ts';
import { Instant } from '../../../ui/instant.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import { useTableColumns, type TableColumns } from '../../../ui/table/use-table-columns.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import layout from '../../../ui/form/form.module.css';
import type { Form } from '../../../ui/form/use-api-form.ts';
import { useHeld } from '../../../ui/form/use-held.ts';
import classes from '../../../ui/chain/checkpoints.module.css';

type KeyColumn = 'key' | 'state' | 'from' | 'since';

export function KeysSection() {
  const { t } = useTranslation('checkpoints');
  const { t: field } = useTranslation('tables', { keyPrefix: 'file' });
  const [changing, setChanging] = useState(false);
  const may = useMay();
  const isReadOnly = useIsReadOnly();
  const keys = useLedgerKeys();
  const columns = useTableColumns<KeyColumn>(
    'ledger-keys',
    [
      { id: 'key', label: t('keys.key') },
      { id: 'state', label: t('keys.state') },
      { id: 'from', label: t('keys.from'), align: 'end' },
      { id: 'since', label: t('keys.since') },
    ],
    [
      fileColumn('key', t('keys.key'), '/vkey'),
      fileColumn('from', t('keys.from'), '/first_size', 'number'),
      fileColumn('entry', field('seq'), '/seq', 'number'),
      fileColumn('since', t('keys.since'), '/created_at', 'instant'),
    ],
  );
  return (
    <Section
      title={t('keys.title')}
      actions={
        <>
          <span className={classes.space} />
          {keys.data !== undefined && (
            <TableActions
              isSecond
              tools={{
                id: 'ledger-keys',
                title: t('keys.title'),
                source: { rows: keys.data },
                total: keys.data.length,
                notes: [],
              }}
              columns={columns}
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
      <Loaded query={keys} failed={t('keys.loadFailed')}>
        {(list) => <KeyTable keys={list} columns={columns} />}
      </Loaded>
      <ChangeKeyDialog opened={changing} onClose={() => setChanging(false)} />
    </Section>
  );
}

function KeyTable({
  keys,
  columns,
}: {
  keys: readonly LedgerKeyPeriod[];
  columns: TableColumns<KeyColumn>;
}) {
  const { t } = useTranslation('checkpoints');
  const inForce = keys.at(-1)?.vkey;
  return (
    <PlainTable label={t('keys.list')} columns={columns.shown}>
      {keys.toReversed().map(({ vkey, first_size: first, created_at: since }) => (
        <tr key={vkey}>
          {columns.cells({
            key: (
              <td className={classes.key}>
                <CopiedValue value={vkey} what={t('keys.key')} />
              </td>
            ),
            state: (
              <td>
                {vkey === inForce ? (
                  <StatusBadge tone="info">{t('keys.inForce')}</StatusBadge>
                ) : (
                  t('keys.replaced')
                )}
              </td>
            ),
            from: <td data-align="end">{formatCount(first)}</td>,
            since: (
              <td>
                <Instant at={since} withZone />
              </td>
            ),
          })}
        </tr>
      ))}
    </PlainTable>
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
