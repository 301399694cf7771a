/** When backups are made, which are kept, and where. */
import { useState } from 'react';
import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  backupSchedules,
  changeBackupSettingsSchema,
  type BackupSettings,
  type ChangeBackupSettings,
} from '../../../shared/contract/backups.ts';
import { useChangeBackupSettings } from '../../api/backups.ts';
import { useMay } from '../../api/capabilities.ts';
import { notify } from '../../state/notices.ts';
import { formatCount } from '../../ui/format.ts';
import { useUnsent } from '../../state/unsent.ts';
import { localFaults, useFormFaults } from '../../ui/form-faults.ts';
import { ChangedMeanwhile } from '../../ui/form/changed-meanwhile.tsx';
import { isOvertaken, takenOver, useMeanwhile } from '../../ui/form/use-meanwhile.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { SettingsRow, SettingsSection } from './settings-rows.tsx';
import { SegmentedControl } from '../../ui/form/choices.tsx';
import form from '../../ui/form/form.module.css';
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
const shown = [...numbers, 'daily_at', 'folder'];

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
  const { element, faults, failure, refuse, clear, fail } = useFormFaults();
  const [draft, setDraft] = useState(() => draftOf(settings));
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const meanwhile = useMeanwhile({
    current: changeable(settings),
    isPending: changing.isPending,
    lines: (state) => [
      { label: t('settings.when'), text: t(`settings.${state.schedule}`) },
      { label: t('settings.everyHours'), text: formatCount(state.every_hours) },
      { label: t('settings.dailyAt'), text: state.daily_at },
      ...keeps.map((name) => ({ label: t(keepWords[name]), text: formatCount(state[name]) })),
      { label: t('settings.folder'), text: state.folder ?? t('settings.folderDefault') },
    ],
    onSeen: (now, before) => setDraft(takenOver(draft, draftOf(before), draftOf(now))),
  });
  const isTouched = JSON.stringify(draft) !== JSON.stringify(draftOf(meanwhile.previous));
  // Where nothing was typed, what others changed is simply what there is.
  if (!isTouched && meanwhile.changed.length > 0) meanwhile.onSeen();
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(settings));
  useUnsent(() => isChanged);

  const save = async (body: ChangeBackupSettings) => {
    try {
      const saved = changeable(
        await changing.mutateAsync({ ...body, if_previous: meanwhile.previous }),
      );
      meanwhile.settle(saved);
      setDraft(draftOf(saved));
      notify({ title: t('settings.saved') });
    } catch (error) {
      if (!isOvertaken(error)) fail(error);
    }
  };
  const submit = () => {
    const body = bodyOf(draft);
    const found = { ...localFaults(changeBackupSettingsSchema, body) };
    for (const name of numbers) {
      const [minimum, maximum] = ranges[name];
      if (found[name] !== undefined) found[name] = t('settings.numberFault', { minimum, maximum });
    }
    if (Object.keys(found).length > 0) {
      refuse(found);
      return;
    }
    clear();
    void save(body);
  };

  const text = (name: Exclude<keyof Draft, 'schedule'>, label: string, className?: string) => (
    <TextInput
      size="xs"
      id={`backup-${name}`}
      className={className ?? ''}
      readOnly={!canChange}
      aria-label={label}
      value={draft[name]}
      error={faults[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );

  return (
    <form
      ref={element}
      noValidate
      className={`${form.form} ${classes.sectionTight}`}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <ChangedMeanwhile {...meanwhile} />
      <FormFailure failure={failure} title={t('settings.saveFailed')} shown={shown} />
      <SettingsSection isTight title={t('settings.title')}>
        <SettingsRow name={t('settings.when')} hint={t('settings.whenHint')}>
          <SegmentedControl
            aria-label={t('settings.when')}
            readOnly={!canChange}
            value={draft.schedule}
            onChange={(schedule) => set({ schedule })}
            data={backupSchedules.map((value) => ({ value, label: t(`settings.${value}`) }))}
          />
        </SettingsRow>
        {draft.schedule === 'hours' && (
          <SettingsRow name={t('settings.everyHours')}>
            {text('every_hours', t('settings.everyHours'), classes.period)}
          </SettingsRow>
        )}
        {draft.schedule === 'daily' && (
          <SettingsRow name={t('settings.dailyAt')}>
            {text('daily_at', t('settings.dailyAt'), classes.period)}
          </SettingsRow>
        )}
        <SettingsRow name={t('settings.keep')} hint={t('settings.keepHint')}>
          <div className={classes.keeps}>
            {keeps.map((name) => (
              <KeepField key={name} id={`backup-${name}`} label={t(keepWords[name])}>
                {text(name, t(keepWords[name]))}
              </KeepField>
            ))}
          </div>
        </SettingsRow>
        <SettingsRow name={t('settings.folder')} hint={t('settings.folderHint')}>
          <TextInput
            size="xs"
            className={classes.wide ?? ''}
            readOnly={!canChange}
            aria-label={t('settings.folder')}
            placeholder={t('settings.folderDefault')}
            value={draft.folder}
            error={faults['folder']}
            onChange={(event) => set({ folder: event.currentTarget.value })}
          />
        </SettingsRow>
      </SettingsSection>
      <div className={classes.foot}>
        <p className={classes.note}>{canChange ? '' : t('settings.mayNot')}</p>
        {canChange && (
          <>
            <Button
              disabled={!isChanged}
              onClick={() => {
                clear();
                setDraft(draftOf(settings));
              }}
            >
              {t('settings.reset')}
            </Button>
            <Button
              type="submit"
              variant="filled"
              disabled={!isChanged}
              loading={changing.isPending}
            >
              {t('settings.save')}
            </Button>
          </>
        )}
      </div>
    </form>
  );
}

function KeepField({
  id,
  label,
  children,
}: {
  id: string;
  label: string;
  children: React.ReactNode;
}) {
  return (
    <>
      <label htmlFor={id}>{label}</label>
      {children}
    </>
  );
}
