/** The fields of a tax: its kind, its rate where it has one, the reason that is printed. */
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { taxKinds, type TaxKind } from '../../../shared/contract/billing-parties.ts';
import { Select } from '../form/choices.tsx';
import { DecimalInput } from '../form/decimal-input.tsx';
import layout from '../form/form.module.css';
import type { Form } from '../form/use-api-form.ts';

export interface TaxFieldsProps {
  readonly words: { readonly kind: string; readonly rate: string; readonly reason: string };
  /** The kind that is chosen; empty for none of its own. */
  readonly kind: TaxKind | '';
  /** Words of that choice, where there is one. */
  readonly none?: string;
  readonly fieldOf: (
    member: 'kind' | 'rate_percent' | 'reason',
  ) => ReturnType<Form<unknown>['getInputProps']>;
}

export function TaxFields({ words, kind, none, fieldOf }: TaxFieldsProps) {
  const { t } = useTranslation('billing');
  return (
    <>
      <Select
        label={words.kind}
        allowDeselect={false}
        data={[
          ...(none === undefined ? [] : [{ value: '', label: none }]),
          ...taxKinds.map((each) => ({ value: each, label: t(`taxKind.${each}`) })),
        ]}
        {...fieldOf('kind')}
      />
      {kind !== '' && (
        <div className={layout.row}>
          <DecimalInput
            label={words.rate}
            disabled={kind !== 'STANDARD'}
            {...fieldOf('rate_percent')}
          />
          <TextInput label={words.reason} {...fieldOf('reason')} />
        </div>
      )}
    </>
  );
}
