/** One act on a decision: written, looked at once more, appended. The original is always in sight. */
import { useState, type ReactNode } from 'react';
import { Button, Skeleton, Textarea, TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Intervention, InterventionList } from '../../../shared/contract/interventions.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { newIdempotencyKey, toFailure, type ApiFailure } from '../../api/client.ts';
import { useIntervene, useInterventions } from '../../api/interventions.ts';
import { useRecord, type RecordRow } from '../../api/records.ts';
import { forgetDraft, keepDraft, readDraft } from '../../state/kept-drafts.ts';
import { useUnsent } from '../../state/unsent.ts';
import { notify } from '../../state/notices.ts';
import { prefer, usePreferences } from '../../state/preferences.ts';
import { formatAgo } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { useDialogForm } from '../../ui/use-dialog-form.ts';
import { ErrorState } from '../../ui/states.tsx';
import { DraftDialog } from '../../ui/form/dialog.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { EffectComparison } from './effect-comparison.tsx';
import { ActorFields } from './actor-fields.tsx';
import {
  bodyOf,
  draftKey,
  draftProblems,
  draftSchema,
  newDraft,
  secondWay,
  type DraftContext,
  type InterveneDraft,
} from './intervene-draft.ts';
import { InterveneSummary } from './intervene-summary.tsx';
import { Original } from './original.tsx';
import { OutcomeEditor } from './outcome-editor.tsx';
import {
  asksOutcome,
  asksReason,
  decides,
  openEscalation,
  secondNeededFor,
  wordOfAct,
  type InterventionAction,
} from './standing.ts';
import { faultText } from '../../ui/fault-text.tsx';
import { SegmentedControl } from '../../ui/form/choices.tsx';
import classes from './interventions.module.css';

