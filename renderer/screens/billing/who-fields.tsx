/** Who an account is: name, e-mail and address. */
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import layout from '../../ui/form/form.module.css';
import type { AddressPart } from '../../ui/money/address-values.ts';

export function WhoFields({
  parts,
  fieldOf,
}: {
  readonly parts: readonly AddressPart[];
  /** What a field needs to be of the form, by its path. */
  readonly fieldOf: (path: string) => object;
}) {
  const { t } = useTranslation('billing');
  return (
    <>
      <div className={layout.row}>
        {(['name', 'email'] as const).map((each) => (
          <TextInput
            key={each}
            label={t(`account.${each}`)}
            required
            type={each === 'email' ? 'email' : 'text'}
            data-autofocus={each === 'name' || undefined}
            {...fieldOf(each)}
          />
        ))}
      </div>
      <fieldset className={layout.group}>
        <legend className={layout.legend}>{t('account.address')}</legend>
        <div className={layout.row}>
          {parts.map((each) => (
            <TextInput key={each} label={t(`address.${each}`)} {...fieldOf(`address.${each}`)} />
          ))}
        </div>
      </fieldset>
    </>
  );
}
