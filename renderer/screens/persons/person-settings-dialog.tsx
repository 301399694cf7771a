/** What letters have alike, and for how long it is kept who a closed request was about. */
import { Skeleton, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  changePersonSettingsSchema,
  usualPersonSettings,
  type ChangePersonSettings,
  type PersonSettings,
} from '../../../shared/contract/persons.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { useChangePersonSettings, usePersonSettings } from '../../api/persons.ts';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { FormDialog, type DialogProps } from '../../ui/form/form-dialog.tsx';
import layout from '../../ui/form/form.module.css';
import { useMeanwhile, type StateLine } from '../../ui/form/use-meanwhile.ts';
import { numberIn, numberOut } from '../../ui/number-in.ts';
import { QueryError } from '../../ui/states.tsx';

/** The settings as they are typed. */
interface SettingsText extends Omit<PersonSettings, 'kept_years'> {
  readonly kept_years: string;
}

const lines = { autosize: true, minRows: 2, maxRows: 6 } as const;

export function PersonSettingsDialog(dialog: DialogProps) {
  const { t } = useTranslation('persons');
  const query = usePersonSettings();
  const changing = useChangePersonSettings();
  const current = query.data ?? usualPersonSettings;
  const linesOf = ({
    sender,
    objection_to: object,
    authority,
    kept_years: years,
  }: PersonSettings) =>
    [
      { label: t('letter.sender'), text: sender },
      { label: t('letter.objection'), text: object },
      { label: t('letter.authority'), text: authority },
      { label: t('settings.years'), text: String(years) },
    ] satisfies StateLine[];
  const meanwhile = useMeanwhile({
    current,
    lines: linesOf,
    isPending: changing.isPending,
    isOpen: dialog.opened && query.data !== undefined,
  });
  return (
    <FormDialog<SettingsText, ChangePersonSettings, PersonSettings>
      {...dialog}
      title={t('settings.title')}
      size={600}
      instead={
        query.data === undefined
          ? {
              children: query.isError ? (
                <QueryError query={query} title={t('settings.notRead')} />
              ) : (
                <Skeleton height={220} />
              ),
            }
          : undefined
      }
      meanwhile={meanwhile}
      submit={t('settings.submit')}
      failed={t('settings.failed')}
      initial={{ ...current, kept_years: numberOut(current.kept_years) }}
      bodyOf={({ sender, objection_to: object, authority, kept_years: years }) => ({
        sender: sender.trim(),
        objection_to: object.trim(),
        authority: authority.trim(),
        kept_years: numberIn(years),
        if_previous: meanwhile.previous,
      })}
      schema={changePersonSettingsSchema}
      send={(body) => changing.mutateAsync(body)}
      told={() => t('settings.done')}
    >
      {(form) => (
        <>
          <p className={layout.text}>{t('settings.text')}</p>
          <Textarea
            label={t('letter.sender')}
            description={t('settings.senderHint')}
            data-autofocus
            {...lines}
            {...form.getInputProps('sender')}
          />
          <Textarea
            label={t('letter.objection')}
            description={t('letter.objectionHint')}
            {...lines}
            {...form.getInputProps('objection_to')}
          />
          <Textarea
            label={t('letter.authority')}
            description={t('settings.authorityHint')}
            {...lines}
            {...form.getInputProps('authority')}
          />
          <DecimalInput
            label={t('settings.years')}
            description={t('settings.yearsHint')}
            whole
            step={1}
            min={1}
            max={limits.persons.keptYears}
            w={320}
            {...form.getInputProps('kept_years')}
          />
        </>
      )}
    </FormDialog>
  );
}