export interface InterveneDialogProps {
  readonly opened: boolean;
  readonly recordId: string;
  readonly action: InterventionAction;
  /** The intervention that is taken back or replaced. */
  readonly supersedes: string | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function InterveneDialog(props: InterveneDialogProps) {
  const { t } = useTranslation(['interventions', 'common']);
  const list = useInterventions(props.opened ? props.recordId : '');
  const record = useRecord(props.opened ? props.recordId : undefined);
  const error = list.error ?? record.error;
  /** What it was opened upon, until somebody says to have seen what came: the text stays with it. */
  const [decided, setDecided] = useState<{ readonly proposal: Intervention | undefined }>();
  if (!props.opened && decided !== undefined) setDecided(undefined);
  const newest = proposalFor(props, list.data);
  if (props.opened && decided === undefined && list.data !== undefined) {
    setDecided({ proposal: newest });
  }
  const proposal = decided?.proposal;
  const action = proposal?.action ?? props.action;
  let title: string = t(`act.titleOf.${action}`);
  if (proposal !== undefined) title = t('act.completeTitle');
  else if (props.supersedes !== undefined && action !== 'retract') title = t('act.correctTitle');
  let body = <Skeleton height={220} />;
  if (error !== null) {
    body = (
      <ErrorState
        compact
        error={error}
        onRetry={() => {
          void list.refetch();
          void record.refetch();
        }}
      />
    );
  } else if (list.data !== undefined && record.data !== undefined && decided !== undefined) {
    body = (
      <InterveneForm
        key={[props.recordId, props.action, props.supersedes].join(' ')}
        {...props}
        action={action}
        proposal={proposal}
        onSeen={() => {
          setDecided({ proposal: newest });
          return newest?.id !== proposal?.id;
        }}
        record={record.data}
        list={list.data}
      />
    );
  }
  return (
    <DraftDialog
      opened={props.opened}
      onClose={props.onClose}
      title={title}
      size={asksOutcome(action) ? 760 : 560}
    >
      {body}
    </DraftDialog>
  );
}

/** The proposal that an approval completes: to approve it is to make the same decision as the second. */
function proposalFor(
  { action, supersedes }: InterveneDialogProps,
  list: InterventionList | undefined,
): Intervention | undefined {
  if (action !== 'approve' || supersedes !== undefined) return undefined;
  return list?.data.find(({ id }) => id === list.decision_in_effect.proposal_id);
}

/** What the API names that the form shows at a field of its own. */
const shownFields = [
  'reason',
  'outcome',
  'meaning',
  'evidence_viewed',
  'actor.id',
  'actor.role',
  'actor.name',
  'second_actor',
  'second_actor.id',
  'second_actor.role',
  'if_previous',
];

interface FormProps extends InterveneDialogProps {
  readonly proposal: Intervention | undefined;
  /** Somebody has seen all that came: it is decided upon that. Answers whether that is another decision. */
  readonly onSeen: () => boolean;
  readonly record: RecordRow;
  readonly list: InterventionList;
}

function useDraft(
  { recordId, action, supersedes, proposal }: FormProps,
  output: DraftContext['output'],
) {
  const key = draftKey(recordId, action, proposal?.id ?? supersedes);
  const [keptAs, setKeptAs] = useState(key);
  const [kept] = useState(() => readDraft(sessionStorage, key, draftSchema));
  const fresh = () => newDraft(action, output, newIdempotencyKey());
  const [draft, setDraft] = useState<InterveneDraft>(() => kept ?? fresh());
  const [continued, setContinued] = useState(kept !== undefined);
  if (keptAs !== key) {
    // What it answers to is another one now: the text goes along.
    setKeptAs(key);
    if (readDraft(sessionStorage, keptAs, draftSchema) !== undefined) {
      forgetDraft(sessionStorage, keptAs);
      keepDraft(sessionStorage, key, draft);
    }
  }
  // The storage of the session is gone with its tab.
  const [isWritten, setWritten] = useState(kept !== undefined);
  useUnsent(() => isWritten);
  return {
    draft,
    continued,
    change: (part: Partial<InterveneDraft>) => {
      // Another text is another attempt.
      const next = { ...draft, ...part, idempotencyKey: newIdempotencyKey() };
      setDraft(next);
      setWritten(true);
      keepDraft(sessionStorage, key, next);
    },
    keep: () => keepDraft(sessionStorage, key, draft),
    discard: () => {
      forgetDraft(sessionStorage, key);
      setDraft(fresh());
      setContinued(false);
      setWritten(false);
    },
    forget: () => forgetDraft(sessionStorage, key),
  };
}

function InterveneForm(props: FormProps) {
  const { t } = useTranslation(['interventions', 'common']);
  const { action, supersedes, proposal, record, list, onClose, onDone } = props;
  const { decision_in_effect: inEffect } = list;
  const actor = usePreferences((state) => state.actor);
  // Decided once: a mark that moves while somebody types would take the focus along.
  const [isActorFirst] = useState(actor.id === '');
  const { draft, continued, change, keep, discard, forget } = useDraft(props, inEffect.output);
  const escalation = openEscalation(list.data, supersedes);
  const context: DraftContext = {
    action,
    actor,
    escalation,
    proposal,
    output: inEffect.output,
    second_actor_required: inEffect.second_actor_required,
  };
  const problems = draftProblems(draft, context);
  const ready = Object.keys(problems).length === 0;
  // What needs nothing but the word is shown as it will stand at once.
  const [step, setStep] = useState<'write' | 'review'>(
    action === 'approve' && ready && secondWay(draft, context) === 'none' ? 'review' : 'write',
  );
  const [judged, setJudged] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const newest = list.data.at(-1)?.hash ?? record.hash;
  /** What it is decided upon: nothing that comes meanwhile counts until somebody says so. */
  const [seen, setSeen] = useState(newest);
  const came = list.data.slice(list.data.findIndex(({ hash }) => hash === seen) + 1);
  const intervening = useIntervene();
  const dialogForm = useDialogForm();

  const faults = faultsNow();
  function faultsNow(): Partial<Record<string, ReactNode>> {
    const words: Partial<Record<string, ReactNode>> = {};
    for (const each of failure?.fields ?? []) {
      const { field } = each;
      words[field === 'second_actor' ? 'second_actor.id' : field] ??= faultText(each);
    }
    for (const [field, problem] of Object.entries(problems)) {
      const late = problem === 'required' || problem === 'unchanged';
      if (judged || !late) words[field] = t(`act.problems.${problem}`);
    }
    return words;
  }

  const edit = (part: Partial<InterveneDraft>) => {
    setFailure(undefined);
    change(part);
  };
  const review = () => {
    setJudged(true);
    if (ready) setStep('review');
  };
  const submit = () => {
    keep();
    intervening.mutate(
      {
        recordId: record.id,
        body: bodyOf(draft, context, supersedes, seen),
        idempotencyKey: draft.idempotencyKey,
      },
      {
        onSuccess: (appended) => {
          forget();
          notify({
            title: t('act.appended', { action: t(wordOfAct(appended)), id: record.id }),
            detail: appended.id,
          });
          onDone();
        },
        onError: (error) => {
          const failed = toFailure(error);
          setFailure(failed);
          const isOvertaken = failed.fields.some(({ field }) => field === 'if_previous');
          if (failed.fields.length > 0 && !isOvertaken) setStep('write');
          if (failed.fields.some(({ field }) => field === 'second_actor')) {
            change({ second: draft.second === 'none' ? 'here' : draft.second });
          }
        },
      },
    );
  };
  const failed = (
    <>
      <FormFailure failure={failure} title={t('act.failed')} shown={shownFields} />
      {came.length > 0 && (
        <Came
          interventions={came}
          onSeen={() => {
            setSeen(newest);
            setFailure(undefined);
            if (props.onSeen()) setStep('write');
          }}
        />
      )}
    </>
  );

  if (step === 'review') {
    return (
      <form
        key="review"
        ref={dialogForm}
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {failed}
        <InterveneSummary
          record={record}
          draft={draft}
          context={context}
          supersededId={proposal?.id ?? supersedes}
          list={list}
        />
        <div className={classes.actions}>
          <Button onClick={() => setStep('write')}>{t('act.back')}</Button>
          <span className={classes.space} />
          <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
          <Button
            type="submit"
            variant="filled"
            data-autofocus
            leftSection={<IconLock size={14} stroke={1.75} />}
            loading={intervening.isPending}
          >
            {t(`act.confirm.${action}`)}
          </Button>
        </div>
      </form>
    );
  }
  const withOutcome = asksOutcome(action) && proposal === undefined;
  return (
    <form
      key="write"
      ref={dialogForm}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        review();
      }}
    >
      <p className={classes.subject}>
        <code className={classes.mono}>{record.id}</code>
        <bdi>{showHidden(record.model_id)}</bdi>
        <Instant at={record.created_at} withZone />
      </p>
      <p className={classes.text}>{t(`means.${action}`)}</p>
      {continued && (
        <div className={classes.continued}>
          {t('act.draft')}
          <Button size="compact-xs" variant="subtle" onClick={discard}>
            {t('act.discard')}
          </Button>
        </div>
      )}
      {failed}
      <Standing list={list} supersedes={supersedes} proposal={proposal} />
      {withOutcome && (
        <div className={classes.sides}>
          <Original record={record} />
          <OutcomeEditor
            text={draft.outcome}
            fault={faults['outcome']}
            isFirst
            onChange={(outcome) => edit({ outcome })}
            onReset={
              inEffect.output === null
                ? undefined
                : () => edit({ outcome: JSON.stringify(inEffect.output, null, 2) })
            }
          />
        </div>
      )}
      {!withOutcome &&
        (proposal?.outcome === undefined ? (
          <Original record={record} isShort />
        ) : (
          <EffectComparison original={record.output} now={proposal.outcome} as="proposed" />
        ))}
      <Textarea
        label={t('act.reason')}
        required={asksReason(action)}
        data-autofocus={(!withOutcome && !isActorFirst) || undefined}
        autosize
        minRows={2}
        maxRows={7}
        placeholder={t(`act.reasonHint.${action}`)}
        value={draft.reason}
        error={faults['reason']}
        onChange={(event) => edit({ reason: event.currentTarget.value })}
      />
      <ActorFields
        actor={actor}
        faults={faults}
        withName
        isFirst={!withOutcome && isActorFirst}
        onChange={(next) => {
          setFailure(undefined);
          prefer({ actor: next });
        }}
      />
      {decides(action) && proposal === undefined && (
        <SecondPerson draft={draft} context={context} faults={faults} onChange={edit} />
      )}
      <More draft={draft} context={context} faults={faults} onChange={edit} />
      <div className={classes.actions}>
        <span className={classes.actionsNote}>{t('act.keys')}</span>
        <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
        <Button type="submit" variant="filled">
          {t('act.review')}
        </Button>
      </div>
    </form>
  );
}

