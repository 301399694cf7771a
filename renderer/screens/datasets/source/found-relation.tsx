/** A table that was looked at: its fields, first rows, what names a row, and what sessions see while it changes. */
import { Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SourceConnection } from '../../../../shared/contract/source-connections.ts';
import { changeRules, type ChangeRule } from '../../../../shared/contract/sources.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { usePreviewSource, type RelationRequest } from '../../../api/sources.ts';
import { Select } from '../../../ui/form/choices.tsx';
import layout from '../../../ui/form/form.module.css';
import type { Form } from '../../../ui/form/use-api-form.ts';
import { useHeld } from '../../../ui/form/use-held.ts';
import { formatCount } from '../../../ui/format.ts';
import { ErrorState } from '../../../ui/states.tsx';
import {
  foundRelation,
  rulesOf,
  type DatasetForm,
  type FoundRelation as Found,
} from '../dataset-form.ts';
import { FieldChoices } from './field-choices.tsx';
import { FirstRows } from './first-rows.tsx';
import { FoundHead, LeftOutNote } from './found-head.tsx';
import classes from './source.module.css';

interface Props {
  readonly form: Form<DatasetForm>;
  readonly found: Found;
}

export function FoundRelation({
  form,
  found,
  connection,
  onAgain,
}: Props & {
  readonly connection: SourceConnection | undefined;
  readonly onAgain: () => void;
}) {
  const { t } = useTranslation('sources');
  const { place, preview } = found;
  const name = showHidden(`${place.schema ?? 'public'}.${place.relation}`);
  return (
    <div className="pd-grid pd-gap-12">
      <FoundHead again={t('relation.again')} onAgain={onAgain}>
        <strong>{name}</strong>{' '}
        {connection !== undefined && t('relation.of', { name: connection.name })}
        {', '}
        {preview.rows === 0
          ? t('relation.noEstimate')
          : t('relation.about', { count: preview.rows, formatted: formatCount(preview.rows) })}
      </FoundHead>
      {connection?.may_write === true && <p className={layout.hint}>{t('relation.mayWrite')}</p>}
      <Fields form={form} found={found} />
      <LeftOutNote columns={preview.left_out} />
      <FirstRows preview={preview} />
      <KeyChoice form={form} found={found} />
      {preview.keys.length > 0 && <RuleChoice form={form} found={found} />}
    </div>
  );
}

/** The fields, of columns or of documents; the table is looked at again where they are to be others. */
function Fields({ form, found: { place, preview } }: Props) {
  const { t } = useTranslation('sources');
  const looking = usePreviewSource();
  const lookAgain = (next: RelationRequest) =>
    looking.mutate(next, {
      onSuccess: (found) => {
        const { key, rule, version } = form.getValues();
        form.setValues(foundRelation({ place: next, preview: found }, { key, rule, version }));
      },
    });
  const documents = preview.relation?.documents ?? [];
  const shown = looking.isPending ? looking.variables : place;
  return (
    <>
      {documents.length > 0 && (
        <Select
          label={t('relation.shape')}
          description={t('relation.shapeHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          allowDeselect={false}
          disabled={looking.isPending}
          data={[
            { value: '', label: t('relation.columns') },
            ...documents.map((name) => ({ value: name, label: t('relation.document', { name }) })),
          ]}
          value={'document' in shown ? (shown.document ?? '') : ''}
          onChange={(next) => {
            const { document: _, shape: __, ...columns } = place;
            lookAgain(
              next === null || next === ''
                ? columns
                : { ...columns, as_text: [], shape: 'document', document: next },
            );
          }}
          data-path="source.document"
          error={form.errors['source.document']}
        />
      )}
      <FieldChoices
        fields={preview.fields}
        asText={shown.as_text ?? []}
        isLooking={looking.isPending}
        onTurn={(asText) => lookAgain({ ...place, as_text: [...asText] })}
      />
      {looking.isError && <ErrorState compact error={looking.error} title={t('relation.failed')} />}
    </>
  );
}

/** The column that record ids are made of. Without one that could be it, no dataset is made. */
function KeyChoice({ form, found: { preview } }: Props) {
  const { t } = useTranslation('sources');
  const { keys } = preview;
  useHeld(keys.length === 0);
  if (keys.length === 0) {
    return (
      <p className={layout.fault} role="alert">
        <strong>{t('key.none')}</strong> {t('key.noneText')}
      </p>
    );
  }
  return (
    <Select
      label={t('key.label')}
      description={t('key.ofTable')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={t('key.choose')}
      required
      allowDeselect={false}
      searchable={keys.length > 10}
      data={keys}
      value={form.values.key === '' ? null : form.values.key}
      onChange={(next) => {
        form.setFieldValue('key', next ?? '');
        form.clearFieldError('source.key');
      }}
      data-path="source.key"
      error={form.errors['source.key']}
    />
  );
}

/** What sessions see while the table goes on changing: each rule with what it means, or why it cannot be. */
function RuleChoice({ form, found: { preview } }: Props) {
  const { t } = useTranslation('sources');
  const possible = rulesOf(preview);
  const isPossible = (rule: ChangeRule) => possible.some((each) => each.rule === rule);
  const { rule } = form.values;
  const versions = possible.find((each) => each.rule === 'version_column')?.columns ?? [];
  return (
    <>
      <Radio.Group
        label={t('rule.label')}
        value={rule}
        onChange={(next) => {
          const chosen = changeRules.find((each) => each === next);
          if (chosen !== undefined) form.setFieldValue('rule', chosen);
          form.clearFieldError('source.rule');
        }}
        data-path="source.rule"
        error={form.errors['source.rule']}
      >
        <div className={classes.ways}>
          {changeRules.map((each) => (
            <Radio
              key={each}
              size="xs"
              value={each}
              disabled={!isPossible(each)}
              className={classes.way ?? ''}
              label={t(`rule.${each}`)}
              description={t(isPossible(each) ? `rule.text.${each}` : `rule.not.${each}`)}
            />
          ))}
        </div>
      </Radio.Group>
      {rule === 'version_column' && (
        <Select
          label={t('rule.version')}
          description={t('rule.versionHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={t('key.choose')}
          required
          allowDeselect={false}
          searchable={versions.length > 10}
          data={versions}
          value={form.values.version === '' ? null : form.values.version}
          onChange={(next) => {
            form.setFieldValue('version', next ?? '');
            form.clearFieldError('source.version_column');
          }}
          data-path="source.version_column"
          error={form.errors['source.version_column']}
        />
      )}
    </>
  );
}
