/** The secret of an endpoint, shown this once. */
import { Button, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { WebhookWithSecret } from '../../../shared/contract/webhooks.ts';
import { copyText } from '../../ui/clipboard.ts';
import layout from '../../ui/form/form.module.css';

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
        <div className="pd-row pd-gap-8">
          <TextInput
            aria-label={t('secret.label')}
            readOnly
            value={secret}
            spellCheck={false}
            autoComplete="off"
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button
            variant="filled"
            data-autofocus
            leftSection={<IconCopy size={14} stroke={1.75} />}
            onClick={() => void copyText(secret, t('secret.label'))}
          >
            {t('secret.copy')}
          </Button>
        </div>
      )}
      <div className={layout.actions}>
        <Button onClick={onClose}>{t('secret.done')}</Button>
      </div>
    </div>
  );
}
