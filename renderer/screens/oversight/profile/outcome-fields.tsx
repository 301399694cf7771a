/** Fields of a profile for its outcome: where it stands, and what each of its values means. */
import { useState } from 'react';
import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import {
  outcomeClasses,
  type OutcomeClass,
  type ProposedProfile,
} from '../../../../shared/contract/profiles.ts';
import { canonicalJson } from '../../../../shared/ledger/canonical-json.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { SegmentedControl } from '../../../ui/form/choices.tsx';
import layout from '../../../ui/form/form.module.css';
import type { Form } from '../../../ui/form/use-api-form.ts';
import { PathField, type KnownPaths } from './path-field.tsx';
import {
  scalarIn,
  scalarText,
  valuesAt,
  type OutcomeValue,
  type ProfileText,
} from './profile-form.ts';
import classes from './profile.module.css';

export function OutcomeFields({
  form,
  proposal,
}: {
  readonly form: Form<ProfileText>;
  readonly proposal: ProposedProfile;
}) {
  const { t } = useTranslation('profiles');
  const { decides, profile } = form.values;
  const fault = form.errors['profile.outcome'];
  const field = form.getInputProps('profile.outcome.path');
  return (
    <fieldset className={layout.group} data-path="profile.outcome" data-error={fault && true}>
      <legend className="pd-label">{t('outcome.legend')}</legend>
      <Checkbox
        label={t('outcome.decides')}
        data-autofocus
        {...form.getInputProps('decides', { type: 'checkbox' })}
      />
      {decides && (
        <>
          <PathField
            label={t('path')}
            required
            known={proposal}
            offers={({ path }) => path.startsWith('/output')}
            {...field}
            onChange={(path) => {
              field.onChange(path);
              const values = valuesAt(path, proposal);
              if (values.length > 0) form.setFieldValue('profile.outcome.values', [...values]);
            }}
          />
          <p className={layout.hint}>{t('outcome.text')}</p>
          <OutcomeValues form={form} known={proposal} />
          {fault !== undefined && <p className={layout.fault}>{fault}</p>}
          {profile.outcome.values.length === 0 && fault === undefined && (
            <p className={layout.hint}>{t('outcome.none')}</p>
          )}
        </>
      )}
    </fieldset>
  );
}

function OutcomeValues({
  form,
  known,
}: {
  readonly form: Form<ProfileText>;
  readonly known: KnownPaths;
}) {
  const { t } = useTranslation('profiles');
  const { path, values } = form.values.profile.outcome;
  const set = (next: readonly OutcomeValue[]) =>
    form.setFieldValue('profile.outcome.values', [...next]);
  return (
    <>
      <ul className="pd-listed pd-grid pd-gap-4">
        {values.map(({ value, of }, place) => {
          const name = `profile.outcome.values.${place}`;
          const fault = form.errors[name];
          const text = showHidden(scalarText(value)) || t('blank');
          return (
            <li
              key={canonicalJson(value)}
              className={classes.value}
              data-path={name}
              data-error={fault === undefined ? undefined : true}
            >
              <bdi className="pd-mono pd-anywhere">{text}</bdi>
              <SegmentedControl<OutcomeClass | ''>
                aria-label={t('outcome.classOf', { value: text })}
                value={of}
                onChange={(chosen) =>
                  set(values.map((each, at) => (at === place ? { ...each, of: chosen } : each)))
                }
                data={outcomeClasses.map((each) => ({ value: each, label: t(`class.${each}`) }))}
              />
              <ActionIcon
                aria-label={t('outcome.remove', { value: text })}
                onClick={() => set(values.filter((_, at) => at !== place))}
              >
                <IconX size={14} stroke={1.75} />
              </ActionIcon>
              {fault !== undefined && <p className={layout.fault}>{fault}</p>}
            </li>
          );
        })}
      </ul>
      <AnotherValue
        onAdd={(text) => {
          const value = scalarIn(
            text,
            known.paths.find((each) => each.path === path),
          );
          const isThere = values.some((each) => canonicalJson(each.value) === canonicalJson(value));
          if (!isThere) set([...values, { value, of: '' }]);
        }}
      />
    </>
  );
}

/** A value that no record has yet: Enter adds it, and does not send the form. */
function AnotherValue({ onAdd }: { readonly onAdd: (text: string) => void }) {
  const { t } = useTranslation('profiles');
  const [text, setText] = useState('');
  const add = () => {
    if (text === '') return;
    onAdd(text);
    setText('');
  };
  return (
    <div className="pd-row pd-gap-8">
      <TextInput
        aria-label={t('outcome.another')}
        placeholder={t('outcome.another')}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          add();
        }}
      />
      <Button leftSection={<IconPlus size={14} />} disabled={text === ''} onClick={add}>
        {t('outcome.add')}
      </Button>
    </div>
  );
}
