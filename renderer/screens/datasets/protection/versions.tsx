/** Every version of the policy of a dataset that there was, newest first: when it was published and held, and who signed it. */
import type { TFunction } from 'i18next';
import { IconFileCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PolicyVersion } from '../../../../shared/contract/policy-routes.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { shownVersions, useDatasetPolicies } from '../../../api/policies.ts';
import { formatCount } from '../../../ui/format.ts';
import { Instant } from '../../../ui/instant.tsx';
import { Loaded } from '../../../ui/page/loaded.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { PlainTable } from '../../../ui/table/plain-table.tsx';

export function Versions({
  datasetId,
  inForce,
}: {
  readonly datasetId: string;
  /** The number of the version that holds; undefined for a draft. */
  readonly inForce: number | undefined;
}) {
  const { t } = useTranslation('protection');
  const query = useDatasetPolicies(datasetId);
  return (
    <Loaded query={query} failed={t('versions.failed')}>
      {({ data, pagination }) => {
        if (data.length === 0) {
          return (
            <EmptyState
              compact
              icon={<IconFileCheck size={20} stroke={1.6} />}
              title={t('versions.none')}
            />
          );
        }
        return (
          <>
            <PlainTable
              label={t('view.versions')}
              isText
              columns={[
                { label: t('versions.version'), align: 'end' },
                { label: t('versions.state') },
                { label: t('versions.published'), ofInstants: true },
                { label: t('versions.from'), ofInstants: true },
                { label: t('versions.signed') },
              ]}
            >
              {data.map((each) => (
                <Version key={each.version} version={each} inForce={inForce} />
              ))}
            </PlainTable>
            {pagination.total > data.length && (
              <p className="pd-note">
                {t('versions.newest', {
                  shown: formatCount(shownVersions),
                  total: formatCount(pagination.total),
                })}
              </p>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function Version({
  version,
  inForce,
}: {
  readonly version: PolicyVersion;
  readonly inForce: number | undefined;
}) {
  const { t } = useTranslation('protection');
  return (
    <tr>
      <td data-align="end">{formatCount(version.version)}</td>
      <td>{stateWords(version, inForce, t)}</td>
      <td>
        <Instant at={version.published_at} />
      </td>
      <td>
        <Instant at={version.effective_at} />
      </td>
      <td>
        {version.signature === null ? (
          <span className="pd-dim">{t('versions.unsigned')}</span>
        ) : (
          <bdi>{showHidden(version.signature.by)}</bdi>
        )}
      </td>
    </tr>
  );
}

function stateWords(
  { version, withdrawn_at: withdrawn }: PolicyVersion,
  inForce: number | undefined,
  t: TFunction<'protection'>,
): string {
  if (withdrawn !== null) return t('versions.is.withdrawn');
  if (version === inForce) return t('versions.is.inForce');
  return t(version > (inForce ?? 0) ? 'versions.is.announced' : 'versions.is.replaced');
}
