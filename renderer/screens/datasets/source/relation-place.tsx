/** A table or view that rows are read from: of which server, then which of those that its user may read. */
import { Button, Radio, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type {
  RelationList,
  SourceConnection,
} from '../../../../shared/contract/source-connections.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { postgresPreviewSchema } from '../../../../shared/contract/sources.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { usePreviewSource, useRelations } from '../../../api/sources.ts';
import { databaseAddress } from '../../../ui/databases/database-address.ts';
import { NativeSelect } from '../../../ui/form/choices.tsx';
import { FormPart } from '../../../ui/form/form-part.tsx';
import layout from '../../../ui/form/form.module.css';
import type { Form } from '../../../ui/form/use-api-form.ts';
import { formatCount } from '../../../ui/format.ts';
import { QueryError } from '../../../ui/states.tsx';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import { useSlow } from '../../../ui/use-slow.ts';
import type { FoundRelation } from '../dataset-form.ts';
import { relationPlace, relationValue, type RelationForm } from './relation-form.ts';
import classes from './source.module.css';

/** How long the search rests before it is asked; milliseconds. */
const settleMs = 250;

export function RelationPlace({
  connections,
  initial,
  onConnection,
  onConnect,
  onFound,
}: {
  readonly connections: readonly SourceConnection[];
  readonly initial: RelationForm;
  readonly onConnection: (id: string) => void;
  /** Where one may connect another server. */
  readonly onConnect?: () => void;
  readonly onFound: (found: FoundRelation) => void;
}) {
  const { t } = useTranslation('sources');
  const looking = usePreviewSource();
  return (
    <FormPart
      label={t('relation.title')}
      submit={t('relation.look')}
      failed={t('relation.failed')}
      initial={initial}
      bodyOf={relationPlace}
      schema={postgresPreviewSchema}
      send={async (place) => ({ place, preview: await looking.mutateAsync(place) })}
      onDone={onFound}
      stop={{ words: t('relation.stop'), onStop: looking.stop }}
    >
      {(form) => (
        <>
          <div className={layout.row}>
            <NativeSelect
              label={t('relation.database')}
              data-autofocus
              data={connections.map((each) => ({
                value: each.connection_id,
                label: `${each.name} (${databaseAddress(each)})`,
              }))}
              {...form.getInputProps('connection_id')}
              onChange={(event) => onConnection(event.currentTarget.value)}
            />
            {onConnect !== undefined && (
              <div className={classes.beside}>
                <Button variant="subtle" onClick={onConnect}>
                  {t('relation.another')}
                </Button>
              </div>
            )}
          </div>
          <Relations form={form} />
          <p className={layout.hint}>{t('relation.note')}</p>
        </>
      )}
    </FormPart>
  );
}

/** The tables and views of the server, by a part of their names. */
function Relations({ form }: { readonly form: Form<RelationForm> }) {
  const { t } = useTranslation('sources');
  const { connection_id: id, search } = form.values;
  const [settled] = useDebouncedValue(search.trim(), settleMs);
  const { query, stop } = useRelations(id, settled);
  return (
    <>
      <TextInput
        label={t('relation.find')}
        description={t('relation.findHint')}
        spellCheck={false}
        autoComplete="off"
        maxLength={limits.searchText}
        {...form.getInputProps('search')}
      />
      {query.data === undefined ? (
        <Waiting query={query} onStop={stop} />
      ) : (
        <Choice form={form} list={query.data} search={settled} isOld={query.isPlaceholderData} />
      )}
      {query.data !== undefined && query.isError && (
        <QueryError query={query} title={t('relation.listFailed')} />
      )}
    </>
  );
}

/** Before there is a list: the server is asked, did not answer as it should, or is not waited for. */
function Waiting({
  query,
  onStop,
}: {
  readonly query: ReturnType<typeof useRelations>['query'];
  readonly onStop: () => void;
}) {
  const { t } = useTranslation('sources');
  const isSlow = useSlow(query.isFetching);
  if (query.isError) return <QueryError query={query} title={t('relation.listFailed')} />;
  if (!query.isFetching) {
    return (
      <p className={layout.hint}>
        {t('relation.stopped')}{' '}
        <Button size="compact-xs" variant="subtle" onClick={() => void query.refetch()}>
          {t('relation.askAgain')}
        </Button>
      </p>
    );
  }
  return (
    <p className={layout.hint} role="status">
      {isSlow && (
        <>
          {t('relation.asking')}{' '}
          <Button size="compact-xs" variant="subtle" onClick={onStop}>
            {t('relation.stop')}
          </Button>
        </>
      )}
    </p>
  );
}

function Choice({
  form,
  list: { data, has_more: hasMore },
  search,
  isOld,
}: {
  readonly form: Form<RelationForm>;
  readonly list: RelationList;
  readonly search: string;
  /** It is that of another search, until the server has answered. */
  readonly isOld: boolean;
}) {
  const { t } = useTranslation('sources');
  if (data.length === 0) {
    return (
      <p className={layout.hint} role="status">
        {search === '' ? t('relation.none') : t('relation.notFound', { search })}
      </p>
    );
  }
  return (
    <>
      <Radio.Group
        label={t('relation.which')}
        required
        className="pd-dimmable"
        data-dimmed={isOld || undefined}
        {...form.getInputProps('relation')}
      >
        <div className={classes.fields}>
          <PlainTable
            label={t('relation.which')}
            columns={[
              { label: t('relation.name') },
              { label: t('relation.kind') },
              { label: t('relation.rows'), align: 'end', about: t('relation.rowsAbout') },
            ]}
          >
            {data.map(({ schema, name, kind, estimated_rows: rows }) => {
              const value = relationValue(schema, name);
              return (
                <tr key={value}>
                  <th scope="row">
                    <Radio size="xs" value={value} label={showHidden(`${schema}.${name}`)} />
                  </th>
                  <td>{t(`relation.kinds.${kind}`)}</td>
                  <td data-align="end">{rows === null ? '–' : formatCount(rows)}</td>
                </tr>
              );
            })}
          </PlainTable>
        </div>
      </Radio.Group>
      {hasMore && (
        <p className={layout.hint}>
          {t('relation.more', { count: data.length, formatted: formatCount(data.length) })}
        </p>
      )}
    </>
  );
}
