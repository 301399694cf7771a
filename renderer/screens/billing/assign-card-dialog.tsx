/** Gives an account a version of a rate card from the start of a month. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import {
  assignRateCardSchema,
  type Account,
  type ShownRateCard,
} from '../../../shared/contract/billing.ts';
import { useAssignRateCard, useRateCards } from '../../api/billing.ts';
import { toFailure } from '../../api/client.ts';
import { notify } from '../../state/notices.ts';
import { ChangedMeanwhile } from '../../ui/form/changed-meanwhile.tsx';
import { Select } from '../../ui/form/choices.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import layout from '../../ui/form/form.module.css';
import { formatMonth } from '../../ui/format.ts';
import { dayOfMs, monthsAhead } from './periods.ts';

const assignedSchema = z.object({ rate_card_id: z.string(), version: z.int() });
type AssignedCard = z.infer<typeof assignedSchema>;

/** Months that a card can be assigned from. */
const offeredMonths = 13;

export function AssignCardDialog({
  opened,
  card: { rate_card_id, version, name },
  accounts,
  onClose,
}: {
  readonly opened: boolean;
  readonly card: ShownRateCard;
  readonly accounts: readonly Account[];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('billing');
  const assigning = useAssignRateCard();
  const [thisMonth] = useState(() => dayOfMs(Date.now()).slice(0, 7));
  /** The card that the API said an account would have in a month. */
  const [told, setTold] = useState<{ readonly of: string; readonly card: AssignedCard }>();
  const close = () => {
    setTold(undefined);
    onClose();
  };
  const ofAccount = (id: string) => accounts.find(({ account_id: each }) => each === id);
  const first = accounts[0];
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={t('assign.title', { name, version })}
      submit={t('assign.submit')}
      failed={t('assign.failed')}
      initial={{
        account_id: first?.account_id ?? '',
        from_month: thisMonth,
        if_previous: first?.rate_card,
      }}
      bodyOf={({ from_month, if_previous }) => ({ rate_card_id, version, from_month, if_previous })}
      schema={assignRateCardSchema}
      send={async (body, _, { account_id: id }) => {
        try {
          await assigning.mutateAsync({ id, ...body });
          return { id, month: body.from_month };
        } catch (error) {
          const { data: card } = assignedSchema.safeParse(toFailure(error).details['current']);
          if (card !== undefined) setTold({ of: `${id} ${body.from_month}`, card });
          throw error;
        }
      }}
      onDone={({ id, month }) => {
        const account = ofAccount(id)?.name ?? '';
        notify({ title: t('assign.done', { account, month: formatMonth(month) }) });
        close();
      }}
    >
      {(form) => {
        const { account_id: id, from_month: month, if_previous: looked } = form.values;
        const there = told?.of === `${id} ${month}` ? told.card : ofAccount(id)?.rate_card;
        return (
          <>
            <p className={layout.text}>{t('assign.text')}</p>
            {!assigning.isPending && (
              <ChangedCard
                month={month}
                looked={looked}
                there={there}
                onSeen={() => form.setFieldValue('if_previous', there)}
              />
            )}
            <div className={layout.row}>
              <Select
                label={t('closing.account')}
                required
                data-autofocus
                allowDeselect={false}
                data={accounts.map((each) => ({ value: each.account_id, label: each.name }))}
                {...form.getInputProps('account_id')}
                // Another account is another thing to look at, and nothing that anybody changed.
                onChange={(value) =>
                  value !== null &&
                  form.setValues({ account_id: value, if_previous: ofAccount(value)?.rate_card })
                }
              />
              <Select
                label={t('assign.from')}
                required
                allowDeselect={false}
                data={monthsAhead(thisMonth, offeredMonths).map((value) => ({
                  value,
                  label: formatMonth(value),
                }))}
                {...form.getInputProps('from_month')}
                onChange={(value) =>
                  value !== null &&
                  form.setValues({ from_month: value, if_previous: ofAccount(id)?.rate_card })
                }
              />
            </div>
          </>
        );
      }}
    </FormDialog>
  );
}

/** Another card than the one that was looked at, where another person assigned it. */
function ChangedCard({
  month,
  looked,
  there,
  onSeen,
}: {
  readonly month: string;
  readonly looked: AssignedCard | undefined;
  readonly there: AssignedCard | undefined;
  readonly onSeen: () => void;
}) {
  const { t } = useTranslation('billing');
  const cards = useRateCards().data ?? [];
  const nameOf = (card: AssignedCard | undefined) => {
    if (card === undefined) return '';
    const known = cards.find((each) => each.rate_card_id === card.rate_card_id);
    return `${known?.name ?? card.rate_card_id} ${card.version}`;
  };
  const [text, before] = [nameOf(there), nameOf(looked)];
  const label = t('assign.card', { month: formatMonth(month) });
  return (
    <ChangedMeanwhile changed={text === before ? [] : [{ label, text, before }]} onSeen={onSeen} />
  );
}
