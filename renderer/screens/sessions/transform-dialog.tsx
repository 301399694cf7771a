/** Transforming rows: which, how, a look at before and after, then for good with evidence. */
import { useRef, useState, type ReactNode } from 'react';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { JsonObject } from '../../../shared/contract/json.ts';
import type { Session } from '../../../shared/contract/sessions.ts';
import {
  safeHarborPreset,
  transformationLimits,
  transformationNames,
  type TransformationName,
} from '../../../shared/contract/transformations.ts';
import { toFailure, type ApiFailure } from '../../api/client.ts';
import { useDataset } from '../../api/datasets.ts';
import {
  usePreviewTransform,
  useTransform,
  type TransformBody,
  type Transformed,
} from '../../api/sessions.ts';
import { notify } from '../../state/notices.ts';
import { CopiedValue } from '../../ui/copied-value.tsx';
import { formatCount } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { chosenRows, filteredRows } from './chosen-rows.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { showFaults } from '../../ui/form-faults.ts';
import { RowsChoice } from './rows-choice.tsx';
import { firstDraft, type RowsDraft } from './rows-draft.ts';
import {
  askedFor,
  faultsByField,
  formOf,
  methodChoices,
  parameterFaults,
  parametersOfForm,
  serviceFaults,
  waysOf,
  withMethod,
  type FormFaults,
  type ParameterSpec,
  type TransformForm,
} from './transform-form.ts';
import { useSessionFields } from './use-session-fields.ts';
import { TransformPreviewTable } from './transform-preview.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { MultiSelect, Select } from '../../ui/form/choices.tsx';
import formClasses from '../../ui/form/form.module.css';
import classes from './transform.module.css';

export interface TransformDialogProps {
  readonly session: Session;
  readonly filter: JsonObject;
  readonly selected: ReadonlySet<string>;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onShowEvidence: (evidenceId: string) => void;
}

export function TransformDialog(props: TransformDialogProps) {
  const { t } = useTranslation(['sessions', 'common']);
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={t('transform.title')} size={760}>
      <TransformFlow {...props} />
    </Dialog>
  );
}

