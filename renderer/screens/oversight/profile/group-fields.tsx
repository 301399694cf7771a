/** Fields of a profile for the groups that are compared: each with its bands and its reference. */
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../shared/contract/limits.ts';
import { bandLabels } from '../../../../shared/oversight/bands.ts';
import { Autocomplete } from '../../../ui/form/choices.tsx';
import layout from '../../../ui/form/form.module.css';
import type { Form } from '../../../ui/form/use-api-form.ts';
import { keyed } from '../../../ui/keyed.ts';
import { PathField, type KnownPaths } from './path-field.tsx';
import {
  lastName,
  risingBands,
  scalarText,
  type GroupText,
  type ProfileText,
} from './profile-form.ts';
import classes from './profile.module.css';

interface PartProps {
  readonly form: Form<ProfileText>;
  readonly known: KnownPaths;
}

export function GroupFields({ form, known }: PartProps) {
  const { t } = useTranslation('profiles');
  const { groups } = form.values.profile;
  return (
    <fieldset className={layout.group} data-path="profile.groups">
      <legend className="pd-label">{t('groups.legend')}</legend>
      <p className={layout.hint}>{t('groups.text')}</p>
      {keyed(groups, () => 'group').map(({ key, item, place }) => (
        <GroupRow key={key} form={form} known={known} group={item} place={place} />
      ))}
      {form.errors['profile.groups'] !== undefined && (
        <p className={layout.fault}>{form.errors['profile.groups']}</p>
      )}
      <div>
        <Button
          leftSection={<IconPlus size={14} />}
          disabled={groups.length >= limits.profile.groups}
          onClick={() =>
            form.insertListItem('profile.groups', { name: '', path: '', bands: '', reference: '' })
          }
        >
          {t('groups.add')}
        </Button>
      </div>
    </fieldset>
  );
}

function GroupRow({
  form,
  known,
  group,
  place,
}: PartProps & { readonly group: GroupText; readonly place: number }) {
  const { t } = useTranslation('profiles');
  const at = `profile.groups.${place}`;
  const path = known.paths.find((each) => each.path === group.path);
  const edges = risingBands(group.bands);
  const labels = edges === undefined ? undefined : bandLabels(edges);
  const named = { place: place + 1 };
  const field = form.getInputProps(`${at}.path`);
  return (
    <div className={classes.group} role="group" aria-label={t('groups.named', named)}>
      <TextInput
        label={t('name')}
        required
        spellCheck={false}
        autoComplete="off"
        {...form.getInputProps(`${at}.name`)}
      />
      <PathField
        label={t('path')}
        required
        known={known}
        {...field}
        onChange={(chosen) => {
          field.onChange(chosen);
          // Named by its path, until somebody has named it.
          if (group.name === '' || group.name === lastName(group.path)) {
            form.setFieldValue(`${at}.name`, lastName(chosen));
          }
        }}
      />
      <TextInput
        label={t('groups.bands')}
        disabled={path?.kind === 'text' && group.bands === ''}
        placeholder="25; 40; 62"
        autoComplete="off"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={labels?.join(' · ')}
        {...form.getInputProps(`${at}.bands`)}
      />
      <Autocomplete
        label={t('groups.reference')}
        placeholder={t('groups.highest')}
        data={labels ?? [...new Set((path?.examples ?? []).map(scalarText))]}
        {...form.getInputProps(`${at}.reference`)}
      />
      <ActionIcon
        className={classes.remove ?? ''}
        aria-label={t('groups.remove', named)}
        onClick={() => form.removeListItem('profile.groups', place)}
      >
        <IconTrash size={15} stroke={1.6} />
      </ActionIcon>
    </div>
  );
}
