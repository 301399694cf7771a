/** Files that were looked at: how many rows, which fields, the first of them, and what names a row. */
import { Button, Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SourceColumn, SourcePreview } from '../../../../shared/contract/sources.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { usePreviewSource } from '../../../api/sources.ts';
import { Select } from '../../../ui/form/choices.tsx';
import type { Form } from '../../../ui/form/use-api-form.ts';
import layout from '../../../ui/form/form.module.css';
import { formatBytes, formatCount } from '../../../ui/format.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import type { DatasetForm, FoundFiles as Found } from '../dataset-form.ts';
import { FirstRows } from './first-rows.tsx';
import classes from './source.module.css';

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
      <div className="pd-between pd-wraps">
        <p className={layout.text}>
          <strong>
            {t('found.rows', { count: preview.rows, formatted: formatCount(preview.rows) })}
          </strong>{' '}
          {t('found.files', {
            count: preview.files.length,
            formatted: formatCount(preview.files.length),
            size: formatBytes(bytes),
          })}
        </p>
        <Button size="compact-xs" variant="subtle" onClick={onAgain}>
          {t('found.again')}
        </Button>
      </div>
      <Fields form={form} found={found} />
      {preview.left_out.length > 0 && (
        <p className={layout.hint}>
          {t('found.leftOut', {
            count: preview.left_out.length,
            columns: preview.left_out.map(({ name, type }) => `${name} (${type})`).join(', '),
          })}
        </p>
      )}
      {preview.prepared && <p className={layout.hint}>{t('found.prepared')}</p>}
      <FirstRows preview={preview} />
      <KeyChoice form={form} preview={preview} />
      <p className={layout.hint}>{t('rule.files')}</p>
    </>
  );
}

/** Every field with its type in the files and its form in JSON. A column can be read as text instead: then all is looked at again. */
function Fields({
  form,
  found: { place, preview },
}: {
  readonly form: Form<DatasetForm>;
  readonly found: Found;
}) {
  const { t } = useTranslation('sources');
  const looking = usePreviewSource();
  const asText = (looking.isPending ? looking.variables : place).as_text ?? [];
  const turn = (name: string, isText: boolean) => {
    const others = asText.filter((each) => each !== name);
    const next = { ...place, as_text: isText ? [...others, name] : others };
    looking.mutate(next, {
      onSuccess: (found) => {
        form.setFieldValue('found', { place: next, preview: found });
        if (!found.keys.includes(form.getValues().key)) form.setFieldValue('key', '');
      },
    });
  };
  // Columns of CSV that nest are columns of their own; those of a struct are not.
  const tops = preview.prepared
    ? new Set(preview.fields.map(({ path }) => path))
    : topColumns(preview.fields);
  return (
    <>
      <div className={classes.fields} aria-busy={looking.isPending || undefined}>
        <PlainTable
          label={t('found.fields')}
          columns={[
            { label: t('found.field') },
            { label: t('found.type') },
            { label: t('found.form') },
            { label: t('found.asText') },
          ]}
        >
          {preview.fields.map(({ path, type, form: json }) => (
            <tr key={path}>
              <th scope="row">
                <code className="pd-mono">{showHidden(path)}</code>
              </th>
              <td>
                <code className="pd-mono pd-dim">{showHidden(type)}</code>
              </td>
              <td>{t(`form.${json}`)}</td>
              <td>
                {(asText.includes(path) || (tops.has(path) && mayBeText(json))) && (
                  <Checkbox
                    size="xs"
                    aria-label={t('found.asTextOf', { field: showHidden(path) })}
                    checked={asText.includes(path)}
                    disabled={looking.isPending}
                    onChange={(event) => turn(path, event.currentTarget.checked)}
                  />
                )}
              </td>
            </tr>
          ))}
        </PlainTable>
      </div>
      {looking.isError && <ErrorState compact error={looking.error} title={t('place.failed')} />}
    </>
  );
}

/** Fields that are columns of the files themselves: those of a struct follow it, by its name and a dot. */
function topColumns(fields: readonly SourceColumn[]): ReadonlySet<string> {
  const tops = new Set<string>();
  let within: string | undefined;
  for (const { path, form } of fields) {
    if (within !== undefined && path.startsWith(within)) continue;
    tops.add(path);
    within = form === 'struct' || form === 'list' ? `${path}.` : undefined;
  }
  return tops;
}

const mayBeText = (form: SourceColumn['form']) =>
  form !== 'text' && form !== 'list' && form !== 'struct';

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
