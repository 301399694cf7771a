/** Recording a training, analysis or validation: what it was, on which rows, of which model. */
import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isJsonObject, type JsonObject } from '../../../shared/contract/json.ts';
import type { DataOperation } from '../../../shared/contract/datasets.ts';
import { limits } from '../../../shared/contract/limits.ts';
import {
  operationTypes,
  type OperationType,
  type Session,
} from '../../../shared/contract/sessions.ts';
import { useModelOverviews } from '../../api/models.ts';
import { useRecordOperation } from '../../api/sessions.ts';
import { notify } from '../../state/notices.ts';
import { Autocomplete, SegmentedControl } from '../../ui/form/choices.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import layout from '../../ui/form/form.module.css';
import type { FaultsByField, Form } from '../../ui/form/use-api-form.ts';
import { formatCount } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { chosenRows, filteredRows } from './chosen-rows.ts';
import { RowsChoice } from './rows-choice.tsx';
import { firstDraft, idsIn, type RowsDraft } from './rows-draft.ts';

const most = limits.session.operationRecords;

/** The metadata as an object; undefined where the text is none. */
function metadataOf(text: string): JsonObject | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

interface Values {
  readonly operation_type: OperationType;
  readonly records: RowsDraft;
  readonly model: string;
  readonly metadata: string;
}

/** The body but for its rows, which are read as it is sent. */
function bodyOf({ model, metadata, ...values }: Values) {
  const named = model.trim() === '' ? {} : { model_id: model.trim() };
  return { ...values, metadata: { ...named, ...metadataOf(metadata) } };
}

export function RecordOperationDialog({
  session: { session_id: id, model_id: model },
  filter,
  selected,
  allowed,
  opened,
  onClose,
  onRecorded,
}: {
  readonly session: Session;
  readonly filter: JsonObject;
  readonly selected: ReadonlySet<string>;
  /** The operations that the session allows. */
  readonly allowed: readonly DataOperation[];
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onRecorded: (evidenceId: string) => void;
}) {
  const { t } = useTranslation('sessions');
  const recording = useRecordOperation(id);
  const types = operationTypes.filter((each) =>
    allowed.some((operation) => operation.toUpperCase() === each),
  );
  const rowsFault = ({ source, text }: RowsDraft): FaultsByField => {
    // How many a filter finds is known once they are read.
    if (source === 'filter') return {};
    const count = source === 'ids' ? idsIn(text).length : selected.size;
    if (count > 0 && count <= most) return {};
    const words = { rows: formatCount(count), most: formatCount(most) };
    return { records: t(count === 0 ? 'rows.none' : 'rows.tooMany', words) };
  };
  return (
    <FormDialog<Values, ReturnType<typeof bodyOf>, { evidence_id: string }>
      opened={opened}
      onClose={onClose}
      title={t('record.title')}
      size={640}
      submit={t('record.submit')}
      failed={t('record.failed')}
      note={t('record.note')}
      initial={{
        operation_type: types[0] ?? 'TRAIN',
        records: firstDraft(selected.size),
        model: model ?? '',
        metadata: '',
      }}
      bodyOf={bodyOf}
      check={({ records, metadata }) => ({
        ...rowsFault(records),
        ...(metadataOf(metadata) === undefined && { metadata: t('record.metadataFault') }),
      })}
      send={async (body, idempotencyKey) => {
        const records = await chosenRows(id, body.records, selected, filter);
        return recording.mutateAsync({ body: { ...body, records }, idempotencyKey });
      }}
      onDone={({ evidence_id: evidence }) => {
        notify({ title: t('record.done') });
        onRecorded(evidence);
      }}
    >
      {(form) => (
        <>
          <p className={layout.text}>{t('record.text')}</p>
          <div>
            <SegmentedControl
              aria-label={t('operations.type')}
              data={types.map((value) => ({ value, label: t(`operationType.${value}`) }))}
              {...form.getInputProps('operation_type')}
            />
          </div>
          <RowsChoice
            path="records"
            draft={form.values.records}
            selected={selected.size}
            isFiltered={Object.keys(filter).length > 0}
            most={most}
            filterMost={filteredRows}
            fault={form.errors['records']}
            onChange={(records) => form.setFieldValue('records', records)}
          />
          <Model form={form} />
          <Textarea
            label={t('record.metadata')}
            classNames={{ input: 'pd-mono' }}
            placeholder={'{ "training_step": 1200, "metrics": { "loss": 0.21 } }'}
            autosize
            minRows={3}
            maxRows={10}
            spellCheck={false}
            {...form.getInputProps('metadata')}
          />
        </>
      )}
    </FormDialog>
  );
}

/** The model that it was for; one that the register does not have is allowed, and marked. */
function Model({ form }: { readonly form: Form<Values> }) {
  const { t } = useTranslation('sessions');
  const models = useModelOverviews().data;
  const typed = form.values.model.trim();
  const isUnknown =
    typed !== '' && models !== undefined && !models.some((each) => each.model_id === typed);
  return (
    <div>
      <Autocomplete
        label={t('column.model')}
        spellCheck={false}
        placeholder={t('open.modelHint')}
        data={(models ?? []).map((each) => each.model_id)}
        limit={20}
        {...form.getInputProps('model')}
      />
      {isUnknown && (
        <p className={layout.hint}>
          <StatusBadge tone="warn">{t('operations.unregistered')}</StatusBadge>{' '}
          {t('record.unregisteredNote')}
        </p>
      )}
    </div>
  );
}
