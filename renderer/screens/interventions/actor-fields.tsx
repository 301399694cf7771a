/** Who acts: person and role as they stand in the entry, a name that can be erased later. */
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Form } from '../../ui/form/use-api-form.ts';
import classes from './interventions.module.css';

export interface ActorFieldsProps {
  readonly fieldOf: (name: 'id' | 'role' | 'name') => ReturnType<Form<object>['getInputProps']>;
  readonly withName: boolean;
  /** Has the focus when the dialog opens. */
  readonly isFirst?: boolean;
}

export function ActorFields({ fieldOf, withName, isFirst }: ActorFieldsProps) {
  const { t } = useTranslation('interventions');
  const plain = { autoComplete: 'off', spellCheck: false } as const;
  return (
    <fieldset className={classes.group}>
      <legend>{t('act.who')}</legend>
      <div className={classes.fields}>
        <TextInput
          label={t('act.id')}
          required
          {...plain}
          data-autofocus={isFirst || undefined}
          placeholder={t('act.idHint')}
          {...fieldOf('id')}
        />
        <TextInput
          label={t('act.role')}
          required
          {...plain}
          placeholder={t('act.roleHint')}
          {...fieldOf('role')}
        />
        {withName && (
          <TextInput
            label={t('act.name')}
            autoComplete="off"
            placeholder={t('act.nameHint')}
            {...fieldOf('name')}
          />
        )}
      </div>
    </fieldset>
  );
}
