/** A decision appended by hand: typed, checked strictly, looked at once more, appended. */
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { IconHistory, IconLock, IconPlus, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import type { JsonObject } from '../../../../shared/contract/json.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import type { DecisionRecord } from '../../../../shared/contract/records.ts';
import { newIdempotencyKey, toFailure, type ApiFailure } from '../../../api/client.ts';
import { latestOfModelQuery, useCreateRecord, useRecordFacets } from '../../../api/records.ts';
import { useChain } from '../../../api/chain.ts';
import { forgetDraft, keepDraft, readDraft } from '../../../state/kept-drafts.ts';
import { notify } from '../../../state/notices.ts';
import { useUnsent } from '../../../state/unsent.ts';
import { useFailureAdvice } from '../../../ui/failure-advice.ts';
import { formatBytes, formatCount } from '../../../ui/format.ts';
import { JsonPreview } from '../../../ui/json/json-preview.tsx';
import { utf8Length } from '../../../ui/json/json-index.ts';
import { KeyHint } from '../../../ui/key-hint.tsx';
import { RequestId } from '../../../ui/states.tsx';
import { canonicalJson, parseStrictJson } from '../../../../shared/ledger/canonical-json.ts';
import { DecimalInput } from '../../../ui/form/decimal-input.tsx';
import { DraftDialog } from '../../../ui/form/dialog.tsx';
import {
  bodyOf,
  draftSchema,
  emptyDraft,
  fieldProblems,
  formFieldOf,
  isComplete,
  type Draft,
  type JsonPart,
} from '../../../ui/json/draft.ts';
import { JsonEditor } from './json-editor.tsx';
import { faultText } from '../../../ui/fault-text.tsx';
import { InEnglish } from '../../../ui/in-english.tsx';
import type { FieldError } from '../../../../shared/contract/errors.ts';
import { Autocomplete } from '../../../ui/form/choices.tsx';
import classes from './new-decision.module.css';

const draftKey = 'proofdesk.new-decision';

/** What was typed survives closing the dialog and a reload; only appending or clearing empties it. */
const useDraft = create<{ readonly draft: Draft }>(() => ({
  draft: readDraft(sessionStorage, draftKey, draftSchema) ?? emptyDraft,
}));
useDraft.subscribe(({ draft }) => {
  if (draft === emptyDraft) forgetDraft(sessionStorage, draftKey);
  else keepDraft(sessionStorage, draftKey, draft);
});

function setDraft(changes: Partial<Draft>): void {
  useDraft.setState(({ draft }) => ({ draft: { ...draft, ...changes } }));
}

/** The refusals of the engine by field of the form; the rest under no field. */
function refusalsOf(failure: ApiFailure | undefined) {
  return (name: keyof Draft | undefined): readonly FieldError[] =>
    (failure?.fields ?? []).filter(({ field }) => formFieldOf(field) === name);
}

/** What the engine refused, said at the field `at`: a part of it is named. */
function Refusals({ of, at }: { of: readonly FieldError[]; at?: keyof Draft }) {
  return of.map((each) => (
    <span key={`${each.field} ${each.message}`}>
      {each.field !== at && <code>{each.field}</code>} {faultText(each)}{' '}
    </span>
  ));
}

function Failure({ failure }: { failure: ApiFailure }) {
  const { t } = useTranslation('newDecision');
  const advice = useFailureAdvice();
  return (
    <div className={classes.failure} role="alert">
      <strong>{t('errors.failed')}</strong>
      <p>
        <InEnglish>{failure.message}</InEnglish> {advice(failure)}
      </p>
      <p>
        <Refusals of={refusalsOf(failure)(undefined)} />
      </p>
      {failure.status === 0 && <p>{t('errors.retrySafe')}</p>}
      {failure.requestId !== null && <RequestId id={failure.requestId} />}
    </div>
  );
}

function useFieldWords(draft: Draft, isJudged: boolean, failure: ApiFailure | undefined) {
  const { t } = useTranslation('newDecision');
  const problems = fieldProblems(draft);
  const refused = refusalsOf(failure);
  return (name: keyof Draft): ReactNode => {
    const [refusal] = refused(name);
    if (refusal !== undefined) return <Refusals of={[refusal]} at={name} />;
    switch (problems[name]) {
      case 'required':
        return isJudged ? t('errors.model') : undefined;
      case 'too_long':
        return t('errors.tooLong', { count: limits.shortString });
      case 'not_share':
        return t('errors.confidence');
      case undefined:
        return undefined;
      default:
        return undefined;
    }
  };
}

function laidOut(value: JsonObject): string {
  return JSON.stringify(value, undefined, 2);
}

/** Fills the form with the payloads of the model's newest decision. */
function useLatest() {
  const { t } = useTranslation('newDecision');
  const queryClient = useQueryClient();
  return async (model: string) => {
    try {
      const { data } = await queryClient.fetchQuery(latestOfModelQuery(model));
      const [latest] = data;
      if (latest === undefined) {
        notify({ title: t('latestNone') });
        return;
      }
      setDraft({
        policy_id: latest.policy_id ?? '',
        confidence: latest.confidence === undefined ? '' : String(latest.confidence),
        input: laidOut(latest.input),
        output: laidOut(latest.output),
        context: latest.context && laidOut(latest.context),
        explanation: latest.explanation && laidOut(latest.explanation),
      });
    } catch (error) {
      const failure = toFailure(error);
      notify({
        tone: 'bad',
        title: t('latestFailed'),
        reason: failure.message,
        requestId: failure.requestId,
      });
    }
  };
}

function Form({
  draft,
  isJudged,
  failure,
}: {
  draft: Draft;
  isJudged: boolean;
  failure: ApiFailure | undefined;
}) {
  const { t } = useTranslation('newDecision');
  const facets = useRecordFacets({});
  const models = facets.data?.models.map((each) => each.model_id) ?? [];
  const errorOf = useFieldWords(draft, isJudged, failure);
  const refused = refusalsOf(failure);
  const fillFromLatest = useLatest();
  const editor = (part: JsonPart, text: string, required: boolean, actions?: ReactNode) => (
    <JsonEditor
      key={part}
      part={part}
      text={text}
      required={required}
      refusals={refused(part).length === 0 ? null : <Refusals of={refused(part)} at={part} />}
      isJudged={isJudged}
      actions={actions}
      onChange={(next) => setDraft({ [part]: next })}
    />
  );
  const knowsModel = models.includes(draft.model_id);
  return (
    <>
      <div className={classes.fields}>
        <Autocomplete
          label={t('model')}
          withAsterisk
          placeholder={t('modelPlaceholder')}
          value={draft.model_id}
          data={models}
          limit={20}
          openOnFocus={false}
          withScrollArea={false}
          error={errorOf('model_id')}
          data-autofocus
          rightSection={
            knowsModel && (
              <Tooltip label={t('fromLatest')}>
                <ActionIcon
                  size="sm"
                  aria-label={t('fromLatest')}
                  onClick={() => void fillFromLatest(draft.model_id)}
                >
                  <IconHistory size={15} stroke={1.7} />
                </ActionIcon>
              </Tooltip>
            )
          }
          onChange={(value) => setDraft({ model_id: value })}
        />
        <Autocomplete
          label={t('policy')}
          value={draft.policy_id}
          data={facets.data?.policies.map((each) => each.policy_id) ?? []}
          limit={20}
          openOnFocus={false}
          withScrollArea={false}
          error={errorOf('policy_id')}
          onChange={(value) => setDraft({ policy_id: value })}
        />
        <TextInput
          label={t('transaction')}
          placeholder={t('transactionHint')}
          value={draft.transaction_id}
          error={errorOf('transaction_id')}
          onChange={(event) => setDraft({ transaction_id: event.currentTarget.value })}
        />
        <DecimalInput
          label={t('confidence')}
          placeholder={t('confidenceHint')}
          step={0.05}
          min={0}
          max={1}
          value={draft.confidence}
          error={errorOf('confidence')}
          onChange={(confidence) => setDraft({ confidence })}
        />
      </div>
      <div className={classes.editors}>
        {editor('input', draft.input, true)}
        {editor('output', draft.output, true)}
        {(['context', 'explanation'] as const).map((part) => {
          const text = draft[part];
          if (text === undefined) return null;
          return editor(
            part,
            text,
            false,
            <ActionIcon
              size="sm"
              aria-label={t('remove', { part: t(`parts.${part}`) })}
              onClick={() => setDraft({ [part]: undefined })}
            >
              <IconX size={14} />
            </ActionIcon>,
          );
        })}
      </div>
      <div className={classes.adders}>
        {(['context', 'explanation'] as const)
          .filter((part) => draft[part] === undefined)
          .map((part) => (
            <Button
              key={part}
              size="compact-sm"
              variant="subtle"
              leftSection={<IconPlus size={14} />}
              onClick={() => setDraft({ [part]: '' })}
            >
              {t('add', { part: t(`parts.${part}`) })}
            </Button>
          ))}
      </div>
    </>
  );
}

function Confirm({ body }: { body: string }) {
  const { t } = useTranslation('newDecision');
  const chain = useChain();
  const value = parseStrictJson(body);
  return (
    <div className={classes.confirm}>
      <div className={classes.confirmHead}>
        <span className={classes.lock}>
          <IconLock size={20} stroke={1.6} />
        </span>
        <div>
          <h3>{t('confirm.title')}</h3>
          <p>{t('confirm.text')}</p>
        </div>
      </div>
      <div className={classes.summary}>
        <JsonPreview value={value} label={t('confirm.title')} />
      </div>
      <p className={classes.facts}>
        {t('confirm.bytes', { bytes: formatBytes(utf8Length(canonicalJson(value))) })}
        {chain.data !== undefined &&
          ` · ${t('confirm.hash', { seq: formatCount(chain.data.head.seq) })}`}
      </p>
    </div>
  );
}

function Content({ onCreated }: { onCreated: (record: DecisionRecord) => void }) {
  const { t } = useTranslation('newDecision');
  const draft = useDraft((state) => state.draft);
  useUnsent(() => JSON.stringify(draft) !== JSON.stringify(emptyDraft));
  const creation = useCreateRecord();
  const [isJudged, setJudged] = useState(false);
  /** The attempt under review: one key for all tries of the same body. */
  const [attempt, setAttempt] = useState<{ body: string; key: string }>();
  const [isReviewing, setReviewing] = useState(false);
  const [refused, setRefused] = useState<{ draft: Draft; failure: ApiFailure }>();
  const failure = refused !== undefined && refused.draft === draft ? refused.failure : undefined;
  const shown = failure ?? (creation.error === null ? undefined : toFailure(creation.error));

  const review = () => {
    setJudged(true);
    if (!isComplete(draft)) return;
    const body = bodyOf(draft);
    setAttempt((before) => (before?.body === body ? before : { body, key: newIdempotencyKey() }));
    creation.reset();
    setReviewing(true);
  };
  const append = () => {
    if (attempt === undefined || creation.isPending) return;
    creation.mutate(
      { body: attempt.body, idempotencyKey: attempt.key },
      {
        onSuccess: (record) => {
          useDraft.setState({ draft: emptyDraft });
          notify({ title: t('appended'), detail: record.id });
          onCreated(record);
        },
        onError: (error) => {
          const found = toFailure(error);
          // What the engine says of a field is shown at the field.
          if (found.fields.length > 0) {
            setRefused({ draft, failure: found });
            setReviewing(false);
          }
        },
      },
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (isReviewing) append();
    else review();
  };
  const isReview = isReviewing && attempt !== undefined;
  // What had the focus is gone with the form; the next step has it.
  const primary = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isReview) primary.current?.focus();
  }, [isReview]);
  return (
    <div className={classes.layout} role="presentation" onKeyDown={onKeyDown}>
      <div className={classes.body}>
        {shown !== undefined && <Failure failure={shown} />}
        {isReview ? (
          <Confirm body={attempt.body} />
        ) : (
          <Form draft={draft} isJudged={isJudged} failure={failure} />
        )}
      </div>
      <footer className={classes.footer}>
        {isReview ? (
          <Button variant="subtle" onClick={() => setReviewing(false)}>
            {t('confirm.back')}
          </Button>
        ) : (
          <Button
            variant="subtle"
            disabled={draft === emptyDraft}
            onClick={() => {
              const before = draft;
              useDraft.setState({ draft: emptyDraft });
              setJudged(false);
              notify({ title: t('discarded'), undo: () => useDraft.setState({ draft: before }) });
            }}
          >
            {t('discard')}
          </Button>
        )}
        <span className={classes.space} />
        <KeyHint name="mod+enter" />
        <Button
          ref={primary}
          variant="filled"
          loading={creation.isPending}
          onClick={isReview ? append : review}
        >
          {isReview ? t('confirm.append') : t('review')}
        </Button>
      </footer>
    </div>
  );
}

/** The dialog; `onCreated` gets the stored record. */
export function NewDecisionDialog({
  opened,
  onClose,
  onCreated,
}: {
  opened: boolean;
  onClose: () => void;
  onCreated: (record: DecisionRecord) => void;
}) {
  const { t } = useTranslation('newDecision');
  return (
    <DraftDialog
      opened={opened}
      onClose={onClose}
      title={t('title')}
      size="min(60rem, 94vw)"
      classNames={{ content: classes.modal ?? '', body: classes.modalBody ?? '' }}
    >
      <Content onCreated={onCreated} />
    </DraftDialog>
  );
}
