/** A new connection to a database server. The server is asked before anything is kept; the password is sent once and never read back. */
import { useTranslation } from 'react-i18next';
import {
  createSourceConnectionSchema,
  type SourceConnection,
} from '../../../shared/contract/source-connections.ts';
import { useCreateSourceConnection } from '../../api/sources.ts';
import { DatabaseFields } from '../../ui/databases/database-fields.tsx';
import { databaseBody, emptyDatabase } from '../../ui/databases/database-form.ts';
import { FormDialog, type DialogProps } from '../../ui/form/form-dialog.tsx';

export function DatabaseDialog({ opened, onClose }: DialogProps) {
  const { t } = useTranslation('sources');
  const creating = useCreateSourceConnection();
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('database.newTitle')}
      size={560}
      submit={t('database.submit')}
      failed={t('database.failed')}
      note={t('database.note')}
      told={({ name }: SourceConnection) => t('database.done', { name })}
      initial={emptyDatabase}
      bodyOf={databaseBody}
      schema={createSourceConnectionSchema}
      send={(body, idempotencyKey) =>
        creating.mutateAsync({ body: createSourceConnectionSchema.parse(body), idempotencyKey })
      }
    >
      {(form) => <DatabaseFields form={form} />}
    </FormDialog>
  );
}
