/** The last word before a dataset is withdrawn: what stops at once, what stays, and why. */
import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { revokeSchema, type Dataset } from '../../../shared/contract/datasets.ts';
import { useRevokeDataset } from '../../api/datasets.ts';
import { notify } from '../../state/notices.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import layout from '../../ui/form/form.module.css';
import type { FaultsByField } from '../../ui/form/use-api-form.ts';
import { formatCount } from '../../ui/format.ts';
import { revocation } from '../../ui/revocation.ts';

export function RevokeDatasetDialog({
  dataset: { dataset_id: id, name, holder_id: holder, active_session_count: count },
  opened,
  onClose,
}: {
  readonly dataset: Dataset;
  readonly opened: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('datasets');
  const revoking = useRevokeDataset();
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('revoke.title')}
      size={500}
      submit={t('revoke.submit')}
      failed={t('revoke.failed')}
      initial={{ reason: '', revoked_by: '' }}
      bodyOf={revocation}
      schema={revokeSchema}
      check={({ reason }): FaultsByField =>
        reason.trim() === '' ? { reason: t('revoke.reasonMissing') } : {}
      }
      send={(body, idempotencyKey) => revoking.mutateAsync({ id, body, idempotencyKey })}
      onDone={() => {
        notify({ title: t('revoke.done', { name }) });
        onClose();
      }}
    >
      {(form) => (
        <>
          <p className={layout.text}>{t('revoke.text', { name })}</p>
          <ul className={layout.stops}>
            <li>
              <strong>{t('revoke.sessions', { count, formatted: formatCount(count) })}</strong>
            </li>
            <li>{t('revoke.running')}</li>
            <li>{t('revoke.noMore')}</li>
            <li>{t('revoke.stays')}</li>
            <li>{t('revoke.final')}</li>
          </ul>
          <Textarea
            label={t('revoke.reason')}
            required
            data-autofocus
            autosize
            minRows={2}
            maxRows={6}
            placeholder={t('revoke.reasonHint')}
            {...form.getInputProps('reason')}
          />
          <TextInput
            label={t('revoke.by')}
            placeholder={holder}
            autoComplete="off"
            {...form.getInputProps('revoked_by')}
          />
        </>
      )}
    </FormDialog>
  );
}
