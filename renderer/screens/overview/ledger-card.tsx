/** What may be said of the ledger now, in the words of verification, and what that does not prove. */
import { Anchor, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Chain, Verification } from '../../../shared/contract/chain.ts';
import type { Overview } from '../../../shared/contract/overview.ts';
import { useMay } from '../../api/capabilities.ts';
import { runCommand } from '../../app/commands.ts';
import { Section } from '../../app/page/detail-page.tsx';
import { integrityAddress, verdictsAddress } from '../../ui/addresses.ts';
import { useNow } from '../../ui/chain/use-now.ts';
import { formatAgo, formatCount } from '../../ui/format.ts';
import { StatusBadge, type StatusTone } from '../../ui/status-badge.tsx';
import { ledgerState, type LedgerState } from '../integrity/ledger-state.ts';
import classes from './overview.module.css';

const tones: Readonly<Record<LedgerState['kind'], StatusTone>> = {
  empty: 'mute',
  never: 'mute',
  ok: 'ok',
  stale: 'mute',
  failed: 'bad',
};

export function LedgerCard({
  verification: { latest, size, record_count: records },
}: {
  verification: NonNullable<Overview['verification']>;
}) {
  const { t } = useTranslation('overview');
  const may = useMay();
  const now = useNow();
  const state = ledgerState(headOf(size, records), latest, now);
  return (
    <Section
      title={t('ledger.title')}
      actions={
        <>
          <span className={classes.grow} />
          <Anchor href={verdictsAddress}>{t('ledger.meaning')}</Anchor>
          {may('startVerification') && state.kind !== 'empty' && (
            <Button size="compact-sm" onClick={() => void runCommand('verification.start')}>
              {t('ledger.verify')}
            </Button>
          )}
        </>
      }
    >
      <div className={classes.ledger}>
        <StatusBadge tone={tones[state.kind]}>{t(`ledger.${state.kind}`)}</StatusBadge>
        <p className={classes.ledgerText}>
          <Explained state={state} now={now} />
        </p>
        <Anchor href={integrityAddress}>{t('ledger.open')}</Anchor>
      </div>
      {(state.kind === 'ok' || state.kind === 'stale') && (
        <p className={classes.caveat}>{t('ledger.caveat')}</p>
      )}
    </Section>
  );
}

/** What the state of a ledger is told by; the rest of its head is not looked at. */
function headOf(size: number, records: number): Pick<Chain, 'size' | 'record_count'> {
  return { size, record_count: records };
}

function Explained({ state, now }: { state: LedgerState; now: number }) {
  const { t } = useTranslation('overview');
  switch (state.kind) {
    case 'empty':
      return t('ledger.emptyText');
    case 'never':
      return t('ledger.neverText');
    case 'ok':
      return <Checked verification={state.verification} now={now} />;
    case 'stale':
    case 'failed': {
      const { verification, appended } = state;
      const findings = verification.findings_total;
      return (
        <>
          {state.kind === 'failed' && findings > 0 && (
            <strong>
              {t('ledger.findings', { count: findings, amount: formatCount(findings) })}.{' '}
            </strong>
          )}
          <Checked verification={verification} now={now} />
          {appended > 0 && (
            <>. {t('ledger.appended', { count: appended, amount: formatCount(appended) })}</>
          )}
        </>
      );
    }
    default:
      return state satisfies never;
  }
}

function Checked({ verification, now }: { verification: Verification; now: number }) {
  const { t } = useTranslation('overview');
  return t('ledger.checked', {
    checked: formatCount(verification.checked),
    total: formatCount(verification.total),
    ago: formatAgo(verification.finished_at, now),
  });
}
