/** How the figures of oversight are to be read: rates, ratios, chance, drift, and what they do not show. */
import { useTranslation } from 'react-i18next';
import { fairnessVerdicts } from '../../../shared/oversight/rates.ts';
import { DetailPage } from '../../ui/page/detail-page.tsx';
import classes from './help.module.css';

const terms = ['rate', 'interval', 'ratio', 'chance', 'drift', 'basis', 'sample'] as const;

export function FiguresScreen() {
  const { t } = useTranslation(['oversight', 'help']);
  return (
    <DetailPage
      name={t('help.title')}
      section={t('help:title')}
      back={{ href: '#/help', label: t('help:back') }}
    >
      <div
        className="pd-fill pd-scroll pd-line-above"
        {...{ role: 'region', 'aria-label': t('help.title'), tabIndex: 0 }}
      >
        <div className={classes.text}>
          <p className="pd-pretty pd-above-4">{t('help.intro')}</p>
          <dl className="pd-flush pd-grid pd-gap-6">
            {terms.map((term) => (
              <div key={term} className={classes.state}>
                <dt>{t(`help.term.${term}.name`)}</dt>
                <dd>{t(`help.term.${term}.text`)}</dd>
              </div>
            ))}
          </dl>
          <h2 className={classes.heading}>{t('fairness.column.verdict')}</h2>
          <dl className="pd-flush pd-grid pd-gap-6">
            {fairnessVerdicts.map((verdict) => (
              <div key={verdict} className={classes.state}>
                <dt>{t(`verdict.${verdict}`)}</dt>
                <dd>{t(`verdictText.${verdict}`)}</dd>
              </div>
            ))}
          </dl>
          <h2 className={classes.heading}>{t('help.limitsTitle')}</h2>
          <p className="pd-pretty pd-above-4">{t('help.limits')}</p>
        </div>
      </div>
    </DetailPage>
  );
}
