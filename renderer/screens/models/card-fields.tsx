/** The fields of a card that is being registered, which a file may fill in. */
import { Textarea, TextInput } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Form } from '../../ui/form/use-api-form.ts';
import { CardFileButton } from './card-file.tsx';
import { metricGroups, withDraft, type CardForm, type TextField } from './card-form.ts';
import { MetricsEditor } from './metrics-editor.tsx';
import layout from '../../ui/form/form.module.css';
import classes from './register.module.css';

export function CardFields({ form, isNew }: { form: Form<CardForm>; isNew: boolean }) {
  const { t } = useTranslation('models');
  const text = (field: TextField) => ({
    label: t(`field.${field}`),
    ...form.getInputProps(field),
  });
  const plain = { spellCheck: false, autoComplete: 'off' } as const;
  const prose = { autosize: true, minRows: 2, maxRows: 8 } as const;
  return (
    <>
      <div className={classes.intro}>
        <p>{t(isNew ? 'register.text' : 'register.versionText')}</p>
        {isNew && (
          <CardFileButton
            icon={<IconFileImport size={14} stroke={1.75} />}
            onDraft={(found) => form.setValues(withDraft(form.getValues(), found))}
          />
        )}
      </div>
      <div className={layout.row}>
        <TextInput
          {...text('model_id')}
          {...plain}
          required
          readOnly={!isNew}
          placeholder="credit-scorer"
          data-autofocus={isNew || undefined}
        />
        <TextInput
          {...text('version')}
          {...plain}
          required
          placeholder="1.0.0"
          data-autofocus={!isNew || undefined}
        />
      </div>
      <div className={layout.row}>
        <TextInput {...text('framework')} {...plain} placeholder="scikit-learn 1.7" />
        <TextInput {...text('training_date')} {...plain} placeholder="2026-01-31" />
      </div>
      <TextInput
        {...text('model_hash')}
        {...plain}
        classNames={{ input: 'pd-mono' }}
        placeholder={t('form.hashHint')}
      />
      <div className={layout.row}>
        {metricGroups.map((group) => (
          <MetricsEditor key={group} group={group} form={form} />
        ))}
      </div>
      <Textarea {...text('intended_use')} {...prose} placeholder={t('form.intendedHint')} />
      <Textarea {...text('limitations')} {...prose} placeholder={t('form.limitationsHint')} />
    </>
  );
}
