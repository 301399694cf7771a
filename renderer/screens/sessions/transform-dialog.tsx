/** Transforming rows: which, how, a look at before and after, then for good with evidence. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { JsonObject } from '../../../shared/contract/json.ts';
import type { Session } from '../../../shared/contract/sessions.ts';
import {
  methodsOf,
  transformationLimits,
  transformationNames,
  type TransformationMethod,
  type TransformationName,
} from '../../../shared/contract/transformations.ts';
import {
  usePreviewTransform,
  useTransform,
  type TransformBody,
  type Transformed,
  type TransformPreview,
} from '../../api/sessions.ts';
import { notify } from '../../state/notices.ts';
import { CopiedValue } from '../../ui/copied-value.tsx';
import { MultiSelect, Select } from '../../ui/form/choices.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import layout from '../../ui/form/form.module.css';
import type { FaultsByField } from '../../ui/form/use-api-form.ts';
import { formatCount } from '../../ui/format.ts';
import { ParameterInput } from '../../ui/policies/parameter-input.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { chosenRows, filteredRows } from './chosen-rows.ts';
import { RowsChoice } from './rows-choice.tsx';
import { firstDraft, idsIn, type RowsDraft } from './rows-draft.ts';
import {
  askedFor,
  formOf,
  parameterFaults,
  parametersOfForm,
  waysOf,
  withMethod,
  type TransformForm,
} from './transform-form.ts';
import { TransformPreviewTable } from './transform-preview.tsx';
import { useSessionFields } from './use-session-fields.ts';
import classes from './transform.module.css';

const most = transformationLimits.records;

interface Values {
  readonly record_ids: RowsDraft;
  readonly parameters: TransformForm;
}

/** Looked at, and applied as it stands. */
interface Looked {
  readonly body: TransformBody;
  readonly preview: TransformPreview;
}

/** Transformed for good. */
interface Applied {
  readonly answer: Transformed;
  readonly rows: number;
}

export interface TransformDialogProps {
  readonly session: Session;
  readonly filter: JsonObject;
  readonly selected: ReadonlySet<string>;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onShowEvidence: (evidenceId: string) => void;
}

