/** The fields of an act: the outcome beside the original, why, who signs, with whom, what was looked at. */
import { useState } from 'react';
import { Button, Textarea, TextInput } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { InterventionList } from '../../../shared/contract/interventions.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import type { RecordRow } from '../../api/records.ts';
import { SegmentedControl, Select } from '../../ui/form/choices.tsx';
import layout from '../../ui/form/form.module.css';
import type { FaultsByField, Form } from '../../ui/form/use-api-form.ts';
import { Instant } from '../../ui/instant.tsx';
import { linesOf } from '../../ui/lines-of.ts';
import { SignerFields } from '../../ui/signing/signer-fields.tsx';
import type { SigningState } from '../../ui/signing/use-signing.ts';
import { Came, Standing } from './act-context.tsx';
import { EffectComparison, isErased } from './effect-comparison.tsx';
import {
  draftProblems,
  earlyProblems,
  secondWay,
  type DraftContext,
  type InterveneText,
} from './intervene-draft.ts';
import { ChosenOutcome } from './chosen-outcome.tsx';
import type { ChosenReview } from './outcome-choice.tsx';
import { Original } from './original.tsx';
import { ReadValues } from './read-values.tsx';
import { OutcomeEditor } from './outcome-editor.tsx';
import { asksOutcome, asksReason, decides, secondNeededFor } from './standing.ts';
import type { useDecided } from './use-decided.ts';
import classes from './interventions.module.css';

/** Problems as words at their fields. */
export function inWords(
  problems: ReturnType<typeof draftProblems>,
  t: TFunction<'interventions'>,
): FaultsByField {
  return Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [field, t(`act.problems.${problem}`)]),
  );
}

interface PartProps {
  readonly form: Form<InterveneText>;
  readonly context: DraftContext;
}

/** The properties of a field; a problem that can be told early is told while somebody types. */
function useField({ form, context }: PartProps) {
  const { t } = useTranslation('interventions');
  const early = inWords(earlyProblems(draftProblems(form.values, context)), t);
  return (path: string) => {
    const field = form.getInputProps(path);
    return { ...field, error: field['error'] ?? early[path] };
  };
}

export function InterveneFields({
  form,
  context,
  record,
  list,
  supersedes,
  decided,
  review,
  signing,
}: PartProps & {
  readonly record: RecordRow;
  readonly list: InterventionList;
  readonly supersedes: string | undefined;
  readonly decided: NonNullable<ReturnType<typeof useDecided>>;
  /** The outcomes of a profile, where there is one. */
  readonly review: ChosenReview | undefined;
  readonly signing: SigningState;
}) {
  const { t } = useTranslation('interventions');
  const field = useField({ form, context });
  const { action, proposal } = context;
  const withOutcome = asksOutcome(action) && proposal === undefined;
  return (
    <>
      <p className={classes.subject}>
        <code className="pd-code">{record.id}</code>
        <bdi>{showHidden(record.model_id)}</bdi>
        <Instant at={record.created_at} withZone />
      </p>
      <p className="pd-dim pd-pretty pd-flush">{t(`means.${action}`)}</p>
      {decided.isContinued && (
        <div className={classes.continued}>
          {t('act.draft')}
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => form.setValues({ ...decided.fresh(), signer: form.values.signer })}
          >
            {t('act.discard')}
          </Button>
        </div>
      )}
      <Came interventions={decided.came} onSeen={decided.see} />
      <Standing list={list} supersedes={supersedes} proposal={proposal} />
      {withOutcome ? (
        <Outcome
          form={form}
          context={context}
          record={record}
          review={review}
          fault={field('outcome').error}
        />
      ) : (
        <Proposed context={context} record={record} />
      )}
      {withOutcome && context.codes.length > 0 && (
        <Select
          label={t('act.reasonCode')}
          required
          data={context.codes.map(({ code, label }) => ({
            value: code,
            label: `${code} · ${label}`,
          }))}
          {...field('reason_code')}
          value={form.values.reason_code === '' ? null : form.values.reason_code}
          onChange={(code) => form.setFieldValue('reason_code', code ?? '')}
        />
      )}
      <Textarea
        label={t('act.reason')}
        required={asksReason(action)}
        data-autofocus={!withOutcome || undefined}
        autosize
        minRows={2}
        maxRows={7}
        placeholder={t(`act.reasonHint.${action}`)}
        {...field('reason')}
      />
      <SignerFields
        signing={signing}
        text={form.values.signer}
        fieldOf={field}
        onChange={(signer) => form.setFieldValue('signer', signer)}
      />
      {decides(action) && proposal === undefined && <SecondPerson form={form} context={context} />}
      <More form={form} context={context} />
    </>
  );
}

