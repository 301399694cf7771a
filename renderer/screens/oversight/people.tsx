/** What people did: how much they looked at, and what they changed to what. */
import { useTranslation } from 'react-i18next';
import type { Oversight } from '../../../shared/contract/oversight.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { ShareBar } from '../../ui/charts/share-bar.tsx';
import { valueWord } from '../../ui/filter/where-words.ts';
import { formatCount, formatRate } from '../../ui/format.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { CountLink } from './behind.tsx';
import classes from './oversight.module.css';

export function People({ oversight }: { readonly oversight: Oversight }) {
  const { t } = useTranslation('oversight');
  const { t: word } = useTranslation('where');
  const { figures, people, model_id: id } = oversight;
  if (figures.reviewed.count === 0) {
    return (
      <Section title={t('people.title')}>
        <p className="pd-note">{t('people.none')}</p>
      </Section>
    );
  }
  return (
    <Section title={t('people.title')}>
      <dl className={classes.people}>
        <div>
          <dt>{t('people.reviewed')}</dt>
          <dd>
            <CountLink modelId={id} counted={figures.reviewed} />
          </dd>
        </div>
        <div>
          <dt>{t('people.changed')}</dt>
          <dd>
            <CountLink modelId={id} counted={figures.changed} />
            {figures.changed_of_reviewed !== null && (
              <span className="pd-caption"> {formatRate(figures.changed_of_reviewed)}</span>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('people.unchanged')}</dt>
          <dd>
            <CountLink modelId={id} counted={people.unchanged} />
          </dd>
        </div>
      </dl>
      <ShareBar
        label={t('people.label', {
          unchanged: formatCount(people.unchanged.count),
          changed: formatCount(figures.changed.count),
        })}
        parts={[
          { tone: 'unknown', value: people.unchanged.count },
          { tone: 'adverse', value: figures.changed.count },
        ]}
      />
      <ul className="pd-listed pd-grid-size">
        {people.changes.map(({ from, to, records }) => (
          <li key={records.where} className="pd-between pd-gap-8">
            <span className="pd-anywhere">
              {showHidden(valueWord(from, word))} → {showHidden(valueWord(to, word))}
            </span>
            <CountLink modelId={id} counted={records} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
