/** The secret of an endpoint, shown this once. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { WebhookWithSecret } from '../../../shared/contract/webhooks.ts';
import { copyText } from '../../ui/clipboard.ts';
import layout from '../../ui/form/form.module.css';
import { SecretValue } from '../../ui/secret-value.tsx';

export function SecretOnce({
  endpoint: { secret, url },
  onClose,
}: {
  endpoint: WebhookWithSecret;
  onClose: () => void;
}) {
  const { t } = useTranslation('developers');
  return (
    <div className={layout.form}>
      <p className={layout.text}>
        {secret === null ? t('secret.gone') : t('secret.text', { url })}
      </p>
      {secret !== null && (
        <SecretValue
          label={t('secret.label')}
          value={secret}
          copy={t('secret.copy')}
          onCopy={() => copyText(secret, t('secret.label'))}
        />
      )}
      <div className={layout.actions}>
        <Button onClick={onClose}>{t('secret.done')}</Button>
      </div>
    </div>
  );
}
