/** The new secret of an endpoint, in a dialog that only its own button closes. */
import { useTranslation } from 'react-i18next';
import type { WebhookWithSecret } from '../../../shared/contract/webhooks.ts';
import { ViewDialog } from '../../ui/view-dialog.tsx';
import { SecretOnce } from './secret-once.tsx';

export function SecretDialog({
  endpoint,
  onClose,
}: {
  /** undefined while there is none to show. */
  endpoint: WebhookWithSecret | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation('developers');
  return (
    <ViewDialog
      opened={endpoint !== undefined}
      onClose={onClose}
      title={t('secret.title')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      {endpoint !== undefined && <SecretOnce endpoint={endpoint} onClose={onClose} />}
    </ViewDialog>
  );
}
