/** Further fields of a profile: when, about whom, version, amount, reasons, columns, small groups. */
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { columnKinds, subjectMatches, timeFormats } from '../../../../shared/contract/profiles.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { SegmentedControl, Select } from '../../../ui/form/choices.tsx';
import { DecimalInput } from '../../../ui/form/decimal-input.tsx';
import layout from '../../../ui/form/form.module.css';
import type { Form } from '../../../ui/form/use-api-form.ts';
import { keyed } from '../../../ui/keyed.ts';
import { PathField, type KnownPaths } from './path-field.tsx';
import { lastName, type ProfileText } from './profile-form.ts';
import classes from './profile.module.css';

interface PartProps {
  readonly form: Form<ProfileText>;
  readonly known: KnownPaths;
}

export function TimeFields({ form, known }: PartProps) {
  const { t } = useTranslation('profiles');
  return (
    <fieldset className={layout.group}>
      <legend className="pd-label">{t('time.legend')}</legend>
      <div className={classes.pair}>
        <PathField
          label={t('path')}
          placeholder={t('time.recorded')}
          known={known}
          {...form.getInputProps('profile.decided_at.path')}
        />
        <Select
          label={t('time.format')}
          allowDeselect={false}
          disabled={form.values.profile.decided_at.path === ''}
          data={timeFormats.map((each) => ({ value: each, label: t(`time.${each}`) }))}
          {...form.getInputProps('profile.decided_at.format')}
        />
      </div>
    </fieldset>
  );
}

export function SubjectFields({ form, known }: PartProps) {
  const { t } = useTranslation('profiles');
  const { paths } = form.values.profile.subject;
  return (
    <fieldset className={layout.group} data-path="profile.subject">
      <legend className="pd-label">{t('subject.legend')}</legend>
      <p className={layout.hint}>{t('subject.text')}</p>
      {keyed(paths, () => 'path').map(({ key, place }) => (
        <div key={key} className={classes.listed}>
          <PathField
            aria-label={t('subject.path', { place: place + 1 })}
            known={known}
            {...form.getInputProps(`profile.subject.paths.${place}`)}
          />
          <ActionIcon
            aria-label={t('subject.remove', { place: place + 1 })}
            onClick={() => form.removeListItem('profile.subject.paths', place)}
          >
            <IconTrash size={15} stroke={1.6} />
          </ActionIcon>
        </div>
      ))}
      <div className="pd-wrapping pd-gap-8">
        <Button
          leftSection={<IconPlus size={14} />}
          disabled={paths.length >= limits.profile.subjects}
          onClick={() => form.insertListItem('profile.subject.paths', '')}
        >
          {t('subject.add')}
        </Button>
        {paths.length > 0 && (
          <SegmentedControl
            aria-label={t('subject.match')}
            data={subjectMatches.map((each) => ({ value: each, label: t(`subject.${each}`) }))}
            {...form.getInputProps('profile.subject.match')}
          />
        )}
      </div>
    </fieldset>
  );
}

export function SingleFields({ form, known }: PartProps) {
  const { t } = useTranslation('profiles');
  const { amount } = form.values.profile;
  return (
    <fieldset className={layout.group}>
      <legend className="pd-label">{t('single.legend')}</legend>
      <div className={layout.row}>
        <PathField
          label={t('single.version')}
          placeholder={t('single.card')}
          known={known}
          {...form.getInputProps('profile.version.path')}
        />
        <PathField
          label={t('single.reasons')}
          placeholder={t('single.none')}
          known={known}
          isList
          {...form.getInputProps('profile.reasons.path')}
        />
      </div>
      <div className={layout.row}>
        <PathField
          label={t('single.amount')}
          placeholder={t('single.none')}
          known={known}
          offers={({ kind }) => kind === 'number'}
          {...form.getInputProps('profile.amount.path')}
        />
        <TextInput
          label={t('single.currency')}
          disabled={amount.path === ''}
          placeholder="EUR"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('profile.amount.currency')}
        />
      </div>
      <DecimalInput
        className={classes.small ?? ''}
        label={t('single.small')}
        description={t('single.smallText')}
        whole
        step={1}
        min={1}
        {...form.getInputProps('profile.small_group')}
      />
    </fieldset>
  );
}

export function ColumnFields({ form, known }: PartProps) {
  const { t } = useTranslation('profiles');
  const { columns } = form.values.profile;
  return (
    <fieldset className={layout.group} data-path="profile.columns">
      <legend className="pd-label">{t('columns.legend')}</legend>
      <p className={layout.hint}>{t('columns.text')}</p>
      {keyed(columns, () => 'column').map(({ key, item, place }) => {
        const at = `profile.columns.${place}`;
        const field = form.getInputProps(`${at}.path`);
        const named = { place: place + 1 };
        return (
          <div key={key} className={classes.column}>
            <TextInput
              aria-label={t('columns.name', named)}
              placeholder={t('name')}
              spellCheck={false}
              autoComplete="off"
              {...form.getInputProps(`${at}.name`)}
            />
            <PathField
              aria-label={t('columns.path', named)}
              known={known}
              {...field}
              onChange={(chosen) => {
                field.onChange(chosen);
                if (item.name === '' || item.name === lastName(item.path)) {
                  form.setFieldValue(`${at}.name`, lastName(chosen));
                }
                const kind = known.paths.find(({ path }) => path === chosen)?.kind;
                if (kind !== undefined) form.setFieldValue(`${at}.kind`, kind);
              }}
            />
            <SegmentedControl
              aria-label={t('columns.kind', named)}
              data={columnKinds.map((each) => ({ value: each, label: t(`columns.kinds.${each}`) }))}
              {...form.getInputProps(`${at}.kind`)}
            />
            <ActionIcon
              aria-label={t('columns.remove', named)}
              onClick={() => form.removeListItem('profile.columns', place)}
            >
              <IconTrash size={15} stroke={1.6} />
            </ActionIcon>
          </div>
        );
      })}
      <div>
        <Button
          leftSection={<IconPlus size={14} />}
          disabled={columns.length >= limits.profile.columns}
          onClick={() =>
            form.insertListItem('profile.columns', { name: '', path: '', kind: 'number' })
          }
        >
          {t('columns.add')}
        </Button>
      </div>
    </fieldset>
  );
}
