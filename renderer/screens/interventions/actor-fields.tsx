/** Who acts: person and role as they stand in the entry, a name that can be erased later. */
import type { ReactNode } from 'react';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ActorPreference } from '../../state/preferences.ts';
import classes from './interventions.module.css';

export interface ActorFieldsProps {
  readonly actor: ActorPreference;
  /** Faults in words, by field: `actor.id`, `actor.role`, `actor.name`. */
  readonly faults: Readonly<Record<string, ReactNode>>;
  readonly withName: boolean;
  /** Has the focus when the dialog opens. */
  readonly isFirst?: boolean;
  readonly onChange: (actor: ActorPreference) => void;
}

export function ActorFields({ actor, faults, withName, isFirst, onChange }: ActorFieldsProps) {
  const { t } = useTranslation('interventions');
  return (
    <fieldset className={classes.group}>
      <legend>{t('act.who')}</legend>
      <div className={classes.fields}>
        <TextInput
          label={t('act.id')}
          required
          autoComplete="off"
          spellCheck={false}
          data-autofocus={isFirst || undefined}
          placeholder={t('act.idHint')}
          value={actor.id}
          error={faults['actor.id']}
          onChange={(event) => onChange({ ...actor, id: event.currentTarget.value })}
        />
        <TextInput
          label={t('act.role')}
          required
          autoComplete="off"
          spellCheck={false}
          placeholder={t('act.roleHint')}
          value={actor.role}
          error={faults['actor.role']}
          onChange={(event) => onChange({ ...actor, role: event.currentTarget.value })}
        />
        {withName && (
          <TextInput
            label={t('act.name')}
            autoComplete="off"
            placeholder={t('act.nameHint')}
            value={actor.name}
            error={faults['actor.name']}
            onChange={(event) => onChange({ ...actor, name: event.currentTarget.value })}
          />
        )}
      </div>
    </fieldset>
  );
}
