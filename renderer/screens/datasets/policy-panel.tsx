/** A dataset's policy in words: who may ask, what leaves of each field, and what is announced. */
import { useTranslation } from 'react-i18next';
import type { Dataset } from '../../../shared/contract/datasets.ts';
import type { Policy } from '../../../shared/contract/policies.ts';
import type { PolicyVersion } from '../../../shared/contract/policy-routes.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useDatasetPolicy } from '../../api/datasets.ts';
import { formatCount } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { Section } from '../../ui/page/detail-page.tsx';
import { EmptyState, QueryError } from '../../ui/states.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import classes from './datasets.module.css';

export function PolicyPanel({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation('datasets');
  const isPublished = dataset.policy_version !== null;
  const query = useDatasetPolicy(dataset.dataset_id, { enabled: isPublished });
  if (!isPublished) {
    return (
      <EmptyState compact icon={null} title={t('policy.draft')}>
        {t('policy.draftText')}
      </EmptyState>
    );
  }
  if (query.data === undefined) {
    return query.isError ? (
      <QueryError query={query} title={t('policy.failed')} />
    ) : (
      <p className={classes.note} role="status">
        {t('policy.loading')}
      </p>
    );
  }
  const { in_force: held, announced } = query.data;
  return (
    <div className="pd-stack pd-slim pd-gap-12">
      <p className={classes.note}>
        {t('policy.version', { version: formatCount(held.version) })}{' '}
        <Instant at={held.effective_at} />
      </p>
      {announced !== null && <Announced version={announced} />}
      <PolicyFacts policy={held.policy} />
    </div>
  );
}

function Announced({ version: { version, effective_at: at } }: { version: PolicyVersion }) {
  const { t } = useTranslation('datasets');
  return (
    <p className={classes.note}>
      {t('policy.announced', { version: formatCount(version) })} <Instant at={at} />
    </p>
  );
}

function PolicyFacts({ policy }: { policy: Policy }) {
  const { t } = useTranslation('datasets');
  const { entity, operations } = policy;
  const rules = Object.entries(policy.fields);
  return (
    <>
      <div className={classes.policy}>
        <Section title={t('policy.access')}>
          <p className={classes.plain}>{t(`policy.accessText.${policy.access}`)}</p>
        </Section>
        <Section title={t('policy.unlisted')}>
          <p className={classes.plain}>{t(`policy.unlistedText.${policy.unlisted}`)}</p>
        </Section>
        <Section title={t('policy.ids')}>
          <p className={classes.plain}>{t(`policy.idsText.${policy.record_ids}`)}</p>
        </Section>
        <Section title={t('policy.notice')}>
          <p className={classes.plain}>
            {t('policy.noticeText', {
              count: policy.notice_hours,
              hours: formatCount(policy.notice_hours),
            })}
          </p>
        </Section>
        {operations !== undefined && (
          <Section title={t('policy.operations')}>
            <p className={classes.plain}>
              {operations.map((each) => t(`operation.${each}`)).join(', ')}
            </p>
          </Section>
        )}
        {entity !== null && (
          <Section title={t('policy.entity')}>
            <code className="pd-mono">{showHidden(entity)}</code>
          </Section>
        )}
      </div>
      {rules.length > 0 && (
        <PlainTable
          label={t('policy.fields')}
          isText
          columns={[{ label: t('fields.path') }, { label: t('fields.access') }]}
        >
          {rules.map(([path, { method }]) => (
            <tr key={path}>
              <th scope="row">
                <code className="pd-mono">{showHidden(path)}</code>
              </th>
              <td>{t(`method.${method}`)}</td>
            </tr>
          ))}
        </PlainTable>
      )}
    </>
  );
}