/** What others did on the record since the dialog opened: it is decided again, with that in view. */
function Came({
  interventions,
  onSeen,
}: {
  interventions: readonly Intervention[];
  onSeen: () => void;
}) {
  const { t } = useTranslation('interventions');
  return (
    <div className={classes.standing} role="alert">
      <strong>{t('came.title')}</strong>
      {interventions.map((each) => (
        <span key={each.id}>
          {t(wordOfAct(each))} · <bdi>{showHidden(`${each.actor.id}, ${each.actor.role}`)}</bdi> ·{' '}
          <Instant at={each.created_at} withZone />
        </span>
      ))}
      <div>
        <Button size="compact-xs" onClick={onSeen}>
          {t('came.seen')}
        </Button>
      </div>
    </div>
  );
}

/** What this act answers to: an escalation, a proposal, or the intervention that it replaces. */
function Standing({
  list,
  supersedes,
  proposal,
}: {
  list: InterventionList;
  supersedes: string | undefined;
  proposal: Intervention | undefined;
}) {
  const { t } = useTranslation('interventions');
  const escalation = openEscalation(list.data, supersedes);
  const waiting =
    proposal ?? list.data.find(({ id }) => id === list.decision_in_effect.proposal_id);
  const replaced = list.data.find(({ id }) => id === supersedes);
  const [now] = useState(() => Date.now());
  const lines = [
    ...(escalation === undefined
      ? []
      : [
          t('waits.escalated', {
            who: escalation.actor.id,
            ago: formatAgo(escalation.created_at, now),
          }),
        ]),
    ...(waiting === undefined || waiting.id === supersedes
      ? []
      : [
          t('waits.proposed', {
            who: waiting.actor.id,
            what: t(`done.${waiting.action}`).toLowerCase(),
            ago: formatAgo(waiting.created_at, now),
          }),
        ]),
    ...(replaced === undefined
      ? []
      : [
          t('waits.replaces', {
            n: replaced.n ?? 1,
            what: t(wordOfAct(replaced)).toLowerCase(),
            who: replaced.actor.id,
          }),
        ]),
  ];
  if (lines.length === 0) return null;
  return (
    <ul className={classes.standing}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

interface PartProps {
  readonly draft: InterveneDraft;
  readonly context: DraftContext;
  readonly faults: Partial<Record<string, ReactNode>>;
  readonly onChange: (part: Partial<InterveneDraft>) => void;
}

function SecondPerson({ draft, context, faults, onChange }: PartProps) {
  const { t } = useTranslation('interventions');
  const way = secondWay(draft, context);
  const needed = secondNeededFor(
    context.action,
    context.actor.id.trim(),
    context.escalation,
    context,
  );
  const ways = (['none', 'here', 'later'] as const).filter(
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
          if (chosen !== undefined) onChange({ second: chosen });
        }}
      />
      {needed !== undefined && (
        <p className={classes.hint}>{t(`act.needed.${needed}`, { who: context.actor.id })}</p>
      )}
      {way === 'later' && <p className={classes.hint}>{t('act.laterNote')}</p>}
      {way === 'here' && (
        <div className={classes.fields}>
          <TextInput
            label={t('act.secondId')}
            required
            autoComplete="off"
            spellCheck={false}
            value={draft.secondId}
            error={faults['second_actor.id']}
            onChange={(event) => onChange({ secondId: event.currentTarget.value })}
          />
          <TextInput
            label={t('act.secondRole')}
            required
            autoComplete="off"
            spellCheck={false}
            placeholder={t('act.roleHint')}
            value={draft.secondRole}
            error={faults['second_actor.role']}
            onChange={(event) => onChange({ secondRole: event.currentTarget.value })}
          />
        </div>
      )}
    </fieldset>
  );
}

function More({ draft, context, faults, onChange }: PartProps) {
  const { t } = useTranslation('interventions');
  const isProposal = secondWay(draft, context) === 'later';
  return (
    <details
      className={classes.more}
      open={draft.meaning !== '' || draft.evidenceViewed !== '' || undefined}
    >
      <summary>{t('act.more')}</summary>
      <div className={classes.form}>
        {!isProposal && (
          <TextInput
            label={t('act.meaning')}
            autoComplete="off"
            placeholder={t('act.meaningHint')}
            value={draft.meaning}
            error={faults['meaning']}
            onChange={(event) => onChange({ meaning: event.currentTarget.value })}
          />
        )}
        <Textarea
          label={t('act.viewed')}
          autosize
          minRows={2}
          maxRows={5}
          placeholder={t('act.viewedHint')}
          value={draft.evidenceViewed}
          error={faults['evidence_viewed']}
          onChange={(event) => onChange({ evidenceViewed: event.currentTarget.value })}
        />
      </div>
    </details>
  );
}
