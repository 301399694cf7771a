/** Rows in a table of a database server: first which server, then which table, then what was found there. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SourceConnection } from '../../../../shared/contract/source-connections.ts';
import { useMay } from '../../../api/capabilities.ts';
import { useSourceConnections } from '../../../api/sources.ts';
import layout from '../../../ui/form/form.module.css';
import type { Form } from '../../../ui/form/use-api-form.ts';
import { useHeld } from '../../../ui/form/use-held.ts';
import { Loaded } from '../../../ui/page/loaded.tsx';
import { foundRelation, type DatasetForm } from '../dataset-form.ts';
import { emptyRelation, relationForm, type RelationForm } from './relation-form.ts';
import { FoundRelation } from './found-relation.tsx';
import { NewDatabase } from './new-database.tsx';
import { RelationPlace } from './relation-place.tsx';

export function DatabaseWay({ form }: { readonly form: Form<DatasetForm> }) {
  const { t } = useTranslation('sources');
  const query = useSourceConnections();
  const [typed, setTyped] = useState(emptyRelation);
  const { relation } = form.values;
  return (
    <Loaded query={query} failed={t('database.listFailed')}>
      {(connections) =>
        relation === null ? (
          <Place form={form} connections={connections} typed={typed} onTyped={setTyped} />
        ) : (
          <FoundRelation
            form={form}
            found={relation}
            connection={connections.find(
              (each) => each.connection_id === relation.place.connection_id,
            )}
            onAgain={() => form.setFieldValue('relation', null)}
          />
        )
      }
    </Loaded>
  );
}

/** A table of a server that is connected, or a server that is connected now. */
function Place({
  form,
  connections,
  typed,
  onTyped,
}: {
  readonly form: Form<DatasetForm>;
  readonly connections: readonly SourceConnection[];
  readonly typed: RelationForm;
  readonly onTyped: (typed: RelationForm) => void;
}) {
  const may = useMay();
  const [isConnecting, setConnecting] = useState(false);
  const mayConnect = may('createSourceConnection');
  const first = connections[0]?.connection_id;
  const isNew = isConnecting || first === undefined;
  if (isNew && !mayConnect) return <NoDatabase />;
  if (isNew) {
    return (
      <NewDatabase
        onMade={({ connection_id: id }) => {
          onTyped({ ...emptyRelation, connection_id: id });
          setConnecting(false);
        }}
        {...(first !== undefined && { onLeave: () => setConnecting(false) })}
      />
    );
  }
  const isKnown = connections.some((each) => each.connection_id === typed.connection_id);
  const initial = isKnown ? typed : { ...emptyRelation, connection_id: first };
  return (
    <RelationPlace
      key={initial.connection_id}
      connections={connections}
      initial={initial}
      onConnection={(id) => onTyped({ ...emptyRelation, connection_id: id })}
      {...(mayConnect && { onConnect: () => setConnecting(true) })}
      onFound={(found) => {
        onTyped(relationForm(found.place));
        const { holder_id: holder } = form.getValues();
        const owner = connections.find(
          (each) => each.connection_id === found.place.connection_id,
        )?.holder_id;
        form.setValues({
          ...foundRelation(found),
          ...(holder.trim() === '' && typeof owner === 'string' && { holder_id: owner }),
        });
      }}
    />
  );
}

/** Nothing is connected, and whoever looks may connect nothing. */
function NoDatabase() {
  const { t } = useTranslation('sources');
  useHeld(true);
  return <p className={layout.hint}>{t('database.none')}</p>;
}
