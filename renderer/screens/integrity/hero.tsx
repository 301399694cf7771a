/** The verdict in words: what was checked, when, by what, and what it does not prove. */
import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  isOfRow,
  verificationPhases,
  type CheckedRows,
  type Finding,
  type Verification,
} from '../../../shared/contract/chain.ts';
import type { Job } from '../../../shared/contract/jobs.ts';
import { isDoubted, type LedgerState } from '../../../shared/ledger-state.ts';
import { usePreferences } from '../../state/preferences.ts';
import { formatAgo, formatCount, formatDuration, formatInstantIn } from '../../ui/format.ts';
import { progressShare, remainingMs } from '../../ui/jobs/job-words.ts';
import { ProgressBar } from '../../ui/jobs/job-progress.tsx';
import { VerdictHelp } from '../../ui/chain/verdict-help.tsx';
import { WithEnglish } from '../../ui/in-english.tsx';
import { useRowSentence } from './use-row-sentence.ts';
import classes from './integrity.module.css';

type Tone = 'ok' | 'bad' | 'mute' | 'info';

/** The large mark: dot ok, diamond bad, hollow unknown, a turning arc while it runs. */
function HeroMark({ tone }: { tone: Tone }) {
  return (
    <svg viewBox="0 0 40 40" className={classes.heroMark} data-tone={tone} aria-hidden="true">
      {tone === 'ok' && (
        <>
          <circle cx="20" cy="20" r="17" className={classes.heroFill} />
          <path d="m12.5 20.5 5 5 10-11" className={classes.heroStroke} />
        </>
      )}
      {tone === 'bad' && (
        <>
          <path d="M20 1.5 38.5 20 20 38.5 1.5 20Z" className={classes.heroFill} />
          <path d="M20 12v9.5M20 27v.2" className={classes.heroStroke} />
        </>
      )}
      {(tone === 'mute' || tone === 'info') && (
        <circle cx="20" cy="20" r="16" className={classes.heroRing} />
      )}
      {tone === 'info' && <path d="M20 4a16 16 0 0 1 16 16" className={classes.heroArc} />}
    </svg>
  );
}

function Finished({ verification, now }: { verification: Verification; now: number }) {
  const { t } = useTranslation('integrity');
  const zone = usePreferences((preferences) => preferences.timeZone);
  const at = verification.finished_at;
  return (
    <span title={at}>
      {[
        t('hero.when', { ago: formatAgo(at, now) }),
        t('hero.at', { time: formatInstantIn(at, zone) }),
        t('hero.took', { duration: formatDuration(verification.duration_ms) }),
      ].join(', ')}
    </span>
  );
}

function Coverage({ verification }: { verification: Verification }) {
  const { t } = useTranslation('integrity');
  return (
    <>
      <strong>
        {t('hero.checked', {
          count: verification.total,
          checked: formatCount(verification.checked),
          total: formatCount(verification.total),
        })}
      </strong>{' '}
      <span className="pd-dim">
        {t('hero.records', {
          records: formatCount(verification.records_checked),
          fields: formatCount(verification.fields_checked),
        })}
      </span>
      {verification.rows !== null && <Rows rows={verification.rows} />}
    </>
  );
}

/** What beside the entries was compared with them, and what nothing vouches for yet. */
function Rows({ rows }: { rows: CheckedRows }) {
  const { t } = useTranslation('integrity');
  const { open_lines: open, indexes, indexes_total: all } = rows;
  const { profiles_being_applied: beingApplied, persons_not_checked: persons } = rows;
  const { figures, figure_decisions_lost: lost } = rows;
  return (
    <>
      <br />
      <span className="pd-dim">
        {t('hero.rows', {
          facts: formatCount(rows.facts),
          lines: formatCount(rows.lines),
          derived: formatCount(rows.derived),
        })}
        {all > 0 &&
          `. ${t('hero.indexes', { checked: formatCount(indexes), total: formatCount(all) })}`}
      </span>
      {open > 0 && (
        <>
          <br />
          {t('hero.open', { count: open, amount: formatCount(open) })}
        </>
      )}
      {beingApplied > 0 && (
        <>
          <br />
          {t('hero.beingApplied', { count: beingApplied, amount: formatCount(beingApplied) })}
        </>
      )}
      {persons > 0 && (
        <>
          <br />
          {t('hero.personsNotChecked', { count: persons, amount: formatCount(persons) })}
        </>
      )}
      {figures > 0 && (
        <>
          <br />
          {t('hero.figures', { count: figures, amount: formatCount(figures) })}
          {lost > 0 && ` ${t('hero.figuresLost', { count: lost, amount: formatCount(lost) })}`}
        </>
      )}
    </>
  );
}

