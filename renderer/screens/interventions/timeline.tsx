/** What people did on a record, in order: who, in which role, when, why, with what outcome. */
import { useMemo, type ReactNode } from 'react';
import { Menu } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowUp,
  IconCheck,
  IconEraser,
  IconHash,
  IconMessage,
  IconPencil,
  IconRefresh,
  IconReplace,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Intervention } from '../../../shared/contract/interventions.ts';
import type { JsonObject } from '../../../shared/contract/json.ts';
import type { ErasureEntry } from '../../../shared/ledger/entries.ts';
import type { Actor } from '../../../shared/ledger/entry-members.ts';
import type { PersonSignature } from '../../../shared/ledger/signed-text.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useMay } from '../../api/capabilities.ts';
import { useIsReadOnly } from '../../api/workspace.ts';
import type { RecordRow } from '../../api/records.ts';
import { openDialog } from '../../state/dialogs.ts';
import { copyText } from '../../ui/clipboard.ts';
import { formatBytes, formatCount } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { NotSignedMark } from '../../ui/signing/not-signed-mark.tsx';
import { useActorNames, useActorRoles } from '../../ui/signing/person-words.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { compareOutputs } from './effect-comparison.tsx';
import { useFieldNames } from './field-names.ts';
import { takes } from './use-erasures.ts';
import {
  asksOutcome,
  asksReason,
  eyesOf,
  isProposal,
  replacedOnes,
  wordOfAct,
  type Replaced,
} from './standing.ts';
import { RowMenu } from '../../ui/table/row-menu.tsx';
import classes from './interventions.module.css';

const icons = {
  approve: IconCheck,
  modify: IconPencil,
  override: IconReplace,
  reverse: IconRefresh,
  annotate: IconMessage,
  escalate: IconArrowUp,
  retract: IconArrowBackUp,
} as const;

export interface TimelineProps {
  readonly record: RecordRow;
  readonly interventions: readonly Intervention[];
  /** Erasures of the record and of its interventions. */
  readonly erasures: readonly ErasureEntry[];
}

export function Timeline({ record, interventions, erasures }: TimelineProps) {
  const { t } = useTranslation('interventions');
  const replaced = useMemo(() => replacedOnes(interventions), [interventions]);
  const items = useMemo(
    () =>
      [
        ...interventions.map((each) => ({ at: each.created_at, intervention: each })),
        ...erasures.map((each) => ({ at: each.createdAt, erasure: each })),
      ].toSorted((left, right) => (left.at < right.at ? -1 : Number(left.at > right.at))),
    [interventions, erasures],
  );
  if (items.length === 0)
    return <p className="pd-aside pd-pretty pd-below-6">{t('timeline.empty')}</p>;
  return (
    <ol className="pd-listed" aria-label={t('timeline.title')}>
      {items.map((item) =>
        'intervention' in item ? (
          <Act
            key={item.intervention.id}
            record={record}
            intervention={item.intervention}
            all={interventions}
            replaced={replaced.get(item.intervention.id)}
            erasures={erasures}
          />
        ) : (
          <Erased
            key={`erasure ${item.erasure.seq}`}
            erasure={item.erasure}
            interventions={interventions}
          />
        ),
      )}
    </ol>
  );
}

