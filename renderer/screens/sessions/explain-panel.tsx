/** How a filter would run: what the database decides, with which index, and what is left. */
import { useTranslation } from 'react-i18next';
import type { ExplainResult } from '../../../shared/contract/sessions.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { InEnglish } from '../../ui/in-english.tsx';
import sessionClasses from './session.module.css';
import classes from './data.module.css';

export function ExplainPanel({ result }: { result: ExplainResult }) {
  const { t } = useTranslation('sessions');
  return (
    <section ref={showOnce} className={classes.explain} aria-label={t('explain.label')}>
      <div className="pd-wrapping pd-gap-8">
        <StatusBadge tone={result.exact ? 'info' : 'mute'}>
          {t(result.exact ? 'explain.exact' : 'explain.prefilter')}
        </StatusBadge>
        <span>{t(`explain.mode.${result.mode}`)}</span>
        <span className="pd-dim">{t('explain.free')}</span>
      </div>
      <dl className={sessionClasses.pairs}>
        <div>
          <dt>{t('explain.dialect')}</dt>
          <dd>{t(`explain.dialects.${result.dialect}`)}</dd>
        </div>
        {result.plan.length > 0 && (
          <div>
            <dt>{t('explain.index')}</dt>
            <dd>
              {result.index === null ? (
                <span className="pd-dim">{t('explain.noIndex')}</span>
              ) : (
                <code>{result.index}</code>
              )}
            </dd>
          </div>
        )}
        {result.reasons.length > 0 && (
          <div>
            <dt>{t('explain.reasons')}</dt>
            <dd>
              <InEnglish>{result.reasons.join(' ')}</InEnglish>
            </dd>
          </div>
        )}
        {result.parameters.length > 0 && (
          <div>
            <dt>{t('explain.parameters')}</dt>
            <dd>
              <code>{result.parameters.map((each) => JSON.stringify(each)).join(', ')}</code>
            </dd>
          </div>
        )}
      </dl>
      <Code label={t('explain.plan')} text={result.plan.join('\n')} />
      <Code label={t('explain.sql')} text={result.sql} />
    </section>
  );
}

/** What was asked for may stand below what the form shows: it is brought into sight as it appears. */
function showOnce(panel: HTMLElement | null): void {
  panel?.scrollIntoView({ block: 'nearest' });
}

/** Text of a database, which may be long; nothing where it is not told. */
function Code({ label, text }: { readonly label: string; readonly text: string }) {
  if (text === '') return null;
  return (
    <div className="pd-stack pd-gap-4">
      <span className="pd-dim">{label}</span>
      <pre className={sessionClasses.code} tabIndex={0} role="region" aria-label={label} lang="en">
        {text}
      </pre>
    </div>
  );
}