function TransformFlow(props: TransformDialogProps) {
  const { session, filter, selected, onClose } = props;
  const { t } = useTranslation(['sessions', 'common']);
  const dataset = useDataset(session.dataset_id);
  const allowed = dataset.data?.policy.allowed_transformations ?? transformationNames;
  const [form, setForm] = useState<TransformForm>(() => formOf('pseudonymize'));
  const [rows, setRows] = useState<RowsDraft>(() => firstDraft(selected.size));
  const [faults, setFaults] = useState<FormFaults>({});
  const [rowsFault, setRowsFault] = useState<ReactNode>();
  const [failure, setFailure] = useState<ApiFailure>();
  /** What was previewed, and would be applied as it stands. */
  const [ready, setReady] = useState<TransformBody>();
  const [reading, setReading] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const preview = usePreviewTransform(session.session_id);
  const transform = useTransform(session.session_id);

  const change = (next: TransformForm) => {
    setForm(next);
    setFaults({});
    setFailure(undefined);
    setReady(undefined);
  };
  const refuse = (error: unknown) => {
    const failed = toFailure(error);
    showFaults(element, () => {
      setFailure(failed);
      setFaults(serviceFaults(failed.fields));
      setRowsFault(faultsByField(failed.fields)['record_ids']);
    });
  };
  const look = async () => {
    const found = parameterFaults(form);
    setFaults(found);
    setRowsFault(undefined);
    setFailure(undefined);
    if (Object.keys(found).length > 0) return;
    setReading(true);
    try {
      const ids = await chosenRows(session.session_id, rows, selected, filter);
      if (ids.length === 0 || ids.length > transformationLimits.records) {
        setRowsFault(
          t(ids.length === 0 ? 'rows.none' : 'rows.tooMany', {
            rows: formatCount(ids.length),
            most: formatCount(transformationLimits.records),
          }),
        );
        return;
      }
      const body = {
        record_ids: ids,
        transformation: form.name,
        parameters: parametersOfForm(form),
      };
      await preview.mutateAsync(body);
      setReady(body);
    } catch (error) {
      refuse(error);
    } finally {
      setReading(false);
    }
  };
  const apply = () => {
    if (ready === undefined) return;
    transform.mutate(ready, {
      onSuccess: () => notify({ title: t('transform.done') }),
      onError: refuse,
    });
  };

  if (transform.data !== undefined && ready !== undefined) {
    return <Done {...props} answer={transform.data} rows={ready.record_ids.length} />;
  }
  return (
    <form
      ref={element}
      className={formClasses.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (ready === undefined) void look();
        else apply();
      }}
    >
      <FormFailure
        failure={failure}
        title={t('transform.failed')}
        shown={[
          'record_ids',
          ...askedFor(form).map((each) => `parameters.${each.name}`),
          'parameters.fields',
        ]}
      />
      <RowsChoice
        draft={rows}
        selected={selected.size}
        isFiltered={Object.keys(filter).length > 0}
        most={transformationLimits.records}
        filterMost={filteredRows}
        fault={rowsFault}
        onChange={(next) => {
          setRows(next);
          setRowsFault(undefined);
          setReady(undefined);
        }}
      />
      <TransformFields
        session={session}
        form={form}
        faults={faults}
        allowed={allowed}
        onChange={change}
      />
      {ready !== undefined && preview.data !== undefined && (
        <TransformPreviewTable preview={preview.data} />
      )}
      <div className={formClasses.actions}>
        <span className={formClasses.actionsNote}>
          {t(ready === undefined ? 'transform.previewNote' : 'transform.applyNote')}
        </span>
        <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
        {ready === undefined ? (
          <Button type="submit" variant="filled" loading={reading}>
            {t('transform.look')}
          </Button>
        ) : (
          <Button type="submit" variant="filled" loading={transform.isPending}>
            {t('transform.apply', {
              count: ready.record_ids.length,
              rows: formatCount(ready.record_ids.length),
            })}
          </Button>
        )}
      </div>
    </form>
  );
}

function TransformFields({
  session,
  form,
  faults,
  allowed,
  onChange,
}: {
  session: Session;
  form: TransformForm;
  faults: FormFaults;
  allowed: readonly TransformationName[];
  onChange: (form: TransformForm) => void;
}) {
  const { t } = useTranslation('sessions');
  const paths = useSessionFields(session)
    .filter((each) => each.path !== 'record_id' && each.types.some((type) => type !== 'object'))
    .map((each) => each.path);
  const methods = methodChoices(form.name);
  const ways = form.method === safeHarborPreset ? undefined : waysOf[form.method];
  const isPreset = form.method === safeHarborPreset;
  return (
    <>
      <div className={classes.head}>
        <Select
          label={t('transform.kind')}
          data={allowed.map((value) => ({ value, label: t(`transformation.${value}`) }))}
          allowDeselect={false}
          value={form.name}
          description={t(`transformation.about.${form.name}`)}
          onChange={(value) => {
            const name = transformationNames.find((each) => each === value);
            if (name !== undefined) onChange(formOf(name, form.fields, form.known));
          }}
        />
        <Select
          label={t('transform.method')}
          data={methods.map((value) => ({ value, label: t(`method.${value}`) }))}
          allowDeselect={false}
          disabled={methods.length === 1}
          value={form.method}
          description={t(`method.about.${form.method}`)}
          onChange={(value) => {
            const method = methods.find((each) => each === value);
            if (method !== undefined) onChange(withMethod(form, method));
          }}
        />
      </div>
      {!isPreset && (
        <MultiSelect
          label={t('transform.fields')}
          required
          searchable
          openOnFocus={false}
          hidePickedOptions
          maxValues={transformationLimits.fields}
          placeholder={form.fields.length === 0 ? t('transform.fieldsHint') : ''}
          nothingFoundMessage={t('transform.noField')}
          data={paths}
          value={[...form.fields]}
          error={faults['fields']}
          onChange={(fields) => onChange({ ...form, fields })}
        />
      )}
      {(ways !== undefined || askedFor(form).length > 0) && (
        <div className={classes.parameters}>
          {ways !== undefined && (
            <Select
              label={t('transform.way')}
              data={ways.map((value) => ({
                value,
                label: t(`way.${value}`, { defaultValue: value }),
              }))}
              allowDeselect={false}
              value={form.way ?? null}
              onChange={(value) => onChange({ ...form, way: value ?? undefined, values: {} })}
            />
          )}
          {askedFor(form)
            .filter((each) => each.kind !== 'flag')
            .map((spec) => (
              <ParameterInput
                key={`${form.method} ${spec.name}`}
                spec={spec}
                paths={paths}
                value={form.values[spec.name] ?? ''}
                fault={faults[spec.name]}
                onChange={(value) =>
                  onChange({ ...form, values: { ...form.values, [spec.name]: value } })
                }
              />
            ))}
        </div>
      )}
      <MultiSelect
        label={t('transform.known')}
        description={t('transform.knownNote')}
        searchable
        openOnFocus={false}
        hidePickedOptions
        maxValues={transformationLimits.fields}
        placeholder={form.known.length === 0 ? t('transform.knownHint') : ''}
        nothingFoundMessage={t('transform.noField')}
        data={paths}
        value={[...form.known]}
        error={faults['risk']}
        onChange={(known) => onChange({ ...form, known })}
      />
    </>
  );
}

