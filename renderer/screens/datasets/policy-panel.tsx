/** A dataset's policy in words: who may ask, what leaves of each field, and what is announced. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Dataset } from '../../../shared/contract/datasets.ts';
import type { Policy } from '../../../shared/contract/policies.ts';
import type { PolicyVersion } from '../../../shared/contract/policy-routes.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useDatasetPolicy } from '../../api/policies.ts';
import { formatCount, formatList } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { numberOut } from '../../ui/number-in.ts';
import { EmptyState, QueryError } from '../../ui/states.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { ruleWords } from './protection/rule-words.ts';
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
      <p className="pd-note" role="status">
        {t('policy.loading')}
      </p>
    );
  }
  const { in_force: held, announced } = query.data;
  return (
    <div className="pd-stack pd-slim pd-gap-12">
      <p className="pd-note">
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
    <p className="pd-note">
      {t('policy.announced', { version: formatCount(version) })} <Instant at={at} />
    </p>
  );
}

function PolicyFacts({ policy }: { policy: Policy }) {
  const { t } = useTranslation('datasets');
  const { t: word } = useTranslation(['protection', 'datasets']);
  const rules = Object.entries(policy.fields);
  return (
    <>
      <PolicyTerms policy={policy} />
      {rules.length > 0 && (
        <PlainTable
          label={t('policy.fields')}
          isText
          columns={[{ label: t('fields.path') }, { label: t('fields.access') }]}
        >
          {rules.map(([path, rule]) => (
            <tr key={path}>
              <th scope="row">
                <code className="pd-mono">{showHidden(path)}</code>
              </th>
              <td>{ruleWords(rule, word)}</td>
            </tr>
          ))}
        </PlainTable>
      )}
    </>
  );
}

/** The terms of a policy in words: all but its rules. */
export function PolicyTerms({ policy }: { readonly policy: Policy }) {
  const { t } = useTranslation(['datasets', 'protection']);
  const { entity, operations, kinds, statistics } = policy;
  const terms = [
    [t('policy.access'), t(`policy.accessText.${policy.access}`)],
    [t('protection:terms.kinds'), formatList(kinds.map((each) => t(`protection:kind.${each}`)))],
    [t('policy.unlisted'), t(`policy.unlistedText.${policy.unlisted}`)],
    [t('policy.ids'), t(`policy.idsText.${policy.record_ids}`)],
    [
      t('policy.notice'),
      t('policy.noticeText', {
        count: policy.notice_hours,
        hours: formatCount(policy.notice_hours),
      }),
    ],
    ...(operations === undefined
      ? []
      : [[t('policy.operations'), formatList(operations.map((each) => t(`operation.${each}`)))]]),
    ...(entity === null ? [] : [[t('policy.entity'), showHidden(entity)]]),
    ...(kinds.includes('statistics')
      ? [[t('protection:kind.statistics'), statisticsWords(statistics, t)]]
      : []),
  ] as const;
  return (
    <dl className={classes.terms}>
      {terms.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** "From 8 of a group on, with noise, ε 0.5 an answer; ε 10 a grant, ε 50 in all." */
function statisticsWords(
  terms: Policy['statistics'],
  t: TFunction<['datasets', 'protection']>,
): string {
  return t('protection:terms.statistics', {
    least: formatCount(terms.min_entities),
    each: numberOut(terms.epsilon_per_answer),
    grant: numberOut(terms.epsilon),
    total: numberOut(terms.epsilon_total),
  });
}
