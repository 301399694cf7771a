/** Recording a training, analysis or validation: what it was, on which rows, of which model. */
import { useRef, useState } from 'react';
import { Button, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isJsonObject, type JsonObject } from '../../../shared/contract/json.ts';
import type { DataOperation } from '../../../shared/contract/datasets.ts';
import { limits } from '../../../shared/contract/limits.ts';
import {
  operationTypes,
  type OperationType,
  type Session,
} from '../../../shared/contract/sessions.ts';
import { toFailure, type ApiFailure } from '../../api/client.ts';
import { useModelOverviews } from '../../api/models.ts';
import { useRecordOperation } from '../../api/sessions.ts';
import { notify } from '../../state/notices.ts';
import { formatCount } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { chosenRows, filteredRows } from './chosen-rows.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { showFaults } from '../../ui/form-faults.ts';
import { RowsChoice } from './rows-choice.tsx';
import { firstDraft, type RowsDraft } from './rows-draft.ts';
import { faultsByField, type FormFaults } from './session-form.ts';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Autocomplete, SegmentedControl } from '../../ui/form/choices.tsx';
import classes from '../../ui/form/form.module.css';

export interface RecordOperationDialogProps {
  readonly session: Session;
  readonly filter: JsonObject;
  readonly selected: ReadonlySet<string>;
  /** The operations that the session allows. */
  readonly allowed: readonly DataOperation[];
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onRecorded: (evidenceId: string) => void;
}

export function RecordOperationDialog(props: RecordOperationDialogProps) {
  const { t } = useTranslation(['sessions', 'common']);
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={t('record.title')} size={640}>
      <RecordForm {...props} />
    </Dialog>
  );
}

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

function RecordForm(props: RecordOperationDialogProps) {
  const { session, filter, selected, allowed, onClose, onRecorded } = props;
  const { t } = useTranslation(['sessions', 'common']);
  const types = operationTypes.filter((each) =>
    allowed.some((operation) => operation.toUpperCase() === each),
  );
  const models = useModelOverviews();
  const record = useRecordOperation(session.session_id);
  const [type, setType] = useState<OperationType>(types[0] ?? 'TRAIN');
  const [rows, setRows] = useState<RowsDraft>(() => firstDraft(selected.size));
  const [modelId, setModelId] = useState(session.model_id ?? '');
  const [metadata, setMetadata] = useState('');
  const [faults, setFaults] = useState<FormFaults>({});
  const [failure, setFailure] = useState<ApiFailure>();
  const [reading, setReading] = useState(false);
  const element = useRef<HTMLFormElement>(null);

  const refuse = (found: FormFaults) => showFaults(element, () => setFaults(found));
  const submit = async () => {
    setFailure(undefined);
    const extra = metadataOf(metadata);
    if (extra === undefined) {
      refuse({ metadata: t('record.metadataFault') });
      return;
    }
    setFaults({});
    setReading(true);
    try {
      const ids = await chosenRows(session.session_id, rows, selected, filter);
      const most = limits.session.operationRecords;
      if (ids.length === 0 || ids.length > most) {
        refuse({
          records: t(ids.length === 0 ? 'rows.none' : 'rows.tooMany', {
            rows: formatCount(ids.length),
            most: formatCount(most),
          }),
        });
        return;
      }
      const named = modelId.trim() === '' ? {} : { model_id: modelId.trim() };
      const answer = await record.mutateAsync({
        operation_type: type,
        records: ids,
        metadata: { ...named, ...extra },
      });
      notify({ title: t('record.done') });
      onRecorded(answer.evidence_id);
    } catch (error) {
      const failed = toFailure(error);
      setFailure(failed);
      refuse(faultsByField(failed.fields));
    } finally {
      setReading(false);
    }
  };
  const isUnknown =
    modelId.trim() !== '' &&
    models.data !== undefined &&
    !models.data.some((each) => each.model_id === modelId.trim());
  return (
    <form
      ref={element}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p className={classes.text}>{t('record.text')}</p>
      <FormFailure
        failure={failure}
        title={t('record.failed')}
        shown={['records', 'metadata', 'operation_type']}
      />
      <div>
        <SegmentedControl
          aria-label={t('operations.type')}
          data={types.map((value) => ({ value, label: t(`operationType.${value}`) }))}
          value={type}
          onChange={(value) => setType(types.find((each) => each === value) ?? type)}
        />
      </div>
      <RowsChoice
        draft={rows}
        selected={selected.size}
        isFiltered={Object.keys(filter).length > 0}
        most={limits.session.operationRecords}
        filterMost={filteredRows}
        fault={faults['records']}
        onChange={(next) => {
          setRows(next);
          setFaults({});
        }}
      />
      <div>
        <Autocomplete
          label={t('column.model')}
          spellCheck={false}
          placeholder={t('open.modelHint')}
          data={(models.data ?? []).map((each) => each.model_id)}
          limit={20}
          value={modelId}
          onChange={setModelId}
        />
        {isUnknown && (
          <p className={classes.hint}>
            <StatusBadge tone="warn">{t('operations.unregistered')}</StatusBadge>{' '}
            {t('record.unregisteredNote')}
          </p>
        )}
      </div>
      <Textarea
        label={t('record.metadata')}
        classNames={{ input: classes.mono ?? '' }}
        placeholder={'{ "training_step": 1200, "metrics": { "loss": 0.21 } }'}
        autosize
        minRows={3}
        maxRows={10}
        spellCheck={false}
        value={metadata}
        error={faults['metadata']}
        onChange={(event) => {
          setMetadata(event.currentTarget.value);
          setFaults({});
        }}
      />
      <div className={classes.actions}>
        <span className={classes.actionsNote}>{t('record.note')}</span>
        <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
        <Button type="submit" variant="filled" loading={reading}>
          {t('record.submit')}
        </Button>
      </div>
    </form>
  );
}