/** The person who acted, with the mark of an act that nobody signed. */
function Who({
  actor,
  name,
  signature,
}: {
  actor: Actor;
  /** That was typed, where nobody signed. */
  name?: string | undefined;
  signature: Pick<PersonSignature, 'by' | 'key'> | undefined;
}) {
  const { t } = useTranslation('signing');
  const nameOf = useActorNames();
  const roleOf = useActorRoles();
  const isTyped = name !== undefined && signature === undefined;
  return (
    <div className={classes.itemWho}>
      <bdi className="pd-medium pd-anywhere" title={actor.id}>
        {isTyped ? showHidden(name) : nameOf(actor.id)}
      </bdi>
      {isTyped && <bdi className="pd-dim">{showHidden(actor.id)}</bdi>}
      <bdi className="pd-dim">{roleOf(actor.role)}</bdi>
      {signature === undefined ? (
        <NotSignedMark />
      ) : (
        <span
          className="pd-dim"
          title={t('signedBy', {
            name: nameOf(signature.by),
            key: signature.key,
          })}
        >
          {t('signed')}
        </span>
      )}
    </div>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.line}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Act({
  record,
  intervention,
  all,
  replaced,
  erasures,
}: {
  record: RecordRow;
  intervention: Intervention;
  all: readonly Intervention[];
  replaced: Replaced | undefined;
  erasures: readonly ErasureEntry[];
}) {
  const { t } = useTranslation('interventions');
  const { action, actor, n = all.indexOf(intervention) + 1 } = intervention;
  const Icon = icons[action];
  const before = all.slice(0, all.indexOf(intervention));
  const eyes = eyesOf(intervention, before);
  const nameOf = useActorNames();
  return (
    <li className={classes.item} data-replaced={replaced !== undefined || undefined}>
      <span className={classes.itemMark} aria-hidden="true">
        <Icon size={14} stroke={1.8} />
      </span>
      <div className="pd-slim">
        <div className={classes.itemHead}>
          <span className={classes.itemAction}>{t(wordOfAct(intervention))}</span>
          {replaced !== undefined && (
            <StatusBadge tone="mute">
              {t(`timeline.${replaced.kind}`, { who: nameOf(replaced.by.actor.id) })}
            </StatusBadge>
          )}
          {isProposal(intervention) && replaced === undefined && (
            <StatusBadge tone="warn">{t('timeline.proposal')}</StatusBadge>
          )}
          {eyes !== undefined && (
            <StatusBadge
              tone="info"
              title={t('timeline.fourEyesText', {
                first: nameOf(eyes.first),
                second: nameOf(eyes.second),
              })}
            >
              {t('timeline.fourEyes')}
            </StatusBadge>
          )}
          <span className="pd-space" />
          <ActMenu recordId={record.id} intervention={intervention} n={n} replaced={replaced} />
        </div>
        <Who actor={actor} name={intervention.actor_name} signature={intervention.signature} />
        <div className="pd-aside">
          <Instant at={intervention.created_at} withZone />
        </div>
        <ActLines record={record} intervention={intervention} all={all} erasures={erasures} />
      </div>
    </li>
  );
}

/** What was said of an act: of which other, why, with what outcome, having seen what. */
function ActLines({
  record,
  intervention,
  all,
  erasures,
}: {
  record: RecordRow;
  intervention: Intervention;
  all: readonly Intervention[];
  erasures: readonly ErasureEntry[];
}) {
  const { t } = useTranslation('interventions');
  const { id, action, reason, reason_code: code, outcome, omitted = {} } = intervention;
  const { evidence_viewed: viewed } = intervention;
  const target = all.find((each) => each.id === intervention.supersedes);
  const isErased = erasures.some((each) => takes(each, id, 'reason'));
  const isReasonGone = reason === undefined && (isErased || asksReason(action));
  const isOutcomeGone = outcome === undefined && asksOutcome(action);
  /** Words in the place of a value that is not here: it is too large for a list, or erased. */
  const absent = (bytes: number | undefined) => (
    <span className="pd-dim pd-italic">
      {bytes === undefined
        ? t('timeline.erased')
        : t('timeline.leftOut', { size: formatBytes(bytes) })}
    </span>
  );
  return (
    <dl className="pd-grid-size pd-above-4">
      {target !== undefined && (
        <Line label={t(action === 'retract' ? 'timeline.takesBack' : 'timeline.putsInPlace')}>
          {t('timeline.target', { n: target.n ?? all.indexOf(target) + 1 })}
        </Line>
      )}
      {(reason !== undefined || isReasonGone || omitted.reason !== undefined) && (
        <Line label={t('timeline.reason')}>
          {reason === undefined ? absent(omitted.reason) : <bdi>{showHidden(reason)}</bdi>}
        </Line>
      )}
      {code !== undefined && (
        <Line label={t('timeline.reasonCode')}>
          <bdi>{showHidden(code)}</bdi>
        </Line>
      )}
      {(outcome !== undefined || isOutcomeGone) && (
        <Line label={t('timeline.outcome')}>
          {outcome === undefined ? (
            absent(omitted.outcome)
          ) : (
            <Changes original={record.output} outcome={outcome} />
          )}
        </Line>
      )}
      {intervention.meaning !== undefined && (
        <Line label={t('timeline.meaning')}>
          <bdi>{showHidden(intervention.meaning)}</bdi>
        </Line>
      )}
      {(viewed !== undefined || omitted.evidence_viewed !== undefined) && (
        <Line label={t('timeline.viewed')}>
          {viewed === undefined ? (
            absent(omitted.evidence_viewed)
          ) : (
            <bdi>{showHidden(viewed.join(', '))}</bdi>
          )}
        </Line>
      )}
    </dl>
  );
}

/** Members that are written out; the table above has them all. */
const shownChanges = 6;

/** What an outcome changes of what the model answered. */
function Changes({ original, outcome }: { original: JsonObject; outcome: JsonObject }) {
  const { t } = useTranslation('interventions');
  const changed = compareOutputs(original, outcome).filter((each) => each.original !== each.now);
  if (changed.length === 0) return t('timeline.unchanged');
  return (
    <ul className={classes.changes}>
      {changed.slice(0, shownChanges).map((each) => (
        <li key={each.path} className="pd-code">
          <bdi>{showHidden(each.path)}</bdi>{' '}
          {each.original !== null && <del>{showHidden(each.original)}</del>}{' '}
          {each.now === null ? (
            t('effect.absent')
          ) : (
            <ins>
              <bdi>{showHidden(each.now)}</bdi>
            </ins>
          )}
        </li>
      ))}
      {changed.length > shownChanges && (
        <li>{t('timeline.moreChanges', { count: changed.length - shownChanges })}</li>
      )}
    </ul>
  );
}

function ActMenu({
  recordId,
  intervention,
  n,
  replaced,
}: {
  recordId: string;
  intervention: Intervention;
  n: number;
  replaced: Replaced | undefined;
}) {
  const { t } = useTranslation('interventions');
  const { id, action, hash } = intervention;
  const isReadOnly = useIsReadOnly();
  const may = useMay();
  const isOver = replaced !== undefined || action === 'retract' || isReadOnly;
  const act = { kind: 'intervene', recordId, supersedes: id } as const;
  const acts = [
    {
      name: 'retract',
      Sign: IconArrowBackUp,
      operation: 'createIntervention',
      isShut: isOver,
      dialog: { ...act, action: 'retract' },
    },
    {
      name: 'correct',
      Sign: IconReplace,
      operation: 'createIntervention',
      isShut: isOver,
      dialog: { ...act, action },
    },
    {
      name: 'erase',
      Sign: IconEraser,
      operation: 'createErasure',
      isShut: isReadOnly,
      dialog: { kind: 'erase', recordId, interventionId: id },
    },
  ] as const;
  return (
    <RowMenu name={t('timeline.menu', { n })} width={220}>
      {acts.map(
        ({ name, Sign, operation, isShut, dialog }) =>
          may(operation) && (
            <Menu.Item
              key={name}
              leftSection={<Sign size={15} />}
              disabled={isShut}
              onClick={() => openDialog(dialog)}
            >
              {t(`timeline.${name}`)}
            </Menu.Item>
          ),
      )}
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconHash size={15} />}
        onClick={() => void copyText(hash, t('timeline.hash'))}
      >
        {t('timeline.copyHash')}
      </Menu.Item>
    </RowMenu>
  );
}

