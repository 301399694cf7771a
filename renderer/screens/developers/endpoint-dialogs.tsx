/** Asks before an endpoint is deleted, or gets another secret. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Webhook, WebhookWithSecret } from '../../../shared/contract/webhooks.ts';
import { useDeleteWebhook, useRotateWebhook } from '../../api/webhooks.ts';
import { notify } from '../../state/notices.ts';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';

interface AskProps {
  /** undefined while nothing is asked. */
  readonly endpoint: Webhook | undefined;
  readonly onClose: () => void;
}

export function DeleteEndpointDialog({
  endpoint,
  onClose,
  onGone,
}: AskProps & { readonly onGone: () => void }) {
  const { t } = useTranslation('developers');
  const deleting = useDeleteWebhook();
  return (
    <ConfirmDialog
      title={t('delete.title')}
      question={
        endpoint && {
          text: t('delete.text', { url: endpoint.url }),
          failed: t('delete.failed'),
          submit: t('delete.submit'),
          isPending: deleting.isPending,
          onConfirm: ({ onSuccess, onError }, idempotencyKey) =>
            deleting.mutate(
              { id: endpoint.endpoint_id, idempotencyKey },
              {
                onSuccess: () => {
                  notify({ title: t('delete.done') });
                  onSuccess();
                  onGone();
                },
                onError,
              },
            ),
        }
      }
      onClose={onClose}
    />
  );
}

export function RotateSecretDialog({ endpoint, onClose }: AskProps) {
  const { t } = useTranslation('developers');
  const rotating = useRotateWebhook();
  const [made, setMade] = useState<WebhookWithSecret>();
  return (
    <>
      <ConfirmDialog
        title={t('rotate.title')}
        question={
          endpoint && {
            text: t('rotate.text', { url: endpoint.url }),
            failed: t('rotate.failed'),
            submit: t('rotate.submit'),
            isPending: rotating.isPending,
            onConfirm: ({ onSuccess, onError }, idempotencyKey) =>
              rotating.mutate(
                { id: endpoint.endpoint_id, idempotencyKey },
                {
                  onSuccess: (answer) => {
                    setMade(answer);
                    // The answer holds the secret: it lives in the next dialog alone.
                    rotating.reset();
                    onSuccess();
                  },
                  onError,
                },
              ),
          }
        }
        onClose={onClose}
      />
      <SecretDialog endpoint={made} onClose={() => setMade(undefined)} />
    </>
  );
}