export function TransformDialog({
  session,
  filter,
  selected,
  opened,
  onClose,
  onShowEvidence,
}: TransformDialogProps) {
  const { t } = useTranslation('sessions');
  const { session_id: id } = session;
  const previewing = usePreviewTransform(id);
  const transforming = useTransform(id);
  const [looked, setLooked] = useState<Looked>();
  const [isEmpty, setEmpty] = useState(false);
  const [applied, setApplied] = useState<Applied>();
  const begin = () => {
    setLooked(undefined);
    setEmpty(false);
  };
  const close = () => {
    onClose();
    begin();
    setApplied(undefined);
  };
  const rowsFault = ({ source, text }: RowsDraft): FaultsByField => {
    // How many a filter finds is known once they are read.
    if (source === 'filter') return {};
    const count = source === 'ids' ? idsIn(text).length : selected.size;
    if (count > 0 && count <= most) return {};
    const words = { rows: formatCount(count), most: formatCount(most) };
    return { record_ids: t(count === 0 ? 'rows.none' : 'rows.tooMany', words) };
  };
  const look = async ({ record_ids: rows, parameters: form }: Values) => {
    const ids = await chosenRows(id, rows, selected, filter);
    if (ids.length === 0) return undefined;
    const parameters = parametersOfForm(form);
    const body = { record_ids: ids, transformation: form.name, parameters };
    return { body, preview: await previewing.mutateAsync(body) };
  };
  const count = looked?.body.record_ids.length ?? 0;
  return (
    <FormDialog<Values, object, Looked | Applied | undefined>
      opened={opened}
      onClose={close}
      title={t('transform.title')}
      size={760}
      submit={
        looked === undefined
          ? t('transform.look')
          : t('transform.apply', { count, rows: formatCount(count) })
      }
      failed={t('transform.failed')}
      note={t(looked === undefined ? 'transform.previewNote' : 'transform.applyNote')}
      initial={{ record_ids: firstDraft(selected.size), parameters: formOf('pseudonymize') }}
      bodyOf={(values) => looked?.body ?? values}
      check={({ record_ids: rows, parameters }): FaultsByField => ({
        ...rowsFault(rows),
        ...Object.fromEntries(
          Object.entries(parameterFaults(parameters)).map(([name, words]) => [
            `parameters.${name}`,
            words,
          ]),
        ),
      })}
      send={async (_, idempotencyKey, values) => {
        if (looked === undefined) return look(values);
        const answer = await transforming.mutateAsync({ body: looked.body, idempotencyKey });
        return { answer, rows: count };
      }}
      onDone={(done) => {
        if (done === undefined) setEmpty(true);
        else if ('preview' in done) setLooked(done);
        else {
          setApplied(done);
          notify({ title: t('transform.done') });
        }
      }}
      instead={
        applied && {
          children: (
            <Done
              {...applied}
              onClose={close}
              onShowEvidence={(evidence) => {
                close();
                onShowEvidence(evidence);
              }}
            />
          ),
        }
      }
    >
      {(form) => (
        <>
          <RowsChoice
            path="record_ids"
            draft={form.values.record_ids}
            selected={selected.size}
            isFiltered={Object.keys(filter).length > 0}
            most={most}
            filterMost={filteredRows}
            fault={isEmpty ? t('rows.none') : form.errors['record_ids']}
            onChange={(rows) => {
              begin();
              form.setValues({ record_ids: rows });
            }}
          />
          <TransformFields
            session={session}
            form={form.values.parameters}
            faults={form.errors}
            allowed={transformationNames}
            onChange={(parameters) => {
              begin();
              form.setValues({ parameters });
            }}
          />
          {looked !== undefined && <TransformPreviewTable preview={looked.preview} />}
        </>
      )}
    </FormDialog>
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
  /** By the API's names of the fields. */
  faults: FaultsByField;
  allowed: readonly TransformationName[];
  onChange: (form: TransformForm) => void;
}) {
  const { t } = useTranslation('sessions');
  const paths = useSessionFields(session)
    .filter((each) => each.path !== 'record_id' && each.types.some((type) => type !== 'object'))
    .map((each) => each.path);
  const methods: readonly TransformationMethod[] = methodsOf[form.name];
  const ways = waysOf[form.method];
  return (
    <>
      <div className={classes.head}>
        <Select
          data-autofocus
          label={t('transform.kind')}
          data={allowed.map((value) => ({ value, label: t(`transformation.${value}`) }))}
          allowDeselect={false}
          value={form.name}
          description={t(`transformation.about.${form.name}`)}
          onChange={(value) => {
            const name = transformationNames.find((each) => each === value);
            if (name !== undefined) onChange(formOf(name, form.fields));
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
        data-path="parameters.fields"
        error={faults['parameters.fields']}
        onChange={(fields) => onChange({ ...form, fields })}
      />
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
                path={`parameters.${spec.name}`}
                paths={paths}
                value={form.values[spec.name] ?? ''}
                fault={faults[`parameters.${spec.name}`]}
                onChange={(value) =>
                  onChange({ ...form, values: { ...form.values, [spec.name]: value } })
                }
              />
            ))}
        </div>
      )}
    </>
  );
}

function Done({
  answer,
  rows,
  onClose,
  onShowEvidence,
}: Applied & Pick<TransformDialogProps, 'onClose' | 'onShowEvidence'>) {
  const { t } = useTranslation(['sessions', 'common']);
  return (
    <>
      <div className="pd-row pd-gap-8 pd-flush-text" role="status">
        <StatusBadge tone="neutral" shape="dot">
          {t('transform.doneBadge')}
        </StatusBadge>
        <p>{t('transform.doneText', { count: rows, rows: formatCount(rows) })}</p>
      </div>
      <CopiedValue value={answer.transformation_id} what={t('transform.id')} />
      <div className={layout.actions}>
        <Button onClick={onClose}>{t('close', { ns: 'common' })}</Button>
        <Button
          variant="filled"
          data-autofocus
          onClick={() => onShowEvidence(answer.transformation_id)}
        >
          {t('transform.showEvidence')}
        </Button>
      </div>
    </>
  );
}