function Outcome({
  form,
  context: { output },
  record,
  review,
  fault,
}: PartProps & {
  readonly record: RecordRow;
  readonly review: ChosenReview | undefined;
  readonly fault: React.ReactNode;
}) {
  const [isJson, setIsJson] = useState(false);
  const change = (outcome: string) => form.setFieldValue('outcome', outcome);
  const { evidence_viewed: viewed } = form.values;
  const seen = linesOf(viewed);
  const read = (name: string) => {
    if (!seen.includes(name)) form.setFieldValue('evidence_viewed', [...seen, name].join('\n'));
  };
  if (review === undefined || isJson) {
    return (
      <div className={classes.sides}>
        <Original record={record} />
        <OutcomeEditor
          text={form.values.outcome}
          fault={fault}
          isFirst
          onChange={change}
          onReset={output === null ? undefined : () => change(JSON.stringify(output, null, 2))}
        />
      </div>
    );
  }
  return (
    <div className={classes.sides}>
      <ChosenOutcome
        review={review}
        recorded={isErased(record.output) ? {} : record.output}
        text={form.values.outcome}
        fault={fault}
        onChange={change}
        onJson={() => setIsJson(true)}
      />
      <ReadValues record={record} seen={seen} onRead={read} />
    </div>
  );
}

function Proposed({
  context: { proposal },
  record,
}: Pick<PartProps, 'context'> & { readonly record: RecordRow }) {
  if (proposal?.outcome === undefined) return <Original record={record} isShort />;
  return <EffectComparison original={record.output} now={proposal.outcome} as="proposed" />;
}

function SecondPerson({ form, context }: PartProps) {
  const { t } = useTranslation('interventions');
  const way = secondWay(form.values, context);
  const needed = secondNeededFor(context.action, context.actor?.id, context.escalation, context);
  const ways = (['none', 'later'] as const).filter(
    (each) => each !== 'none' || needed === undefined,
  );
  return (
    <fieldset className={classes.group}>
      <legend>{t('act.secondTitle')}</legend>
      <SegmentedControl
        aria-label={t('act.secondTitle')}
        value={way}
        data={ways.map((each) => ({ value: each, label: t(`act.ways.${each}`) }))}
        onChange={(value) => {
          const chosen = ways.find((each) => each === value);
          if (chosen !== undefined) form.setFieldValue('second', chosen);
        }}
      />
      {needed !== undefined && <p className="pd-note">{t(`act.needed.${needed}`)}</p>}
      {way === 'later' && <p className="pd-note">{t('act.laterNote')}</p>}
    </fieldset>
  );
}

function More({ form, context }: PartProps) {
  const { t } = useTranslation('interventions');
  const field = useField({ form, context });
  const isProposal = secondWay(form.values, context) === 'later';
  const { meaning, evidence_viewed: viewed } = form.values;
  return (
    <details className={classes.more} open={meaning !== '' || viewed !== '' || undefined}>
      <summary>{t('act.more')}</summary>
      <div className={layout.form}>
        {!isProposal && (
          <TextInput
            label={t('act.meaning')}
            autoComplete="off"
            placeholder={t('act.meaningHint')}
            {...field('meaning')}
          />
        )}
        <Textarea
          label={t('act.viewed')}
          autosize
          minRows={2}
          maxRows={5}
          placeholder={t('act.viewedHint')}
          {...field('evidence_viewed')}
        />
      </div>
    </details>
  );
}
