/** Gives an account a version of a rate card from the start of a month. */
import { useState } from 'react';
import { z } from 'zod';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  assignRateCardSchema,
  type Account,
  type ShownRateCard,
} from '../../../shared/contract/billing.ts';
import { useAssignRateCard, useRateCards } from '../../api/billing.ts';
import { toFailure } from '../../api/client.ts';
import { notify } from '../../state/notices.ts';
import { ChangedMeanwhile } from '../../ui/form/changed-meanwhile.tsx';
import { isOvertaken, useMeanwhile } from '../../ui/form/use-meanwhile.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Select } from '../../ui/form/choices.tsx';
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

const assignedSchema = z.object({ rate_card_id: z.string(), version: z.int() });
type AssignedCard = z.infer<typeof assignedSchema>;

function cardName(cards: readonly ShownRateCard[], { rate_card_id: id, version }: AssignedCard) {
  return `${cards.find((each) => each.rate_card_id === id)?.name ?? id} ${version}`;
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
  const chosen = accounts.find((each) => each.account_id === account);
  const name = chosen?.name ?? '';
  const cards = useRateCards().data ?? [];
  /** What the API said that the month would have; not of another account or month. */
  const [told, setTold] = useState<{ readonly of: string; readonly card: AssignedCard }>();
  const subject = `${account} ${month}`;
  const meanwhile = useMeanwhile<AssignedCard | undefined>({
    current: told?.of === subject ? told.card : chosen?.rate_card,
    isPending: assigning.isPending,
    lines: (state) => [
      {
        label: t('assign.card', { month: formatMonth(month) }),
        text: state === undefined ? '' : cardName(cards, state),
      },
    ],
  });
  // Another account is another thing to look at, and nothing that anybody changed.
  const [looked, setLooked] = useState(subject);
  if (looked !== subject) {
    setLooked(subject);
    meanwhile.settle(chosen?.rate_card);
  }
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
      { id: account, ...body, if_previous: meanwhile.previous },
      {
        onSuccess: () => {
          notify({ title: t('assign.done', { account: name, month: formatMonth(month) }) });
          onClose();
        },
        onError: (error) => {
          const { current } = toFailure(error).details;
          const found = assignedSchema.safeParse(current);
          if (isOvertaken(error) && found.success) setTold({ of: subject, card: found.data });
          else fail(error);
        },
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
      <ChangedMeanwhile {...meanwhile} />
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
