/** The last word before a grant ends: given back by its account, or revoked by the holder. */
import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { withdrawGrantSchema, type Grant } from '../../../shared/contract/grants.ts';
import { useRevokeGrant, useWithdrawGrant } from '../../api/grants.ts';
import { FormDialog, type DialogProps } from '../../ui/form/form-dialog.tsx';
import layout from '../../ui/form/form.module.css';
import { RevokeDialog } from '../../ui/revoke-dialog.tsx';

export function WithdrawGrantDialog({
  grant: { grant_id: id },
  ...dialog
}: DialogProps & { readonly grant: Grant }) {
  const { t } = useTranslation('grants');
  const withdrawing = useWithdrawGrant(id);
  return (
    <FormDialog
      {...dialog}
      title={t('withdraw.title')}
      submit={t('withdraw.submit')}
      failed={t('withdraw.failed')}
      initial={{ reason: '' }}
      bodyOf={({ reason }) => (reason.trim() === '' ? {} : { reason: reason.trim() })}
      schema={withdrawGrantSchema}
      send={(body, idempotencyKey) => withdrawing.mutateAsync({ body, idempotencyKey })}
      told={() => t('withdraw.done')}
    >
      {(form) => (
        <>
          <p className={layout.text}>{t('withdraw.text')}</p>
          <Textarea
            label={t('reason')}
            data-autofocus
            autosize
            minRows={2}
            maxRows={6}
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </FormDialog>
  );
}

export function RevokeGrantDialog({
  grant: { grant_id: id, holder_id: holder },
  ...dialog
}: DialogProps & { readonly grant: Grant }) {
  const { t } = useTranslation('grants');
  const revoking = useRevokeGrant(id);
  return (
    <RevokeDialog
      {...dialog}
      words={{
        title: t('revoke.title'),
        submit: t('revoke.submit'),
        failed: t('revoke.failed'),
        done: t('revoke.done'),
        reason: t('reason'),
        reasonHint: t('revoke.reasonHint'),
        reasonMissing: t('revoke.reasonMissing'),
        by: t('revoke.by'),
        byHint: holder,
      }}
      send={async (body, idempotencyKey) => {
        await revoking.mutateAsync({ body, idempotencyKey });
        return { revoked_by: body.revoked_by };
      }}
    >
      <p className={layout.text}>{t('revoke.text')}</p>
    </RevokeDialog>
  );
}
