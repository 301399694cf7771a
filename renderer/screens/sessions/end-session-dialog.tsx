/** The last word before a session is closed or revoked: what stops, what stays, and why. */
import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { revokeSchema } from '../../../shared/contract/datasets.ts';
import type { Session } from '../../../shared/contract/sessions.ts';
import { useCloseSession, useRevokeSession } from '../../api/sessions.ts';
import { notify } from '../../state/notices.ts';
import { ConfirmDialog, type Outcome } from '../../ui/form/confirm-dialog.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import layout from '../../ui/form/form.module.css';
import type { FaultsByField } from '../../ui/form/use-api-form.ts';
import { revocation } from '../../ui/revocation.ts';

interface EndSessionDialogProps {
  readonly session: Session;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function CloseSessionDialog({ session, opened, onClose }: EndSessionDialogProps) {
  const { t } = useTranslation('sessions');
  const closing = useCloseSession();
  const question = {
    text: t('end.close.text'),
    details: <Stops />,
    failed: t('end.close.failed'),
    submit: t('end.close.submit'),
    isPending: closing.isPending,
    onConfirm: ({ onSuccess, onError }: Outcome, idempotencyKey: string) =>
      closing.mutate(
        { id: session.session_id, idempotencyKey },
        {
          onSuccess: () => {
            notify({ title: t('end.close.done', { purpose: session.purpose }) });
            onSuccess();
          },
          onError,
        },
      ),
  };
  return (
    <ConfirmDialog
      title={t('end.close.title')}
      question={opened ? question : undefined}
      onClose={onClose}
    />
  );
}

export function RevokeSessionDialog({ session, opened, onClose }: EndSessionDialogProps) {
  const { t } = useTranslation('sessions');
  const revoking = useRevokeSession();
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('end.revoke.title')}
      size={500}
      submit={t('end.revoke.submit')}
      failed={t('end.revoke.failed')}
      initial={{ reason: '', revoked_by: '' }}
      bodyOf={revocation}
      schema={revokeSchema}
      check={({ reason }): FaultsByField =>
        reason.trim() === '' ? { reason: t('end.reasonMissing') } : {}
      }
      send={(body, idempotencyKey) =>
        revoking.mutateAsync({ id: session.session_id, body, idempotencyKey })
      }
      onDone={() => {
        notify({ title: t('end.revoke.done', { purpose: session.purpose }) });
        onClose();
      }}
    >
      {(form) => (
        <>
          <p className={layout.text}>{t('end.revoke.text')}</p>
          <Stops />
          <Textarea
            label={t('end.reason')}
            required
            data-autofocus
            autosize
            minRows={2}
            maxRows={6}
            placeholder={t('end.reasonHint')}
            {...form.getInputProps('reason')}
          />
          <TextInput
            label={t('end.by')}
            placeholder={t('end.byHint')}
            autoComplete="off"
            {...form.getInputProps('revoked_by')}
          />
        </>
      )}
    </FormDialog>
  );
}

function Stops() {
  const { t } = useTranslation('sessions');
  return (
    <ul className={layout.stops}>
      <li>{t('end.stops')}</li>
      <li>{t('end.running')}</li>
      <li>{t('end.stays')}</li>
      <li>{t('end.final')}</li>
    </ul>
  );
}
