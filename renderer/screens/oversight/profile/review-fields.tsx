/** Fields of a profile for what people review. */
import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../shared/contract/limits.ts';
import { DecimalInput } from '../../../ui/form/decimal-input.tsx';
import layout from '../../../ui/form/form.module.css';
import type { Form } from '../../../ui/form/use-api-form.ts';
import { keyed } from '../../../ui/keyed.ts';
import type { ProfileText } from './profile-form.ts';
import classes from './profile.module.css';

export function ReviewFields({ form }: { readonly form: Form<ProfileText> }) {
  const { t } = useTranslation('profiles');
  const { reason_codes: codes } = form.values.profile.review;
  const number = (name: 'below' | 'sample_percent' | 'blind_percent' | 'due_hours') => ({
    placeholder: t('review.none'),
    ...form.getInputProps(`profile.review.${name}`),
  });
  return (
    <fieldset className={layout.group} data-path="profile.review">
      <legend className="pd-label">{t('review.legend')}</legend>
      <p className={layout.hint}>{t('review.text')}</p>
      <div className={classes.four}>
        <DecimalInput label={t('review.below')} step={0.05} min={0} max={1} {...number('below')} />
        <DecimalInput label={t('review.sample')} step={1} min={0} {...number('sample_percent')} />
        <DecimalInput label={t('review.blind')} step={1} min={0} {...number('blind_percent')} />
        <DecimalInput label={t('review.due')} whole step={1} min={1} {...number('due_hours')} />
      </div>
      <div className={layout.checks}>
        <Checkbox
          label={t('review.undecided')}
          {...form.getInputProps('profile.review.undecided', { type: 'checkbox' })}
        />
        <Checkbox
          label={t('review.second')}
          {...form.getInputProps('profile.review.second_person', { type: 'checkbox' })}
        />
      </div>
      {keyed(codes, () => 'reason').map(({ key, place }) => {
        const at = `profile.review.reason_codes.${place}`;
        const named = { place: place + 1 };
        return (
          <div key={key} className={classes.reason}>
            <TextInput
              aria-label={t('review.reason', named)}
              autoComplete="off"
              {...form.getInputProps(`${at}.code`)}
            />
            <TextInput
              aria-label={t('review.label', named)}
              autoComplete="off"
              {...form.getInputProps(`${at}.label`)}
            />
            <ActionIcon
              aria-label={t('review.remove', named)}
              onClick={() => form.removeListItem('profile.review.reason_codes', place)}
            >
              <IconTrash size={15} stroke={1.6} />
            </ActionIcon>
          </div>
        );
      })}
      <div>
        <Button
          leftSection={<IconPlus size={14} />}
          disabled={codes.length >= limits.profile.reasonCodes}
          onClick={() =>
            form.insertListItem('profile.review.reason_codes', { code: '', label: '' })
          }
        >
          {t('review.add')}
        </Button>
      </div>
    </fieldset>
  );
}
