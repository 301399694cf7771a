/** The last word before a session is closed or revoked: what stops, what stays, and why. */
import { useTranslation } from 'react-i18next';
import type { Session } from '../../../shared/contract/sessions.ts';
import { useCloseSession, useRevokeSession } from '../../api/sessions.ts';
import { notify } from '../../state/notices.ts';
import { ConfirmDialog, type Outcome } from '../../ui/form/confirm-dialog.tsx';
import type { DialogProps } from '../../ui/form/form-dialog.tsx';
import layout from '../../ui/form/form.module.css';
import { RevokeDialog } from '../../ui/revoke-dialog.tsx';

type EndSessionDialogProps = DialogProps & { readonly session: Session };

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

export function RevokeSessionDialog({ session, ...dialog }: EndSessionDialogProps) {
  const { t } = useTranslation('sessions');
  const revoking = useRevokeSession();
  return (
    <RevokeDialog
      {...dialog}
      words={{
        title: t('end.revoke.title'),
        submit: t('end.revoke.submit'),
        failed: t('end.revoke.failed'),
        done: t('end.revoke.done', { purpose: session.purpose }),
        reason: t('end.reason'),
        reasonHint: t('end.reasonHint'),
        reasonMissing: t('end.reasonMissing'),
        by: t('end.by'),
        byHint: t('end.byHint'),
      }}
      send={(body, idempotencyKey) =>
        revoking.mutateAsync({ id: session.session_id, body, idempotencyKey })
      }
    >
      <p className={layout.text}>{t('end.revoke.text')}</p>
      <Stops />
    </RevokeDialog>
  );
}

function Stops() {
  const { t } = useTranslation('sessions');
  return (
    <ul className="pd-flush pd-grid pd-gap-4 pd-indented">
      <li>{t('end.stops')}</li>
      <li>{t('end.running')}</li>
      <li>{t('end.stays')}</li>
      <li>{t('end.final')}</li>
    </ul>
  );
}
