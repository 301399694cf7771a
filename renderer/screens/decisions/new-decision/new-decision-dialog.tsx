/** A decision appended by hand: typed, checked strictly, looked at once more, appended. */
import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { IconHistory, IconLock, IconPlus, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import type { JsonObject } from '../../../../shared/contract/json.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import type { DecisionRecord } from '../../../../shared/contract/records.ts';
import { canonicalJson, parseStrictJson } from '../../../../shared/ledger/canonical-json.ts';
import { toFailure, type ApiFailure } from '../../../api/client.ts';
import { latestOfModelQuery, useCreateRecord, useRecordFacets } from '../../../api/records.ts';
import { useChain } from '../../../api/chain.ts';
import { forgetDraft, keepDraft, readDraft } from '../../../state/kept-drafts.ts';
import { notify } from '../../../state/notices.ts';
import { useUnsent } from '../../../state/unsent.ts';
import { useFailureAdvice } from '../../../ui/failure-advice.ts';
import { Autocomplete } from '../../../ui/form/choices.tsx';
import { DecimalInput } from '../../../ui/form/decimal-input.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import type { FaultsByField, Form } from '../../../ui/form/use-api-form.ts';
import { formatBytes, formatCount } from '../../../ui/format.ts';
import {
  bodyOf,
  checkJson,
  draftSchema,
  emptyDraft,
  fieldProblems,
  jsonParts,
  type Draft,
  type JsonPart,
} from '../../../ui/json/draft.ts';
import { JsonPreview } from '../../../ui/json/json-preview.tsx';
import { utf8Length } from '../../../ui/json/json-index.ts';
import { KeyHint } from '../../../ui/key-hint.tsx';
import { JsonEditor, useCheckWords } from './json-editor.tsx';
import classes from './new-decision.module.css';

const draftKey = 'proofdesk.new-decision';

const isEmpty = (draft: Draft) => JSON.stringify(draft) === JSON.stringify(emptyDraft);

/** What was typed survives closing the dialog and a reload; only appending or clearing empties it. */
const useDraft = create<{ readonly draft: Draft }>(() => ({
  draft: readDraft(sessionStorage, draftKey, draftSchema) ?? emptyDraft,
}));
useDraft.subscribe(({ draft }) => {
  if (isEmpty(draft)) forgetDraft(sessionStorage, draftKey);
  else keepDraft(sessionStorage, draftKey, draft);
});

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
  const draft = useDraft((state) => state.draft);
  const creation = useCreateRecord();
  const problemWords = useProblemWords();
  const titleOf = useFailureTitle();
  useUnsent(() => opened && !isEmpty(draft));
  return (
    <FormDialog<Draft, string, DecisionRecord>
      opened={opened}
      onClose={onClose}
      title={t('title')}
      size="large"
      submit={t('review')}
      failed={titleOf}
      initial={draft}
      bodyOf={bodyOf}
      check={problemWords}
      send={(body, idempotencyKey) => creation.mutateAsync({ body, idempotencyKey })}
      keep={(typed) => useDraft.setState({ draft: typed })}
      onDone={(record) => {
        useDraft.setState({ draft: emptyDraft });
        notify({ title: t('appended'), detail: record.id });
        onCreated(record);
      }}
      renderTools={(form) => <Tools form={form} />}
      review={{
        submit: t('confirm.append'),
        back: t('confirm.back'),
        children: (typed) => <Confirm body={bodyOf(typed)} />,
      }}
    >
      {(form) => <Fields form={form} />}
    </FormDialog>
  );
}

function useFailureTitle() {
  const { t } = useTranslation('newDecision');
  const advice = useFailureAdvice();
  return (failure: ApiFailure | undefined): string =>
    [t('errors.failed'), failure && advice(failure), failure?.status === 0 && t('errors.retrySafe')]
      .filter((each) => typeof each === 'string')
      .join(' ');
}

/** Words for all that stands in the way of sending a draft, by field. */
function useProblemWords() {
  const { t } = useTranslation('newDecision');
  const checkWords = useCheckWords();
  const words = {
    required: t('errors.model'),
    too_long: t('errors.tooLong', { count: limits.shortString }),
    not_share: t('errors.confidence'),
  };
  return (draft: Draft): FaultsByField => {
    const plain = Object.entries(fieldProblems(draft)).map(
      ([field, problem]) => [field, words[problem]] as const,
    );
    const json = jsonParts.flatMap((part) => {
      const judged = checkWords(checkJson(draft[part] ?? ''), isRequired(part));
      return judged.bad ? [[part, judged.text] as const] : [];
    });
    return Object.fromEntries([...plain, ...json]);
  };
}

