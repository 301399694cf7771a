/** Files that were looked at: how many rows, which fields, the first of them, and what names a row. */
import { useTranslation } from 'react-i18next';
import type { SourcePreview } from '../../../../shared/contract/sources.ts';
import { usePreviewSource } from '../../../api/sources.ts';
import { Select } from '../../../ui/form/choices.tsx';
import type { Form } from '../../../ui/form/use-api-form.ts';
import layout from '../../../ui/form/form.module.css';
import { formatBytes, formatCount } from '../../../ui/format.ts';
import { ErrorState } from '../../../ui/states.tsx';
import type { DatasetForm, FoundFiles as Found } from '../dataset-form.ts';
import { FieldChoices } from './field-choices.tsx';
import { FirstRows } from './first-rows.tsx';
import { FoundHead, LeftOutNote } from './found-head.tsx';

export function FoundFiles({
  form,
  found,
  onAgain,
}: {
  readonly form: Form<DatasetForm>;
  readonly found: Found;
  readonly onAgain: () => void;
}) {
  const { t } = useTranslation('sources');
  const { preview } = found;
  const bytes = preview.files.reduce((sum, file) => sum + file.bytes, 0);
  return (
    <>
      <FoundHead again={t('found.again')} onAgain={onAgain}>
        <strong>
          {t('found.rows', { count: preview.rows, formatted: formatCount(preview.rows) })}
        </strong>{' '}
        {t('found.files', {
          count: preview.files.length,
          formatted: formatCount(preview.files.length),
          size: formatBytes(bytes),
        })}
      </FoundHead>
      <Fields form={form} found={found} />
      <LeftOutNote columns={preview.left_out} />
      {preview.prepared && <p className={layout.hint}>{t('found.prepared')}</p>}
      <FirstRows preview={preview} />
      <KeyChoice form={form} preview={preview} />
      <p className={layout.hint}>{t('rule.files')}</p>
    </>
  );
}

/** The fields; all of the files is looked at again where a column is to be text. */
function Fields({
  form,
  found: { place, preview },
}: {
  readonly form: Form<DatasetForm>;
  readonly found: Found;
}) {
  const { t } = useTranslation('sources');
  const looking = usePreviewSource();
  const turn = (asText: readonly string[]) => {
    const next = { ...place, as_text: [...asText] };
    looking.mutate(next, {
      onSuccess: (found) => {
        form.setFieldValue('found', { place: next, preview: found });
        if (!found.keys.includes(form.getValues().key)) form.setFieldValue('key', '');
      },
    });
  };
  return (
    <>
      <FieldChoices
        fields={preview.fields}
        asText={(looking.isPending ? looking.variables : place).as_text ?? []}
        isLooking={looking.isPending}
        onTurn={turn}
      />
      {looking.isError && <ErrorState compact error={looking.error} title={t('place.failed')} />}
    </>
  );
}

/** The column that record ids are made of, or none, and what that means for whoever keeps ids. */
function KeyChoice({
  form,
  preview: { keys },
}: {
  readonly form: Form<DatasetForm>;
  readonly preview: SourcePreview;
}) {
  const { t } = useTranslation('sources');
  const ofRows = keys.includes('record_id');
  const { key } = form.values;
  const meaning = key !== '' || ofRows ? 'key.ofColumn' : 'key.ofPlace';
  return (
    <Select
      label={t('key.label')}
      description={t(meaning)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      allowDeselect={false}
      searchable={keys.length > 10}
      data={[
        ...(ofRows ? [] : [{ value: '', label: t('key.place') }]),
        ...keys.map((name) => ({ value: name === 'record_id' ? '' : name, label: name })),
      ]}
      {...form.getInputProps('key')}
      value={key}
      onChange={(next) => form.setFieldValue('key', next ?? '')}
      data-path="source.key"
      error={form.errors['source.key']}
    />
  );
}
