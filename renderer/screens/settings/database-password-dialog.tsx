/** Another password for a connection to a database server. The server is asked with it before the kept one is replaced. */
import { useTranslation } from 'react-i18next';
import {
  putSourcePasswordSchema,
  type SourceConnection,
} from '../../../shared/contract/source-connections.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { usePutSourcePassword } from '../../api/sources.ts';
import { DatabasePassword } from '../../ui/databases/database-fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import layout from '../../ui/form/form.module.css';
import { databaseAddress } from '../../ui/databases/database-address.ts';

const empty = { password: '' };

export function DatabasePasswordDialog({
  connection,
  onClose,
}: {
  /** Closed while there is none. */
  readonly connection: SourceConnection | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('sources');
  const changing = usePutSourcePassword(connection?.connection_id ?? '');
  return (
    <FormDialog
      opened={connection !== undefined}
      onClose={onClose}
      title={t('database.change.title')}
      submit={t('database.change.submit')}
      failed={t('database.change.failed')}
      note={t('database.note')}
      told={({ name }: SourceConnection) => t('database.change.done', { name })}
      initial={empty}
      bodyOf={(typed) => typed}
      schema={putSourcePasswordSchema}
      send={(body, idempotencyKey) => changing.mutateAsync({ body, idempotencyKey })}
    >
      {(form) => (
        <>
          {connection !== undefined && (
            <p className={layout.text}>
              <strong>{showHidden(connection.name)}</strong>{' '}
              <code className="pd-mono">{showHidden(databaseAddress(connection))}</code>
            </p>
          )}
          <DatabasePassword form={form} isFirst />
        </>
      )}
    </FormDialog>
  );
}
