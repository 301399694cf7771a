/** The decision at a glance: what the model answered, what it saw, and every member of the record. */
import type { ReactNode } from 'react';
import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { JsonObject } from '../../../../shared/contract/json.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import type { RecordRow } from '../../../api/records.ts';
import { copyText } from '../../../ui/clipboard.ts';
import { formatConfidence, formatCount, journalNumber } from '../../../ui/format.ts';
import { Instant } from '../../../ui/instant.tsx';
import { NotSignedMark } from '../../../ui/signing/not-signed-mark.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { CardInForce } from '../../models/card-in-force.tsx';
import { isErased } from '../../interventions/effect-comparison.tsx';
import { ErasedNote } from '../../interventions/erased-note.tsx';
import { useGone, type Gone } from '../../interventions/use-gone.ts';
import { decisionOf } from '../decision.ts';
import { effectOfRow } from '../effect-of-row.ts';
import { leavesOf } from './summary.ts';
import { VerdictLine, type RecordCheck } from './verdict-line.tsx';
import classes from './inspector.module.css';

const shownLeaves = 12;
/** So few more are shown rather than counted. */
const fewMore = 4;

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="pd-slim">
      <h3 className={classes.caption}>{title}</h3>
      {children}
    </section>
  );
}

/** Plain values of an object as rows; the rest is counted and leads to the content. */
function Leaves({
  object,
  without,
  onMore,
}: {
  object: JsonObject;
  without?: string | undefined;
  onMore: () => void;
}) {
  const { t } = useTranslation('inspector');
  const all = leavesOf(object, shownLeaves + fewMore, without);
  const fits = all.more === 0;
  const leaves = fits ? all.leaves : all.leaves.slice(0, shownLeaves);
  const more = fits ? 0 : all.more + all.leaves.length - leaves.length;
  if (leaves.length === 0) {
    return without === undefined ? (
      <p className={classes.quiet}>{t('overview.emptyObject')}</p>
    ) : null;
  }
  return (
    <>
      <dl className="pd-flush">
        {leaves.map((leaf) => (
          <div key={leaf.path} className={classes.fact}>
            <dt title={showHidden(leaf.path)}>
              <bdi>{showHidden(leaf.path)}</bdi>
            </dt>
            <dd data-kind={leaf.kind}>
              <bdi>{showHidden(leaf.text)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {more > 0 && (
        <UnstyledButton className={classes.link} onClick={onMore}>
          {t('overview.more', { count: more })}
        </UnstyledButton>
      )}
    </>
  );
}

function Answer({ output, confidence }: { output: JsonObject; confidence: number | undefined }) {
  const { t } = useTranslation(['inspector', 'decisions']);
  const decision = decisionOf(output);
  let word: string | undefined;
  if (decision.kind === 'word') word = decision.word;
  else if (decision.kind === 'score') word = formatCount(decision.value);
  else if (decision.kind === 'flag') {
    word = t(`decisions:flag.${decision.flag}.${decision.yes ? 'yes' : 'no'}`);
  }
  return (
    <div className={classes.answer}>
      {word !== undefined && decision.kind !== 'members' && (
        <div className="pd-slim pd-grid">
          <bdi className={classes.word}>{showHidden(word)}</bdi>
          <span className="pd-caption pd-typed">
            <bdi>{showHidden(decision.source)}</bdi>
          </span>
        </div>
      )}
      <div className="pd-row pd-gap-8 pd-grid-size">
        <span className="pd-dim">{t('overview.confidence')}</span>
        {confidence === undefined ? (
          <span className={classes.quiet}>{t('overview.noConfidence')}</span>
        ) : (
          <>
            <span className={classes.meter} aria-hidden="true">
              <span style={{ width: `${confidence * 100}%` }} />
            </span>
            <span className="pd-strong" title={String(confidence)}>
              {formatConfidence(confidence)}
            </span>
          </>
        )}
      </div>
    </div>
  );
}

function Member({
  label,
  copy,
  mono = false,
  children,
}: {
  label: string;
  copy?: string | undefined;
  mono?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation('inspector');
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd data-mono={mono || undefined}>
        <span className={classes.member}>{children}</span>
        {copy !== undefined && (
          <ActionIcon
            size="sm"
            className={classes.copy}
            aria-label={t('overview.copy', { what: label })}
            onClick={() => void copyText(copy, label)}
          >
            <IconCopy size={13} />
          </ActionIcon>
        )}
      </dd>
    </div>
  );
}

function Members({ record, gone }: { record: RecordRow; gone: Gone }) {
  const { t } = useTranslation('inspector');
  const notSent = <span className={classes.quiet}>{t('overview.notSent')}</span>;
  const { policy_id: policy, transaction_id: transaction } = record;
  const interventions = record.interventions.length;
  return (
    <dl className="pd-flush">
      <Member label={t('overview.id')} copy={record.id} mono>
        {record.id}
      </Member>
      <Member label={t('overview.model')} copy={record.model_id}>
        <bdi>{showHidden(record.model_id)}</bdi>
      </Member>
      <Member label={t('overview.policy')} copy={policy}>
        {policy === undefined ? notSent : <bdi>{showHidden(policy)}</bdi>}
      </Member>
      <Member label={t('overview.transaction')} copy={transaction}>
        {transaction === undefined ? (
          <Untransacted gone={gone} />
        ) : (
          <bdi>{showHidden(transaction)}</bdi>
        )}
      </Member>
      <Member label={t('overview.created')} copy={record.created_at}>
        <Instant at={record.created_at} precision="millisecond" withZone />
      </Member>
      <Member label={t('overview.seq')}>{journalNumber(record.seq)}</Member>
      <Member label={t('overview.hash')} copy={record.hash} mono>
        {record.hash}
      </Member>
      <Member label={t('overview.previous')} copy={record.previous_hash} mono>
        {record.previous_hash}
      </Member>
      <Member label={t('overview.interventions')}>
        {interventions === 0 ? t('overview.noInterventions') : formatCount(interventions)}
      </Member>
    </dl>
  );
}

/** A transaction id that is not there: never sent, or erased. */
function Untransacted({ gone }: { gone: Gone }) {
  const { t } = useTranslation(['inspector', 'interventions']);
  const erased = gone.fields.includes('transaction_id');
  return (
    <span className={classes.quiet}>
      {t(erased ? 'interventions:erased.title' : 'overview.notSent')}
    </span>
  );
}

/** What a person put in the place of the answer, or that somebody has to decide. */
function InEffect({ record, onShow }: { record: RecordRow; onShow: () => void }) {
  const { t } = useTranslation('interventions');
  const { status, output, waiting, isUnsigned } = effectOfRow(record);
  if (status === 'model' && waiting === null) return null;
  const decision = status === 'changed' && output !== null ? decisionOf(output) : undefined;
  return (
    <div className={classes.inEffect}>
      <StatusBadge
        tone={waiting === null ? 'info' : 'warn'}
        {...(waiting === null && { shape: 'none' })}
      >
        {waiting === null ? t(`effect.status.${status}`) : t(`waits.reason.${waiting}`)}
      </StatusBadge>
      {isUnsigned && <NotSignedMark />}
      {decision?.kind === 'word' && <bdi>{showHidden(decision.word)}</bdi>}
      <UnstyledButton className={classes.link} onClick={onShow}>
        {t('act.seeInterventions')}
      </UnstyledButton>
    </div>
  );
}

export function OverviewTab({
  record,
  check,
  onShowContent,
  onShowChain,
  onShowInterventions,
}: {
  record: RecordRow;
  check: RecordCheck;
  onShowContent: () => void;
  onShowChain: () => void;
  onShowInterventions: () => void;
}) {
  const { t } = useTranslation('inspector');
  const decision = decisionOf(record.output);
  const gone = useGone(record);
  return (
    <div className="pd-pane-body">
      {check.state === 'failed' && <VerdictLine check={check} onShowChain={onShowChain} />}
      <Section title={t('overview.answered')}>
        {isErased(record.output) ? (
          <ErasedNote erasure={gone.erasureOf('output')} />
        ) : (
          <>
            <Answer output={record.output} confidence={record.confidence} />
            <Leaves
              object={record.output}
              without={decision.kind === 'members' ? undefined : decision.source}
              onMore={onShowContent}
            />
          </>
        )}
        <InEffect record={record} onShow={onShowInterventions} />
        <CardInForce recordId={record.id} />
      </Section>
      <Section title={t('overview.saw')}>
        {isErased(record.input) ? (
          <ErasedNote erasure={gone.erasureOf('input')} />
        ) : (
          <Leaves object={record.input} onMore={onShowContent} />
        )}
      </Section>
      {record.context === undefined && gone.fields.includes('context') && (
        <Section title={t('overview.context')}>
          <ErasedNote erasure={gone.erasureOf('context')} />
        </Section>
      )}
      {record.context !== undefined && (
        <Section title={t('overview.context')}>
          <Leaves object={record.context} onMore={onShowContent} />
        </Section>
      )}
      <Section title={t('overview.record')}>
        <Members record={record} gone={gone} />
      </Section>
      {check.state !== 'failed' && <VerdictLine check={check} />}
    </div>
  );
}
