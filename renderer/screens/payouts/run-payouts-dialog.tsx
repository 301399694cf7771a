/** The last word before payouts are run: who is paid what, who is carried, what is asked again. */
import { useTranslation } from 'react-i18next';
import type { PayoutPreferences } from '../../../shared/contract/billing.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useRunPayouts } from '../../api/payouts.ts';
import { notify } from '../../state/notices.ts';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { nanos } from '../../ui/money/nanos-text.ts';
import { ConfirmDialog, type Outcome } from '../../ui/form/confirm-dialog.tsx';
import layout from '../../ui/form/form.module.css';
import classes from '../../ui/money/billing.module.css';

type Fate = 'paid' | 'waits' | 'carried' | 'nothing';

/** Outcome of a run for a holder, told before it is made. */
export function fateOf({ balance, threshold, pending_payout: pending }: PayoutPreferences): Fate {
  // What is on its way is settled first; whether it leaves room for another is the processor's word.
  if (nanos(pending) > 0n) return 'waits';
  if (nanos(balance) <= 0n) return 'nothing';
  return nanos(balance) >= nanos(threshold) ? 'paid' : 'carried';
}

export function RunPayoutsDialog({
  opened,
  holder,
  holders,
  onClose,
}: {
  readonly opened: boolean;
  /** One holder; undefined for all. */
  readonly holder: string | undefined;
  /** Whom it pays. */
  readonly holders: readonly PayoutPreferences[];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('payouts');
  const running = useRunPayouts();
  const question = {
    text: t('run.text'),
    details: (
      <>
        <Fates holders={holders} />
        <p className={layout.hint}>{t('run.note')}</p>
      </>
    ),
    failed: t('run.failed'),
    submit: t('run.submit'),
    isPending: running.isPending,
    onConfirm: ({ onSuccess, onError }: Outcome) =>
      running.mutate(holder, {
        onSuccess: (run) => {
          notify({ title: t('run.done'), detail: t('run.result', { ...run }) });
          onSuccess();
        },
        onError,
      }),
  };
  return (
    <ConfirmDialog
      title={t('run.title')}
      question={opened ? question : undefined}
      onClose={onClose}
    />
  );
}

function Fates({ holders }: { readonly holders: readonly PayoutPreferences[] }) {
  const { t } = useTranslation('payouts');
  return (
    <ul className={classes.rows}>
      {holders.map((each) => {
        const fate = fateOf(each);
        return (
          <li key={each.holder_id}>
            <span>
              {showHidden(each.holder_id)}
              <small>{t(`run.fate.${fate}`)}</small>
            </span>
            <MoneyText
              value={fate === 'waits' ? each.pending_payout : each.balance}
              currency={each.currency}
            />
          </li>
        );
      })}
    </ul>
  );
}
