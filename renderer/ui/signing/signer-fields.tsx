/** The part of a form that says who signs: the person, and the passphrase of their key where it has to be typed. */
import { useState } from 'react';
import { Button, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { demoPassphrase } from '../../../shared/contract/people.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { settingsAddress } from '../addresses.ts';
import { Select } from '../form/choices.tsx';
import type { InsteadOfForm } from '../form/form-dialog.tsx';
import { PasswordField } from '../form/password-field.tsx';
import layout from '../form/form.module.css';
import type { Form } from '../form/use-api-form.ts';
import { useHeld } from '../form/use-held.ts';
import { QueryError } from '../states.tsx';
import { PlaceLink } from '../places/place-link.tsx';
import { usePersonWords } from './person-words.ts';
import type { SignerText, SigningState } from './use-signing.ts';

export interface SignerFieldsProps {
  readonly signing: SigningState;
  readonly text: SignerText;
  readonly fieldOf: (path: string) => ReturnType<Form<object>['getInputProps']>;
  readonly onChange: (text: SignerText) => void;
  /** What stands above it, where two sign. */
  readonly legend?: string;
  /** Has the focus when the dialog opens. */
  readonly isFirst?: boolean;
}

export function SignerFields(props: SignerFieldsProps) {
  const { t } = useTranslation('signing');
  const { signing, legend } = props;
  useHeld(signing.isWaiting || signing.isUnknown || signing.isShut);
  return (
    <fieldset className={layout.group}>
      <legend className="pd-label">{legend ?? t('title')}</legend>
      <Content {...props} />
    </fieldset>
  );
}

function Content({ signing, text, fieldOf, onChange, isFirst = false }: SignerFieldsProps) {
  const { t } = useTranslation('signing');
  const words = usePersonWords();
  const [isAnother, setAnother] = useState(false);
  if (signing.isWaiting) return <p className={layout.hint}>{t('reading')}</p>;
  if (signing.isUnknown) return <QueryError query={signing.query} title={t('unknown')} />;
  if (signing.isUnsigned) return <NotSigned />;
  if (signing.isShut) return <p className={layout.hint}>{t('shut')}</p>;
  const person = signing.personOf(text);
  const chosen = fieldOf(`${signing.path}.person_id`);
  // Who may not sign this is chosen anew.
  const isRefused = Boolean(chosen.error);
  if (person !== undefined && !signing.asks(text) && !isAnother && !isRefused) {
    return (
      <p className="pd-flush pd-wrapping pd-gap-8">
        <span>{t('signsAs', words(person))}</span>
        {signing.people.length > 1 && (
          <Button
            className="pd-fixed"
            size="compact-xs"
            variant="subtle"
            onClick={() => {
              setAnother(true);
              onChange({ person_id: '', passphrase: '' });
            }}
          >
            {t('another')}
          </Button>
        )}
      </p>
    );
  }
  return (
    <>
      <div className={layout.row}>
        <Select
          label={t('person')}
          required
          allowDeselect={false}
          placeholder={t('choose')}
          data-autofocus={(isFirst && person === undefined) || undefined}
          data={signing.people.map((each) => ({
            value: each.person_id,
            label: t('personInRole', words(each)),
          }))}
          {...chosen}
        />
        {(person === undefined || signing.asks(text)) && (
          <PasswordField
            label={t('passphrase')}
            required
            autoComplete="off"
            spellCheck={false}
            data-autofocus={(isFirst && person !== undefined) || undefined}
            visibilityToggleButtonProps={{ 'aria-label': t('show') }}
            {...fieldOf(`${signing.path}.passphrase`)}
          />
        )}
      </div>
      {person !== undefined && <p className={layout.hint}>{t('signsAs', words(person))}</p>}
      {signing.isDemo && <DemoPassphrase />}
    </>
  );
}

/** Stands in place of a form until it is known who may sign: who is chosen as it begins goes by that. */
export function insteadOfSigning({ isWaiting }: SigningState): InsteadOfForm | undefined {
  return isWaiting ? { children: <Skeleton height={160} /> } : undefined;
}

/** Stands wherever somebody signs in the demo: its people have one passphrase. */
export function DemoPassphrase() {
  const { t } = useTranslation('signing');
  return (
    <p className={layout.hint}>
      {t('demo')} <code>{demoPassphrase}</code>
    </p>
  );
}

function NotSigned() {
  const { t } = useTranslation('signing');
  return (
    <p className={layout.hint}>
      {t('unsigned')} <PlaceLink href={settingsAddress('people')}>{t('enrolSomebody')}</PlaceLink>
    </p>
  );
}

/** The person and role that sign, as a line of a last look. */
export function SignsAs({ signing, text }: Pick<SignerFieldsProps, 'signing' | 'text'>) {
  const { t } = useTranslation('signing');
  const words = usePersonWords();
  const person = signing.personOf(text);
  return (
    <bdi>
      {person === undefined ? showHidden(t('notSigned')) : t('personInRole', words(person))}
    </bdi>
  );
}
