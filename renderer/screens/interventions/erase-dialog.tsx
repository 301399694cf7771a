/** Erasing values for good: which, on what legal basis, what is gone then and what stays provable. */
import { Activity, useState, type ReactNode } from 'react';
import { Button, Checkbox, Skeleton, TextInput } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { EntryEvidence, RecordEvidence } from '../../../shared/contract/checkpoints.ts';
import { createErasureSchema } from '../../../shared/contract/erasures.ts';
import { decodeEntry, interventionType } from '../../../shared/ledger/entries.ts';
import { useRecordEvidence } from '../../api/checkpoints.ts';
import { newIdempotencyKey, toFailure, type ApiFailure } from '../../api/client.ts';
import { useErase } from '../../api/interventions.ts';
import { notify } from '../../state/notices.ts';
import { prefer, usePreferences } from '../../state/preferences.ts';
import { useDialogForm } from '../../ui/use-dialog-form.ts';
import { ErrorState } from '../../ui/states.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { ActorFields } from './actor-fields.tsx';
import { useFieldNames } from './field-names.ts';
import { forgetDrafts } from './intervene-draft.ts';
import { Dialog } from '../../ui/form/dialog.tsx';
import { faultText } from '../../ui/fault-text.tsx';
import classes from './interventions.module.css';

export interface EraseDialogProps {
  readonly opened: boolean;
  readonly recordId: string;
  /** Erases what this intervention says, instead of the record's values. */
  readonly interventionId: string | undefined;
  readonly onClose: () => void;
}

export function EraseDialog(props: EraseDialogProps) {
  const { t } = useTranslation(['interventions', 'common']);
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      title={t(props.interventionId === undefined ? 'erase.title' : 'erase.titleOfIntervention')}
      size={560}
    >
      {props.opened && <Loaded {...props} />}
    </Dialog>
  );
}

function Loaded(props: EraseDialogProps) {
  const { t } = useTranslation('interventions');
  const query = useRecordEvidence(props.recordId);
  if (query.isError) {
    return <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data === undefined) return <Skeleton height={200} />;
  const target = targetOf(query.data, props.interventionId);
  if (target === undefined || target.fields.every((each) => each.value === null)) {
    return <p className={classes.text}>{t('erase.nothing')}</p>;
  }
  return <EraseForm {...props} target={target} />;
}

/** The entry whose values are to go. */
function targetOf(
  evidence: RecordEvidence,
  interventionId: string | undefined,
): EntryEvidence | undefined {
  if (interventionId === undefined) return evidence.record;
  return evidence.related.find((each) => {
    if (each.type !== interventionType) return false;
    const entry = decodeEntry(each.entry);
    return entry.type === interventionType && entry.id === interventionId;
  });
}