function Appended({ count }: { count: number }) {
  const { t } = useTranslation('integrity');
  return count === 0 ? null : (
    <p className={classes.heroWarn}>{t('hero.since', { count, amount: formatCount(count) })}</p>
  );
}

function Frame({
  tone,
  title,
  subtitle,
  verdict,
  children,
}: {
  tone: Tone;
  title: string;
  subtitle?: string | undefined;
  /** Of the result; what it means is a link away. */
  verdict?: Verification['verdict'];
  children?: ReactNode;
}) {
  return (
    <div className={classes.heroMain}>
      <HeroMark tone={tone} />
      <div>
        <h2 className={classes.heroTitle} data-tone={tone}>
          {title}
          {subtitle !== undefined && <span className={classes.heroSubtitle}>{subtitle}</span>}
          {verdict !== undefined && <VerdictHelp verdict={verdict} />}
        </h2>
        <div className={classes.heroText}>{children}</div>
      </div>
    </div>
  );
}

function Running({
  job,
  isCanceling,
  onCancel,
}: {
  /** Undefined while only that there is one is known. */
  job: Job | undefined;
  isCanceling: boolean;
  onCancel: (() => void) | undefined;
}) {
  const { t } = useTranslation('integrity');
  if (job === undefined) return <Frame tone="info" title={t('hero.running')} />;
  const { done, total, per_second: rate } = job.progress;
  const phase = verificationPhases.find((each) => each === job.phase) ?? 'verifying';
  const left = remainingMs(job.progress);
  const words = [
    t('hero.stage', {
      stage: t(`hero.stageNames.${phase}`),
      done: formatCount(done),
      total: total === null ? '…' : formatCount(total),
    }),
    ...(rate > 0 && phase === 'verifying'
      ? [t('hero.rate', { count: Math.round(rate), rate: formatCount(Math.round(rate)) })]
      : []),
    ...(left === undefined || left < 1_000
      ? []
      : [t('hero.remaining', { duration: formatDuration(left) })]),
  ];
  return (
    <Frame tone="info" title={t('hero.running')}>
      <div className={classes.running}>
        <ProgressBar share={progressShare(job.progress)} label={t('verifying')} />
        {onCancel !== undefined && (
          <Button
            size="compact-sm"
            onClick={onCancel}
            disabled={isCanceling || job.cancel_requested}
          >
            {isCanceling || job.cancel_requested ? t('canceling') : t('cancel')}
          </Button>
        )}
      </div>
      <p>{words.join(' · ')}</p>
      <Stages now={phase} />
    </Frame>
  );
}

/** The stages that a verification goes through: those it has behind it, the one it is at, those to come. */
function Stages({ now }: { now: (typeof verificationPhases)[number] }) {
  const { t } = useTranslation('integrity');
  const at = verificationPhases.indexOf(now);
  return (
    <ol className={classes.stages} aria-label={t('hero.stages')}>
      {verificationPhases.map((phase, place) => (
        <li
          key={phase}
          data-done={place < at || undefined}
          aria-current={place === at ? 'step' : undefined}
        >
          {t(`hero.stageNames.${phase}`)}
        </li>
      ))}
    </ol>
  );
}

function FirstFinding({ finding }: { finding: Finding }) {
  const { t } = useTranslation('integrity');
  const rowSentence = useRowSentence();
  if (isOfRow(finding) || finding.seq === null) {
    return <>{t('hero.firstRow', { sentence: rowSentence(finding) })}</>;
  }
  const seq = formatCount(finding.seq);
  return (
    <WithEnglish sentence={(message) => t('hero.first', { seq, message })}>
      {finding.message}
    </WithEnglish>
  );
}

function Failed({
  state,
  firstChainBreak,
  now,
  onFirst,
}: {
  state: Extract<LedgerState, { kind: 'failed' }>;
  firstChainBreak: number | undefined;
  now: number;
  onFirst: () => void;
}) {
  const { t } = useTranslation('integrity');
  const { verdict, verification, appended } = state;
  const doubted = isDoubted(state);
  const found = verification?.findings_total ?? 0;
  const first = doubted ? null : (verification?.first_finding ?? null);
  return (
    <Frame
      tone="bad"
      title={t('hero.failed')}
      verdict={verdict}
      subtitle={
        doubted
          ? t(`verdicts.${verdict}`)
          : t('hero.findings', { count: found, amount: formatCount(found) })
      }
    >
      <p>
        {first === null ? t(`verdictTexts.${verdict}`) : <FirstFinding finding={first} />}
        {firstChainBreak !== undefined &&
          ` ${t('hero.brokenChain', { seq: formatCount(firstChainBreak) })}`}
      </p>
      {verification === null ? (
        <p className="pd-dim">{t('hero.neverText')}</p>
      ) : (
        <>
          <p>
            <Coverage verification={verification} />
          </p>
          <p className="pd-dim">
            <Finished verification={verification} now={now} />
          </p>
        </>
      )}
      <Appended count={appended} />
      {first !== null && (
        <Button size="compact-sm" className={classes.heroButton ?? ''} onClick={onFirst}>
          {t('hero.goFirst')}
        </Button>
      )}
    </Frame>
  );
}

