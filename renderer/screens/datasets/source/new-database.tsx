/** A server that is connected while a dataset is being made. */
import { useTranslation } from 'react-i18next';
import {
  createSourceConnectionSchema,
  type SourceConnection,
} from '../../../../shared/contract/source-connections.ts';
import { useCreateSourceConnection } from '../../../api/sources.ts';
import { notify } from '../../../state/notices.ts';
import { settingsAddress } from '../../../ui/addresses.ts';
import { DatabaseFields } from '../../../ui/databases/database-fields.tsx';
import { databaseBody, emptyDatabase } from '../../../ui/databases/database-form.ts';
import { FormPart } from '../../../ui/form/form-part.tsx';
import { PlaceWay } from '../../../ui/places/place-link.tsx';

export function NewDatabase({
  onMade,
  onLeave,
}: {
  readonly onMade: (connection: SourceConnection) => void;
  /** Where there are others to choose from. */
  readonly onLeave?: () => void;
}) {
  const { t } = useTranslation('sources');
  const creating = useCreateSourceConnection();
  return (
    <FormPart
      label={t('database.newTitle')}
      submit={t('database.submit')}
      failed={t('database.failed')}
      initial={emptyDatabase}
      bodyOf={databaseBody}
      schema={createSourceConnectionSchema}
      send={(body, idempotencyKey) =>
        creating.mutateAsync({ body: createSourceConnectionSchema.parse(body), idempotencyKey })
      }
      onDone={(connection) => {
        notify({ title: t('database.done', { name: connection.name }) });
        onMade(connection);
      }}
      {...(onLeave !== undefined && { leave: { words: t('relation.others'), onLeave } })}
    >
      {(form) => (
        <DatabaseFields
          form={form}
          choose={<PlaceWay href={settingsAddress('databases')}>{t('database.choose')}</PlaceWay>}
        />
      )}
    </FormPart>
  );
}
