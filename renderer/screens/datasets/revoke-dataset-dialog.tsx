/** The last word before a dataset is withdrawn: what stops at once, what stays, and why. */
import { useTranslation } from 'react-i18next';
import type { Dataset } from '../../../shared/contract/datasets.ts';
import { useRevokeDataset } from '../../api/datasets.ts';
import type { DialogProps } from '../../ui/form/form-dialog.tsx';
import layout from '../../ui/form/form.module.css';
import { formatCount } from '../../ui/format.ts';
import { RevokeDialog } from '../../ui/revoke-dialog.tsx';

export function RevokeDatasetDialog({
  dataset: { dataset_id: id, name, holder_id: holder, active_session_count: count },
  ...dialog
}: DialogProps & { readonly dataset: Dataset }) {
  const { t } = useTranslation('datasets');
  const revoking = useRevokeDataset();
  return (
    <RevokeDialog
      {...dialog}
      words={{
        title: t('revoke.title'),
        submit: t('revoke.submit'),
        failed: t('revoke.failed'),
        done: t('revoke.done', { name }),
        reason: t('revoke.reason'),
        reasonHint: t('revoke.reasonHint'),
        reasonMissing: t('revoke.reasonMissing'),
        by: t('revoke.by'),
        byHint: holder,
      }}
      send={(body, idempotencyKey) => revoking.mutateAsync({ id, body, idempotencyKey })}
    >
      <p className={layout.text}>{t('revoke.text', { name })}</p>
      <ul className="pd-flush pd-grid pd-gap-4 pd-indented">
        <li>
          <strong>{t('revoke.sessions', { count, formatted: formatCount(count) })}</strong>
        </li>
        <li>{t('revoke.running')}</li>
        <li>{t('revoke.noMore')}</li>
        <li>{t('revoke.stays')}</li>
        <li>{t('revoke.final')}</li>
      </ul>
    </RevokeDialog>
  );
}