function ParameterInput({
  spec,
  paths,
  value,
  fault,
  onChange,
}: {
  spec: ParameterSpec;
  paths: readonly string[];
  value: string;
  fault: ReactNode;
  onChange: (value: string) => void;
}) {
  const { t } = useTranslation('sessions');
  const words = {
    label: t(`parameter.${spec.name}`, { defaultValue: spec.name }),
    required: spec.required === true,
    error: fault,
  };
  if (spec.kind === 'choice' || spec.kind === 'field') {
    return (
      <Select
        {...words}
        searchable={spec.kind === 'field'}
        openOnFocus={false}
        clearable={spec.required !== true}
        clearButtonProps={{ 'aria-label': t('transform.clear') }}
        placeholder={t('transform.default')}
        data={spec.kind === 'choice' ? [...spec.options] : [...paths]}
        value={value === '' ? null : value}
        onChange={(next) => onChange(next ?? '')}
      />
    );
  }
  if (spec.kind === 'json') {
    return (
      <Textarea
        {...words}
        className={classes.wide ?? ''}
        classNames={{ input: formClasses.mono ?? '' }}
        autosize
        minRows={3}
        maxRows={8}
        spellCheck={false}
        placeholder={'{ "female": "F", "male": "M" }'}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  if (spec.kind === 'number') {
    return (
      <DecimalInput
        {...words}
        placeholder={t(`parameterHint.${spec.name}`, { defaultValue: '' })}
        value={value}
        onChange={onChange}
      />
    );
  }
  return (
    <TextInput
      {...words}
      spellCheck={false}
      autoComplete="off"
      placeholder={t(`parameterHint.${spec.name}`, { defaultValue: '' })}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function Done({
  answer,
  rows,
  onClose,
  onShowEvidence,
}: TransformDialogProps & { readonly answer: Transformed; readonly rows: number }) {
  const { t } = useTranslation(['sessions', 'common']);
  return (
    <div className={formClasses.form} role="status">
      <div className={classes.done}>
        <StatusBadge tone="neutral" shape="dot">
          {t('transform.doneBadge')}
        </StatusBadge>
        <p>{t('transform.doneText', { count: rows, rows: formatCount(rows) })}</p>
      </div>
      <CopiedValue value={answer.transformation_id} what={t('transform.id')} />
      <div className={formClasses.actions}>
        <Button onClick={onClose}>{t('close', { ns: 'common' })}</Button>
        <Button
          variant="filled"
          data-autofocus
          onClick={() => onShowEvidence(answer.transformation_id)}
        >
          {t('transform.showEvidence')}
        </Button>
      </div>
    </div>
  );
}
