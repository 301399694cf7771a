/** Which account the figures are of; nothing chosen means all of them. */
import { useTranslation } from 'react-i18next';
import { useAccounts } from '../../api/billing.ts';
import { Select } from '../../ui/form/choices.tsx';
import classes from '../../ui/money/billing.module.css';

export interface AccountSelectProps {
  readonly account: string | undefined;
  /** Whether all of them together can be chosen. */
  readonly hasAll?: boolean;
  readonly onAccount: (account: string | undefined) => void;
}

const everyAccount = ' ';

export function AccountSelect({ account, hasAll = true, onAccount }: AccountSelectProps) {
  const { t } = useTranslation('billing');
  const accounts = useAccounts();
  const known = accounts.data ?? [];
  const options = known.map(({ account_id: value, name }) => ({ value, label: name }));
  return (
    <Select
      className={classes.account ?? ''}
      aria-label={t('account.select')}
      allowDeselect={false}
      searchable={options.length > 8}
      data={[
        ...(hasAll ? [{ value: everyAccount, label: t('account.all') }] : []),
        ...options,
        // An account of the address that is not there is named as it is.
        ...(account === undefined || known.some((each) => each.account_id === account)
          ? []
          : [{ value: account, label: account }]),
      ]}
      value={account ?? everyAccount}
      onChange={(value) => onAccount(value === null || value === everyAccount ? undefined : value)}
    />
  );
}