function Result({
  state,
  isTold,
  firstChainBreak,
  now,
  onFirst,
}: {
  state: LedgerState;
  isTold: boolean;
  firstChainBreak: number | undefined;
  now: number;
  onFirst: () => void;
}) {
  const { t } = useTranslation('integrity');
  switch (state.kind) {
    case 'empty':
      return (
        <Frame tone="mute" title={t('hero.empty')}>
          <p>{t('hero.emptyText')}</p>
        </Frame>
      );
    case 'never':
      return (
        <Frame tone="mute" title={t(isTold ? 'hero.never' : 'hero.untold')}>
          <p>{t(isTold ? 'hero.neverText' : 'hero.untoldText')}</p>
        </Frame>
      );
    case 'ok':
    case 'stale':
      return (
        <Frame
          tone={state.kind === 'ok' ? 'ok' : 'mute'}
          title={t(`hero.${state.kind}`)}
          subtitle={t(`verdicts.${state.verification.verdict}`)}
          verdict={state.verification.verdict}
        >
          <p>
            <Coverage verification={state.verification} />
          </p>
          <p className="pd-dim">
            <Finished verification={state.verification} now={now} />
          </p>
          {state.kind === 'stale' && state.appended === 0 && (
            <p className={classes.heroWarn}>{t('hero.old')}</p>
          )}
          {state.kind === 'stale' && <Appended count={state.appended} />}
        </Frame>
      );
    case 'failed':
      return <Failed state={state} firstChainBreak={firstChainBreak} now={now} onFirst={onFirst} />;
    default:
      return state satisfies never;
  }
}

/** What no verification of the chain alone can show; always beside the verdict. */
function Limits() {
  const { t } = useTranslation('integrity');
  return (
    <aside className={classes.limits} aria-label={t('limits.title')}>
      <h3 className={classes.caption}>{t('limits.title')}</h3>
      <ul>
        <li>{t('limits.tail')}</li>
        <li>{t('limits.rewrite')}</li>
        <li>{t('limits.truth')}</li>
      </ul>
    </aside>
  );
}

/** The result before, while another verification runs; else how one ended that has none. */
function Notes({
  state,
  isRunning,
  unfinished,
  now,
}: {
  state: LedgerState;
  isRunning: boolean;
  unfinished: Job | undefined;
  now: number;
}) {
  const { t } = useTranslation('integrity');
  const last = 'verification' in state ? state.verification : null;
  return (
    <>
      {isRunning && last !== null && (
        <p className={classes.heroNote}>
          {t('hero.lastResult', {
            verdict: t(`verdicts.${state.kind === 'failed' ? state.verdict : last.verdict}`),
            ago: formatAgo(last.finished_at, now),
          })}
        </p>
      )}
      {!isRunning && unfinished !== undefined && (
        <p className={classes.heroNote}>
          {unfinished.status === 'canceled' ? (
            t('hero.canceled')
          ) : (
            <WithEnglish sentence={(message) => t('hero.interrupted', { message })}>
              {unfinished.error?.message ?? ''}
            </WithEnglish>
          )}
        </p>
      )}
    </>
  );
}

export function Hero({
  state,
  isTold,
  firstChainBreak,
  isRunning,
  running,
  unfinished,
  isCanceling,
  now,
  onCancel,
  onFirst,
}: {
  state: LedgerState;
  /** Whether the caller is told what was verified. */
  isTold: boolean;
  /** The entry after which the chain no longer holds. */
  firstChainBreak: number | undefined;
  isRunning: boolean;
  /** How far the one that runs is. */
  running: Job | undefined;
  unfinished: Job | undefined;
  isCanceling: boolean;
  now: number;
  /** Undefined for whom it is not to stop. */
  onCancel: (() => void) | undefined;
  onFirst: () => void;
}) {
  const bad = !isRunning && state.kind === 'failed';
  return (
    <section className={classes.hero} data-tone={bad ? 'bad' : undefined} aria-live="polite">
      <div className={classes.heroSide}>
        {!isRunning ? (
          <Result
            state={state}
            isTold={isTold}
            firstChainBreak={firstChainBreak}
            now={now}
            onFirst={onFirst}
          />
        ) : (
          <Running job={running} isCanceling={isCanceling} onCancel={onCancel} />
        )}
        <Notes state={state} isRunning={isRunning} unfinished={unfinished} now={now} />
      </div>
      <Limits />
    </section>
  );
}
