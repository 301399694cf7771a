/** What a version of a policy changes, point by point; of the first one what it gives. */
import { useTranslation } from 'react-i18next';
import type { Policy, PolicyMethod } from '../../../../shared/contract/policies.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import type { Change } from '../../../../shared/policies/compare.ts';
import { formatCount } from '../../../ui/format.ts';
import layout from '../../../ui/form/form.module.css';
import { changeWords, memberWords } from './rule-words.ts';

export function ChangeList({
  title,
  changes,
}: {
  readonly title: string;
  readonly changes: readonly Change[];
}) {
  const { t } = useTranslation(['protection', 'datasets']);
  if (changes.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="pd-label">{title}</h3>
      <ul className="pd-flush pd-grid pd-gap-4 pd-indented">
        {changes.map((change) => (
          <li key={change.member}>
            <bdi className="pd-medium">{showHidden(memberWords(change, t))}</bdi>{' '}
            <span>{showHidden(changeWords(change, t))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The first version: it holds at once, and everybody is told by it what they may ask for. */
export function FirstVersion({
  policy,
  undecided,
}: {
  readonly policy: Policy;
  readonly undecided: number;
}) {
  const { t } = useTranslation(['protection', 'datasets']);
  const names = new Map<PolicyMethod, string[]>();
  for (const [address, { method }] of Object.entries(policy.fields)) {
    names.set(method, [...(names.get(method) ?? []), address]);
  }
  return (
    <>
      <p className={layout.text}>{t('publish.first')}</p>
      <ul className="pd-flush pd-grid pd-gap-4 pd-indented">
        <li>{t(`datasets:policy.accessText.${policy.access}`)}</li>
        {[...names].map(([method, addresses]) => (
          <li key={method}>
            {t(`datasets:method.${method}`)}:{' '}
            <bdi className="pd-anywhere">{showHidden(addresses.join(', '))}</bdi>
          </li>
        ))}
        {undecided > 0 && (
          <li>
            {t(`undecided.${policy.unlisted}`, {
              count: undecided,
              fields: formatCount(undecided),
            })}
          </li>
        )}
      </ul>
    </>
  );
}