function EraseForm({
  recordId,
  interventionId,
  target,
  onClose,
}: EraseDialogProps & { readonly target: EntryEvidence }) {
  const { t } = useTranslation(['interventions', 'common']);
  const names = useFieldNames();
  const actor = usePreferences((state) => state.actor);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [basis, setBasis] = useState('');
  const [typed, setTyped] = useState('');
  const [step, setStep] = useState<'write' | 'review'>('write');
  const [judged, setJudged] = useState(false);
  const [key] = useState(newIdempotencyKey);
  const [failure, setFailure] = useState<ApiFailure>();
  const erasing = useErase();
  const dialogForm = useDialogForm();

  const firstThere = target.fields.find(({ value }) => value !== null)?.field;
  const required = t('act.problems.required');
  const local = {
    fields: chosen.length === 0 ? t('erase.fieldsMissing') : undefined,
    legal_basis: basis.trim() === '' ? required : undefined,
    'actor.id': actor.id.trim() === '' ? required : undefined,
    'actor.role': actor.role.trim() === '' ? required : undefined,
  };
  const ready = Object.values(local).every((each) => each === undefined);
  const told = Object.fromEntries(
    (failure?.fields ?? []).map((each) => [each.field.replace(/[[.]\d+.*$/, ''), faultText(each)]),
  );
  const faults: Readonly<Record<string, ReactNode>> = {
    ...told,
    ...(judged ? local : {}),
  };

  const submit = () => {
    const body = createErasureSchema.parse({
      fields: chosen,
      legal_basis: basis.trim(),
      actor: { id: actor.id.trim(), role: actor.role.trim() },
      ...(interventionId === undefined ? {} : { intervention_id: interventionId }),
    });
    erasing.mutate(
      { recordId, body, idempotencyKey: key },
      {
        onSuccess: ({ fields }) => {
          forgetDrafts(sessionStorage, recordId);
          notify({ title: t('erase.done', { count: fields.length }), detail: recordId });
          onClose();
        },
        onError: (error) => {
          setFailure(toFailure(error));
          setStep('write');
        },
      },
    );
  };

  const word = t('erase.word');
  return (
    <>
      <Activity mode={step === 'write' ? 'visible' : 'hidden'}>
        <form
          ref={dialogForm}
          className={classes.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            setJudged(true);
            setFailure(undefined);
            setTyped('');
            if (ready) setStep('review');
          }}
        >
          <p className={classes.text}>{t('erase.text')}</p>
          <FormFailure
            failure={failure}
            title={t('erase.failed')}
            shown={['fields', 'legal_basis', 'actor.id', 'actor.role']}
          />
          <Checkbox.Group
            label={t('erase.fields')}
            error={faults['fields']}
            value={[...chosen]}
            onChange={setChosen}
          >
            <div className={classes.checks}>
              {target.fields.map(({ field, value }) => (
                <Checkbox
                  key={field}
                  data-autofocus={field === firstThere || undefined}
                  value={field}
                  disabled={value === null}
                  label={value === null ? `${names([field])} (${t('erase.gone')})` : names([field])}
                />
              ))}
            </div>
          </Checkbox.Group>
          <TextInput
            label={t('erase.basis')}
            description={t('erase.basisNote')}
            required
            autoComplete="off"
            placeholder={t('erase.basisHint')}
            value={basis}
            error={faults['legal_basis']}
            onChange={(event) => setBasis(event.currentTarget.value)}
          />
          <ActorFields
            actor={actor}
            faults={faults}
            withName={false}
            onChange={(next) => prefer({ actor: next })}
          />
          <div className={classes.actions}>
            <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
            <Button type="submit" variant="filled">
              {t('erase.review')}
            </Button>
          </div>
        </form>
      </Activity>
      {step === 'review' && (
        <form
          ref={dialogForm}
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (typed.trim().toLowerCase() === word) submit();
          }}
        >
          <dl className={classes.consequences}>
            <div>
              <dt>{t('erase.isGone')}</dt>
              <dd>
                <strong>{names(chosen)}.</strong> {t('erase.isGoneText')}
              </dd>
            </div>
            <div>
              <dt>{t('erase.stays')}</dt>
              <dd>{t('erase.staysText')}</dd>
            </div>
            <div>
              <dt>{t('erase.notReached')}</dt>
              <dd>{t('erase.notReachedText')}</dd>
            </div>
            <div>
              <dt>{t('erase.basis')}</dt>
              <dd>{basis.trim()}</dd>
            </div>
          </dl>
          <TextInput
            label={t('erase.type', { word })}
            data-autofocus
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <div className={classes.actions}>
            <Button onClick={() => setStep('write')}>{t('erase.back')}</Button>
            <span className={classes.space} />
            <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
            <Button
              type="submit"
              variant="filled"
              leftSection={<IconEraser size={14} stroke={1.75} />}
              disabled={typed.trim().toLowerCase() !== word}
              loading={erasing.isPending}
            >
              {t('erase.confirm')}
            </Button>
          </div>
        </form>
      )}
    </>
  );
}