function Erased({
  erasure,
  interventions,
}: {
  erasure: ErasureEntry;
  interventions: readonly Intervention[];
}) {
  const { t } = useTranslation('interventions');
  const names = useFieldNames();
  const [target] = erasure.targets;
  const place = interventions.findIndex((each) => each.id === target?.id);
  const fields = names(target?.fields ?? []);
  return (
    <li className={classes.item}>
      <span className={classes.itemMark} aria-hidden="true">
        <IconEraser size={14} stroke={1.8} />
      </span>
      <div className="pd-slim">
        <div className={classes.itemHead}>
          <span className={classes.itemAction}>{t('timeline.erasure')}</span>
          <span className="pd-dim">{t('timeline.entry', { seq: formatCount(erasure.seq) })}</span>
        </div>
        <Who actor={erasure.actor} signature={erasure.signature} />
        <div className="pd-aside">
          <Instant at={erasure.createdAt} withZone />
        </div>
        <dl className="pd-grid-size pd-above-4">
          <Line label={t('timeline.erased')}>
            {place < 0
              ? t('timeline.erasureOf', { fields })
              : t('timeline.erasureOfIntervention', { fields, n: place + 1 })}
          </Line>
          <Line label={t('timeline.basis')}>
            <bdi>{showHidden(erasure.legalBasis)}</bdi>
          </Line>
        </dl>
      </div>
    </li>
  );
}
