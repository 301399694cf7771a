/** When backups are made, which are kept, and where. */
import { Fragment } from 'react';
import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  backupSchedules,
  changeBackupSettingsSchema,
  type BackupSettings,
  type ChangeBackupSettings,
} from '../../../shared/contract/backups.ts';
import type { FieldError } from '../../../shared/contract/errors.ts';
import { useChangeBackupSettings } from '../../api/backups.ts';
import { useMay } from '../../api/capabilities.ts';
import { notify } from '../../state/notices.ts';
import { formatCount } from '../../ui/format.ts';
import type { FaultsByField, Form } from '../../ui/form/use-api-form.ts';
import { useMeanwhile } from '../../ui/form/use-meanwhile.ts';
import { FormPage } from '../../ui/form/form-page.tsx';
import { SettingsRow, SettingsSection } from './settings-rows.tsx';
import { SegmentedControl } from '../../ui/form/choices.tsx';
import layout from '../../ui/form/form.module.css';
import classes from './settings.module.css';

const numbers = ['every_hours', 'keep_last', 'keep_days', 'keep_months'] as const;
type NumberField = (typeof numbers)[number];
const keeps = ['keep_last', 'keep_days', 'keep_months'] as const;
const keepWords = {
  keep_last: 'settings.keepLast',
  keep_days: 'settings.keepDays',
  keep_months: 'settings.keepMonths',
} as const;
const ranges: Readonly<Record<NumberField, readonly [minimum: number, maximum: number]>> = {
  every_hours: [1, 168],
  keep_last: [1, 1_000],
  keep_days: [0, 3_660],
  keep_months: [0, 1_200],
};

type Draft = Readonly<
  Record<NumberField, string> & {
    schedule: ChangeBackupSettings['schedule'];
    daily_at: string;
    folder: string;
  }
>;

/** What of the settings can be changed. */
function changeable(settings: BackupSettings): ChangeBackupSettings {
  const { schedule, every_hours, daily_at, keep_last, keep_days, keep_months, folder } = settings;
  return { schedule, every_hours, daily_at, keep_last, keep_days, keep_months, folder };
}

function draftOf(settings: ChangeBackupSettings): Draft {
  return {
    schedule: settings.schedule,
    every_hours: String(settings.every_hours),
    daily_at: settings.daily_at,
    keep_last: String(settings.keep_last),
    keep_days: String(settings.keep_days),
    keep_months: String(settings.keep_months),
    folder: settings.folder ?? '',
  };
}

function bodyOf(draft: Draft): ChangeBackupSettings {
  const number = (text: string) => (/^\d{1,5}$/.test(text.trim()) ? Number(text) : Number.NaN);
  const folder = draft.folder.trim();
  return {
    schedule: draft.schedule,
    daily_at: draft.daily_at,
    every_hours: number(draft.every_hours),
    keep_last: number(draft.keep_last),
    keep_days: number(draft.keep_days),
    keep_months: number(draft.keep_months),
    folder: folder === '' ? null : folder,
  };
}

export function BackupSettingsForm({ settings }: { settings: BackupSettings }) {
  const { t } = useTranslation('backups');
  const canChange = useMay()('changeBackupSettings');
  const changing = useChangeBackupSettings();
  const current = changeable(settings);
  const meanwhile = useMeanwhile({
    current,
    isPending: changing.isPending,
    lines: (state) => [
      { label: t('settings.when'), text: t(`settings.${state.schedule}`) },
      { label: t('settings.everyHours'), text: formatCount(state.every_hours) },
      { label: t('settings.dailyAt'), text: state.daily_at },
      ...keeps.map((name) => ({ label: t(keepWords[name]), text: formatCount(state[name]) })),
      { label: t('settings.folder'), text: state.folder ?? t('settings.folderDefault') },
    ],
  });
  /** A number says its range; one of another schedule is not drawn and named above. */
  const rangeWords = ({ schedule }: Draft, found: readonly FieldError[]): FaultsByField =>
    Object.fromEntries(
      numbers
        .filter((name) => name !== 'every_hours' || schedule === 'hours')
        .filter((name) => found.some(({ field }) => field === name))
        .map((name) => {
          const [minimum, maximum] = ranges[name];
          return [name, t('settings.numberFault', { minimum, maximum })];
        }),
    );
  return (
    <FormPage
      className={`${layout.form} pd-slim pd-readable`}
      failed={t('settings.saveFailed')}
      meanwhile={meanwhile}
      initial={draftOf(current)}
      bodyOf={bodyOf}
      schema={changeBackupSettingsSchema}
      check={rangeWords}
      send={(body) => changing.mutateAsync({ ...body, if_previous: meanwhile.previous })}
      saved={draftOf}
      onDone={(saved) => {
        meanwhile.settle(changeable(saved));
        notify({ title: t('settings.saved') });
      }}
    >
      {(form, { isChanged, isSending, begin }) => (
        <>
          <SettingsSection isTight title={t('settings.title')}>
            <Fields form={form} canChange={canChange} />
          </SettingsSection>
          <div className={classes.foot}>
            <p className="pd-note pd-readable">{canChange ? '' : t('settings.mayNot')}</p>
            {canChange && (
              <>
                <Button disabled={!isChanged} onClick={() => begin(draftOf(current))}>
                  {t('settings.reset')}
                </Button>
                <Button type="submit" variant="filled" disabled={!isChanged} loading={isSending}>
                  {t('settings.save')}
                </Button>
              </>
            )}
          </div>
        </>
      )}
    </FormPage>
  );
}

function Fields({ form, canChange }: { readonly form: Form<Draft>; readonly canChange: boolean }) {
  const { t } = useTranslation('backups');
  const { schedule } = form.values;
  const text = (name: Exclude<keyof Draft, 'schedule'>, label: string, className?: string) => (
    <TextInput
      size="xs"
      id={`backup-${name}`}
      className={className ?? ''}
      readOnly={!canChange}
      aria-label={label}
      placeholder={name === 'folder' ? t('settings.folderDefault') : undefined}
      {...form.getInputProps(name)}
    />
  );
  return (
    <>
      <SettingsRow name={t('settings.when')} hint={t('settings.whenHint')}>
        <SegmentedControl
          aria-label={t('settings.when')}
          readOnly={!canChange}
          data={backupSchedules.map((value) => ({ value, label: t(`settings.${value}`) }))}
          {...form.getInputProps('schedule')}
        />
      </SettingsRow>
      {schedule === 'hours' && (
        <SettingsRow name={t('settings.everyHours')}>
          {text('every_hours', t('settings.everyHours'), classes.period)}
        </SettingsRow>
      )}
      {schedule === 'daily' && (
        <SettingsRow name={t('settings.dailyAt')}>
          {text('daily_at', t('settings.dailyAt'), classes.period)}
        </SettingsRow>
      )}
      <SettingsRow name={t('settings.keep')} hint={t('settings.keepHint')}>
        <div className={classes.keeps}>
          {keeps.map((name) => (
            <Fragment key={name}>
              <label htmlFor={`backup-${name}`}>{t(keepWords[name])}</label>
              {text(name, t(keepWords[name]))}
            </Fragment>
          ))}
        </div>
      </SettingsRow>
      <SettingsRow name={t('settings.folder')} hint={t('settings.folderHint')}>
        {text('folder', t('settings.folder'), classes.wide)}
      </SettingsRow>
    </>
  );
}
