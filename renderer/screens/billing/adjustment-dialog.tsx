/** A credit or a charge for an account's next invoice. */
import { useState } from 'react';
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  createAdjustmentSchema,
  currency,
  type Account,
} from '../../../shared/contract/billing.ts';
import { useCreateAdjustment } from '../../api/billing.ts';
import { notify } from '../../state/notices.ts';
import { formatMoney } from '../../ui/money.ts';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import form from '../../ui/form/form.module.css';
import { localFaults, useFormFaults } from '../../ui/form-faults.ts';
import { numberIn } from '../../ui/number-in.ts';
import classes from './billing.module.css';

export interface AdjustmentDialogProps {
  readonly opened: boolean;
  readonly account: Account;
  readonly onClose: () => void;
}

export function AdjustmentDialog(props: AdjustmentDialogProps) {
  const { t } = useTranslation(['billing', 'common']);
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      title={t('adjustment.dialog', { name: props.account.name })}
      size={480}
    >
      <AdjustmentForm {...props} />
    </Dialog>
  );
}

const ways = ['credit', 'charge'] as const;
type Way = (typeof ways)[number];

function AdjustmentForm({ account, onClose }: AdjustmentDialogProps) {
  const { t } = useTranslation(['billing', 'common']);
  const creating = useCreateAdjustment();
  const { element, faults, failure, refuse, clear, fail } = useFormFaults();
  const [way, setWay] = useState<Way>('credit');
  const [description, setDescription] = useState('');
  const [text, setText] = useState('');
  const submit = () => {
    const typed = numberIn(text);
    const body = {
      account_id: account.account_id,
      description: description.trim(),
      amount: way === 'credit' ? -typed : typed,
    };
    const found = localFaults(createAdjustmentSchema, body);
    if (typed < 0) refuse({ amount: t('adjustment.positive') });
    else if (Object.keys(found).length > 0) refuse(found);
    else {
      clear();
      creating.mutate(body, {
        onSuccess: ({ amount }) => {
          notify({ title: t('adjustment.done', { amount: formatMoney(amount, currency) }) });
          onClose();
        },
        onError: fail,
      });
    }
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
      <p className={form.text}>{t('adjustment.text')}</p>
      <FormFailure
        failure={failure}
        title={t('adjustment.failed')}
        shown={['description', 'amount']}
      />
      <div className={form.row}>
        <div>
          <span className={classes.fieldLabel} id="adjustment-way">
            {t('adjustment.way')}
          </span>
          <SegmentedControl
            size="xs"
            aria-labelledby="adjustment-way"
            data={ways.map((each) => ({ value: each, label: t(`adjustment.${each}`) }))}
            value={way}
            onChange={(value) => setWay(ways.find((each) => each === value) ?? way)}
          />
        </div>
        <DecimalInput
          label={t('limitForm.amount', { currency })}
          required
          value={text}
          error={faults['amount']}
          onChange={setText}
        />
      </div>
      <TextInput
        label={t('document.description')}
        required
        data-autofocus
        value={description}
        error={faults['description']}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <div className={form.actions}>
        <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
        <Button type="submit" variant="filled" loading={creating.isPending}>
          {t('adjustment.submit')}
        </Button>
      </div>
    </form>
  );
}
