/** Asks before a connection and its key are forgotten. */
import { useState } from 'react';
import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Connection } from '../../../shared/contract/connections.ts';
import { toFailure, type ApiFailure } from '../../api/client.ts';
import { useDeleteConnection } from '../../api/connections.ts';
import { notify } from '../../state/notices.ts';
import { showHidden } from '../../ui/json/text-lines.ts';
import { FormFailure } from '../sessions/form-failure.tsx';
import form from '../sessions/form.module.css';

export function RemoveConnectionDialog({
  removed,
  onClose,
}: {
  removed: Connection | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation(['connections', 'common']);
  return (
    <Modal
      opened={removed !== undefined}
      onClose={onClose}
      title={t('removal.title')}
      size={480}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      {removed !== undefined && <Ask connection={removed} onClose={onClose} />}
    </Modal>
  );
}

function Ask({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const { t } = useTranslation(['connections', 'common']);
  const removing = useDeleteConnection();
  const [failure, setFailure] = useState<ApiFailure>();
  const name = showHidden(connection.name);
  return (
    <div className={form.form}>
      <p className={form.text}>{t('removal.text', { name })}</p>
      <FormFailure failure={failure} title={t('removal.failed')} />
      <div className={form.actions}>
        <Button data-autofocus onClick={onClose}>
          {t('cancel', { ns: 'common' })}
        </Button>
        <Button
          variant="filled"
          loading={removing.isPending}
          onClick={() =>
            removing.mutate(connection.connection_id, {
              onSuccess: () => {
                notify({ title: t('removal.done', { name }) });
                onClose();
              },
              onError: (error) => setFailure(toFailure(error)),
            })
          }
        >
          {t('removal.submit')}
        </Button>
      </div>
    </div>
  );
}