const isRequired = (part: JsonPart) => part === 'input' || part === 'output';

interface FormProps {
  readonly form: Form<Draft>;
}

function Tools({ form }: FormProps) {
  const { t } = useTranslation('newDecision');
  const discard = () => {
    const before = form.getValues();
    form.setValues(emptyDraft);
    form.clearErrors();
    const undo = () => {
      useDraft.setState({ draft: before });
      form.setValues(before);
    };
    notify({ title: t('discarded'), undo });
  };
  return (
    <>
      <Button variant="subtle" disabled={isEmpty(form.values)} onClick={discard}>
        {t('discard')}
      </Button>
      <KeyHint name="mod+enter" />
    </>
  );
}

function laidOut(value: JsonObject): string {
  return JSON.stringify(value, undefined, 2);
}

/** Fills the form with the payloads of the model's newest decision. */
function useLatest(form: Form<Draft>) {
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
      form.setValues({
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

function Fields({ form }: FormProps) {
  const { t } = useTranslation('newDecision');
  const facets = useRecordFacets({});
  const models = facets.data?.models.map((each) => each.model_id) ?? [];
  const problems = useProblemWords()(form.values);
  const fillFromLatest = useLatest(form);
  /** A problem that can be told early is told while somebody types. */
  const field = (name: Exclude<keyof Draft, JsonPart>) => {
    const input = form.getInputProps(name);
    const isEarly = form.values[name] !== '';
    return { ...input, error: input['error'] ?? (isEarly ? problems[name] : undefined) };
  };
  const knowsModel = models.includes(form.values.model_id);
  return (
    <>
      <div className={classes.fields}>
        <Autocomplete
          label={t('model')}
          withAsterisk
          placeholder={t('modelPlaceholder')}
          data={models}
          limit={20}
          openOnFocus={false}
          withScrollArea={false}
          data-autofocus
          rightSection={
            knowsModel && (
              <Tooltip label={t('fromLatest')}>
                <ActionIcon
                  size="sm"
                  aria-label={t('fromLatest')}
                  onClick={() => void fillFromLatest(form.values.model_id)}
                >
                  <IconHistory size={15} stroke={1.7} />
                </ActionIcon>
              </Tooltip>
            )
          }
          {...field('model_id')}
        />
        <Autocomplete
          label={t('policy')}
          data={facets.data?.policies.map((each) => each.policy_id) ?? []}
          limit={20}
          openOnFocus={false}
          withScrollArea={false}
          {...field('policy_id')}
        />
        <TextInput
          label={t('transaction')}
          placeholder={t('transactionHint')}
          {...field('transaction_id')}
        />
        <DecimalInput
          label={t('confidence')}
          placeholder={t('confidenceHint')}
          step={0.05}
          min={0}
          max={1}
          {...field('confidence')}
        />
      </div>
      <Payloads form={form} />
    </>
  );
}

function Payloads({ form }: FormProps) {
  const { t } = useTranslation('newDecision');
  return (
    <>
      <div className={classes.editors}>
        {jsonParts.map((part) => {
          const text = form.values[part];
          if (text === undefined) return null;
          return (
            <JsonEditor
              key={part}
              part={part}
              text={text}
              required={isRequired(part)}
              fault={form.errors[part]}
              actions={
                !isRequired(part) && (
                  <ActionIcon
                    size="sm"
                    aria-label={t('remove', { part: t(`parts.${part}`) })}
                    onClick={() => form.setFieldValue(part, undefined)}
                  >
                    <IconX size={14} />
                  </ActionIcon>
                )
              }
              onChange={(next) => form.setFieldValue(part, next)}
            />
          );
        })}
      </div>
      <div className={classes.adders}>
        {jsonParts
          .filter((part) => form.values[part] === undefined)
          .map((part) => (
            <Button
              key={part}
              size="compact-sm"
              variant="subtle"
              leftSection={<IconPlus size={14} />}
              onClick={() => form.setFieldValue(part, '')}
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
    <div className="pd-column pd-fill pd-gap-12">
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
