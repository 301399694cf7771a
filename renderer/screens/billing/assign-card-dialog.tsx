/** Gives an account a version of a rate card from the start of a month. */
import { useState } from 'react';
import { Button, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  assignRateCardSchema,
  type Account,
  type ShownRateCard,
} from '../../../shared/contract/billing.ts';
import { useAssignRateCard } from '../../api/billing.ts';
import { notify } from '../../state/notices.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import form from '../../ui/form/form.module.css';
import { localFaults, useFormFaults } from '../../ui/form-faults.ts';
import { formatMonth } from '../../ui/format.ts';
import { dayOfMs, monthsAhead } from './periods.ts';

export interface AssignCardDialogProps {
  readonly opened: boolean;
  readonly card: ShownRateCard;
  readonly accounts: readonly Account[];
  readonly onClose: () => void;
}

export function AssignCardDialog(props: AssignCardDialogProps) {
  const { t } = useTranslation(['billing', 'common']);
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      title={t('assign.title', { name: props.card.name, version: props.card.version })}
      size={480}
    >
      <AssignForm {...props} />
    </Dialog>
  );
}

/** Months that a card can be assigned from. */
const offeredMonths = 13;

function AssignForm({ card, accounts, onClose }: AssignCardDialogProps) {
  const { t } = useTranslation(['billing', 'common']);
  const assigning = useAssignRateCard();
  const { element, faults, failure, refuse, clear, fail } = useFormFaults();
  const [account, setAccount] = useState(accounts[0]?.account_id);
  const [thisMonth] = useState(() => dayOfMs(Date.now()).slice(0, 7));
  const [month, setMonth] = useState(thisMonth);
  const name = accounts.find((each) => each.account_id === account)?.name ?? '';
  const submit = () => {
    const body = {
      rate_card_id: card.rate_card_id,
      version: card.version,
      from_month: month,
    };
    const found = localFaults(assignRateCardSchema, body);
    if (Object.keys(found).length > 0 || account === undefined) {
      refuse(found);
      return;
    }
    clear();
    assigning.mutate(
      { id: account, ...body },
      {
        onSuccess: () => {
          notify({ title: t('assign.done', { account: name, month: formatMonth(month) }) });
          onClose();
        },
        onError: fail,
      },
    );
  };
  return (
    <form
      ref={element}
      className={form.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className={form.text}>{t('assign.text')}</p>
      <FormFailure
        failure={failure}
        title={t('assign.failed')}
        shown={['rate_card_id', 'from_month']}
      />
      <div className={form.row}>
        <Select
          label={t('closing.account')}
          required
          data-autofocus
          allowDeselect={false}
          data={accounts.map((each) => ({ value: each.account_id, label: each.name }))}
          value={account ?? null}
          onChange={(value) => setAccount(value ?? undefined)}
        />
        <Select
          label={t('assign.from')}
          required
          allowDeselect={false}
          data={monthsAhead(thisMonth, offeredMonths).map((value) => ({
            value,
            label: formatMonth(value),
          }))}
          value={month}
          error={faults['from_month']}
          onChange={(value) => setMonth(value ?? thisMonth)}
        />
      </div>
      <div className={form.actions}>
        <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
        <Button type="submit" variant="filled" loading={assigning.isPending}>
          {t('assign.submit')}
        </Button>
      </div>
    </form>
  );
}
