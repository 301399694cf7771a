/** What each verdict means: shape, word and colour, what was found, what it does not prove, what to do. */
import { useEffect } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { entryVerdicts, ledgerVerdicts } from '../../../shared/contract/chain.ts';
import { DetailPage } from '../../ui/page/detail-page.tsx';
import { StatusBadge, type StatusTone } from '../../ui/status-badge.tsx';
import { isInOrder } from '../../ui/chain/verdicts.ts';
import classes from './help.module.css';

const route = getRouteApi('/help/verdicts');

const stateTones = { ok: 'ok', stale: 'mute', never: 'mute', failed: 'bad' } as const;

/** Verdicts of a ledger that hold; a checkpoint that cannot be read speaks against nothing. */
const ledgerTones: Readonly<Partial<Record<string, StatusTone>>> = {
  VERIFIED_ANCHORED: 'ok',
  VERIFIED_SIGNED: 'ok',
  SELF_CONSISTENT_ONLY: 'ok',
  UNKNOWN_KEY: 'warn',
};

export function VerdictsScreen() {
  const { t } = useTranslation(['help', 'integrity']);
  const { verdict } = route.useSearch();
  useEffect(() => {
    if (verdict === undefined) return;
    const element = document.getElementById(`verdict-${verdict}`);
    element?.scrollIntoView({ block: 'center' });
    element?.focus({ preventScroll: true });
  }, [verdict]);
  return (
    <DetailPage
      name={t('verdicts.title')}
      section={t('title')}
      back={{ href: '#/help', label: t('back') }}
    >
      <div className="pd-fill pd-scroll pd-line-above">
        <div className={classes.text}>
          <p className="pd-pretty pd-above-4">{t('verdicts.intro')}</p>
          <h2 className={classes.heading}>{t('verdicts.states')}</h2>
          <dl className="pd-flush pd-grid pd-gap-6">
            {(['ok', 'stale', 'never', 'failed'] as const).map((state) => (
              <div key={state} className={classes.state}>
                <dt>
                  <StatusBadge tone={stateTones[state]}>
                    {t(`verdicts.state.${state}.0`)}
                  </StatusBadge>
                </dt>
                <dd>{t(`verdicts.state.${state}.1`)}</dd>
              </div>
            ))}
          </dl>
          <h2 className={classes.heading}>{t('verdicts.ofLedger')}</h2>
          {ledgerVerdicts.map((each) => (
            <Meaning
              key={each}
              code={each}
              tone={ledgerTones[each] ?? 'bad'}
              name={t(`verdicts.${each}`, { ns: 'integrity' })}
              means={t(`verdicts.ledger.${each}.means`)}
              limits={t(`verdicts.ledger.${each}.limits`)}
              next={t(`verdicts.ledger.${each}.next`)}
            />
          ))}
          <h2 className={classes.heading}>{t('verdicts.ofEntry')}</h2>
          {entryVerdicts.map((each) => (
            <Meaning
              key={each}
              code={each}
              tone={isInOrder(each) ? 'ok' : 'bad'}
              name={t(`entryVerdicts.${each}`, { ns: 'integrity' })}
              means={t(`verdicts.entry.${each}.means`)}
              limits={t(`verdicts.entry.${each}.limits`)}
              next={t(`verdicts.entry.${each}.next`)}
            />
          ))}
        </div>
      </div>
    </DetailPage>
  );
}

function Meaning({
  code,
  tone,
  name,
  means,
  limits,
  next,
}: {
  code: string;
  tone: StatusTone;
  name: string;
  means: string;
  limits: string;
  next: string;
}) {
  const { t } = useTranslation('help');
  return (
    <section
      id={`verdict-${code}`}
      tabIndex={-1}
      className={classes.verdict}
      aria-labelledby={`verdict-${code}-name`}
    >
      <h3 className={classes.verdictName} id={`verdict-${code}-name`}>
        <StatusBadge tone={tone}>{name}</StatusBadge>
        <code title={t('verdicts.isCode')}>
          <span lang="en">{code}</span>
        </code>
      </h3>
      <dl className={classes.meaning}>
        <dt>{t('verdicts.means')}</dt>
        <dd>{means}</dd>
        <dt>{t('verdicts.limits')}</dt>
        <dd>{limits}</dd>
        <dt>{t('verdicts.next')}</dt>
        <dd>{next}</dd>
      </dl>
    </section>
  );
}
