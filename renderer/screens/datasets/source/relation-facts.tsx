/** The table that the rows of a dataset are in, and how sessions see the same rows in it while it changes. */
import { useTranslation } from 'react-i18next';
import type { DatasetSource } from '../../../../shared/contract/sources.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { useSourceConnections } from '../../../api/sources.ts';
import { settingsAddress } from '../../../ui/addresses.ts';
import { Fact } from '../../../ui/page/detail-page.tsx';
import { PlaceLink } from '../../../ui/places/place-link.tsx';

export function RelationFacts({
  relation,
}: {
  readonly relation: NonNullable<DatasetSource['relation']>;
}) {
  const { t } = useTranslation('sources');
  const {
    connection_id: id,
    schema,
    name,
    document,
    key,
    rule,
    version_column: version,
  } = relation;
  const connection = useSourceConnections().data?.find((each) => each.connection_id === id);
  return (
    <>
      <Fact label={t('line.relation')}>
        <code className="pd-mono pd-cut">{showHidden(`${schema}.${name}`)}</code>
        <span className="pd-dim">
          {t('line.relationOf')}{' '}
          <PlaceLink
            className="pd-text-link pd-underlined"
            href={settingsAddress('databases')}
            title={id}
          >
            <bdi>{showHidden(connection?.name ?? id)}</bdi>
          </PlaceLink>
        </span>
      </Fact>
      {document !== null && (
        <Fact label={t('line.document')}>
          <code className="pd-mono pd-cut">{showHidden(document)}</code>
        </Fact>
      )}
      <Fact label={t('line.key')}>
        <code className="pd-mono pd-cut">{showHidden(key)}</code>
      </Fact>
      <Fact label={t('line.rule')}>
        {t(`rule.${rule}`)}
        {version !== null && <code className="pd-mono pd-cut">{showHidden(version)}</code>}
      </Fact>
    </>
  );
}
