/** A new account: who is billed, where, with which tax and terms. */
import { useState } from 'react';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { createAccountSchema, type Account } from '../../../shared/contract/billing.ts';
import { useCreateAccount } from '../../api/billing.ts';
import { notify } from '../../state/notices.ts';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import form from '../../ui/form/form.module.css';
import { localFaults, useFormFaults } from '../../ui/form-faults.ts';
import { numberIn } from '../../ui/number-in.ts';
import classes from './billing.module.css';

export interface AccountDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onCreated: (account: Account) => void;
}

export function AccountDialog(props: AccountDialogProps) {
  const { t } = useTranslation(['billing', 'common']);
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={t('making.account')} size={560}>
      <AccountForm {...props} />
    </Dialog>
  );
}

const parts = ['line1', 'postal_code', 'city', 'state', 'country'] as const;
const emptyAddress = { line1: '', city: '', state: '', postal_code: '', country: '' };

function AccountForm({ onClose, onCreated }: AccountDialogProps) {
  const { t } = useTranslation(['billing', 'common']);
  const creating = useCreateAccount();
  const { element, faults, failure, refuse, clear, fail } = useFormFaults();
  const [id, setId] = useState('');
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [address, setAddress] = useState(emptyAddress);
  const [tax, setTax] = useState('0');
  const [terms, setTerms] = useState('30');
  const [suspends, setSuspends] = useState(false);
  const submit = () => {
    const body = {
      ...(id.trim() === '' ? {} : { account_id: id.trim() }),
      name: name.trim(),
      email: email.trim(),
      address,
      tax_percent: numberIn(tax),
      payment_terms_days: numberIn(terms),
      suspend_overdue: suspends,
    };
    const found = localFaults(createAccountSchema, body);
    if (Object.keys(found).length > 0) {
      refuse(found);
      return;
    }
    clear();
    creating.mutate(body, {
      onSuccess: (account) => {
        notify({ title: t('accountForm.done', { name: account.name }) });
        onCreated(account);
      },
      onError: fail,
    });
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
      <FormFailure
        failure={failure}
        title={t('accountForm.failed')}
        shown={['account_id', 'name', 'email', 'address', 'tax_percent', 'payment_terms_days']}
      />
      <div className={form.row}>
        <TextInput
          label={t('account.name')}
          required
          data-autofocus
          value={name}
          error={faults['name']}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={t('account.email')}
          required
          type="email"
          value={email}
          error={faults['email']}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      </div>
      <fieldset className={form.group}>
        <legend className={form.legend}>{t('account.address')}</legend>
        <div className={form.row}>
          {parts.map((each) => (
            <TextInput
              key={each}
              label={t(`address.${each}`)}
              value={address[each]}
              error={faults[`address.${each}`]}
              onChange={({ currentTarget: { value } }) =>
                setAddress((before) => ({ ...before, [each]: value }))
              }
            />
          ))}
        </div>
      </fieldset>
      <div className={classes.three}>
        <DecimalInput
          label={t('accountForm.tax')}
          value={tax}
          error={faults['tax_percent']}
          onChange={setTax}
        />
        <TextInput
          label={t('accountForm.terms')}
          inputMode="numeric"
          value={terms}
          error={faults['payment_terms_days']}
          onChange={(event) => setTerms(event.currentTarget.value)}
        />
        <TextInput
          label={t('account.id')}
          placeholder="acct_…"
          spellCheck={false}
          autoComplete="off"
          classNames={{ input: form.mono ?? '' }}
          value={id}
          error={faults['account_id']}
          onChange={(event) => setId(event.currentTarget.value)}
        />
      </div>
      <Checkbox
        label={t('accountForm.suspend')}
        checked={suspends}
        onChange={(event) => setSuspends(event.currentTarget.checked)}
      />
      <div className={form.actions}>
        <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
        <Button type="submit" variant="filled" loading={creating.isPending}>
          {t('accountForm.submit')}
        </Button>
      </div>
    </form>
  );
}
