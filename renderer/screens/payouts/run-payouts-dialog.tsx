/** The last word before payouts are run: who is paid what, who is carried, what is asked again. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PayoutPreferences } from '../../../shared/contract/billing.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { toFailure, type ApiFailure } from '../../api/client.ts';
import { useRunPayouts } from '../../api/payouts.ts';
import { notify } from '../../state/notices.ts';
import { MoneyText } from '../../ui/money-text.tsx';
import { nanos } from '../../ui/nanos-text.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import form from '../../ui/form/form.module.css';
import classes from '../billing/billing.module.css';

export interface RunPayoutsDialogProps {
  readonly opened: boolean;
  /** One holder; undefined for all. */
  readonly holder: string | undefined;
  /** Whom it pays. */
  readonly holders: readonly PayoutPreferences[];
  readonly onClose: () => void;
}

type Fate = 'paid' | 'waits' | 'carried' | 'nothing';

/** Outcome of a run for a holder, told before it is made. */
export function fateOf({ balance, threshold, pending_payout: pending }: PayoutPreferences): Fate {
  // What is on its way is settled first; whether it leaves room for another is the processor's word.
  if (nanos(pending) > 0n) return 'waits';
  if (nanos(balance) <= 0n) return 'nothing';
  return nanos(balance) >= nanos(threshold) ? 'paid' : 'carried';
}

export function RunPayoutsDialog(props: RunPayoutsDialogProps) {
  const { t } = useTranslation(['payouts', 'common']);
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={t('run.title')} size={520}>
      <RunForm {...props} />
    </Dialog>
  );
}

function RunForm({ holder, holders, onClose }: RunPayoutsDialogProps) {
  const { t } = useTranslation(['payouts', 'common']);
  const running = useRunPayouts();
  const [failure, setFailure] = useState<ApiFailure>();
  return (
    <div className={form.form}>
      <p className={form.text}>{t('run.text')}</p>
      <FormFailure failure={failure} title={t('run.failed')} />
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
      <div className={form.actions}>
        <span className={form.actionsNote}>{t('run.note')}</span>
        <Button data-autofocus onClick={onClose}>
          {t('cancel', { ns: 'common' })}
        </Button>
        <Button
          variant="filled"
          loading={running.isPending}
          onClick={() =>
            running.mutate(holder, {
              onSuccess: (run) => {
                notify({ title: t('run.done'), detail: t('run.result', { ...run }) });
                onClose();
              },
              onError: (error) => setFailure(toFailure(error)),
            })
          }
        >
          {t('run.submit')}
        </Button>
      </div>
    </div>
  );
}
