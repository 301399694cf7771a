/** Asks before a key is revoked, and says when it was used last. */
import { useState } from 'react';
import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ApiKeyCard } from '../../../shared/contract/access.ts';
import { useRevokeApiKey } from '../../api/access.ts';
import { toFailure, type ApiFailure } from '../../api/client.ts';
import { notify } from '../../state/notices.ts';
import { usePreferences } from '../../state/preferences.ts';
import { formatInstant, zoneName } from '../../ui/format.ts';
import { showHidden } from '../../ui/json/text-lines.ts';
import { FormFailure } from '../sessions/form-failure.tsx';
import form from '../sessions/form.module.css';

export function RevokeKeyDialog({
  card,
  onClose,
}: {
  card: ApiKeyCard | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation(['access', 'common']);
  return (
    <Modal
      opened={card !== undefined}
      onClose={onClose}
      title={t('revoke.title')}
      size={480}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      {card !== undefined && <Ask card={card} onClose={onClose} />}
    </Modal>
  );
}

function Ask({ card, onClose }: { card: ApiKeyCard; onClose: () => void }) {
  const { t } = useTranslation(['access', 'common']);
  const zone = usePreferences((state) => state.timeZone);
  const revoking = useRevokeApiKey();
  const [failure, setFailure] = useState<ApiFailure>();
  const { key_id: id, hint, last_used_at: used } = card;
  const name = showHidden(card.name);
  return (
    <div className={form.form}>
      <p className={form.text}>
        {t('revoke.text', { name, hint })}{' '}
        {used === null
          ? t('revoke.unused')
          : t('revoke.used', { at: `${formatInstant(used, zone)} ${zoneName(zone)}` })}
      </p>
      <FormFailure failure={failure} title={t('revoke.failed')} />
      <div className={form.actions}>
        <Button data-autofocus onClick={onClose}>
          {t('cancel', { ns: 'common' })}
        </Button>
        <Button
          variant="filled"
          loading={revoking.isPending}
          onClick={() =>
            revoking.mutate(id, {
              onSuccess: () => {
                notify({ title: t('revoke.done', { name }) });
                onClose();
              },
              onError: (error) => setFailure(toFailure(error)),
            })
          }
        >
          {t('revoke.submit')}
        </Button>
      </div>
    </div>
  );
}
