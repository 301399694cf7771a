/** The Interventions tab: what waits, what is in effect beside what the model answered, who did what. */
import { ActionIcon, Button, Menu, Skeleton } from '@mantine/core';
import {
  IconArrowUp,
  IconCheck,
  IconDots,
  IconEraser,
  IconMessage,
  IconPencil,
  IconRefresh,
  IconReplace,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type {
  DecisionInEffect,
  Intervention,
  InterventionList,
} from '../../../shared/contract/interventions.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useMay } from '../../api/capabilities.ts';
import { useInterventions } from '../../api/interventions.ts';
import { useIsReadOnly } from '../../api/workspace.ts';
import type { RecordRow } from '../../api/records.ts';
import { openDialog } from '../../state/dialogs.ts';
import { useNow } from '../../ui/chain/use-now.ts';
import { formatAgo } from '../../ui/format.ts';
import { NotSignedMark } from '../../ui/signing/not-signed-mark.tsx';
import { useActorNames } from '../../ui/signing/person-words.ts';
import { QueryError } from '../../ui/states.tsx';
import { StatusBadge, type StatusTone } from '../../ui/status-badge.tsx';
import { EffectComparison, isErased } from './effect-comparison.tsx';
import { ErasedNote } from './erased-note.tsx';
import { asksOutcome, asksReason, openEscalation, type InterventionAction } from './standing.ts';
import { Timeline } from './timeline.tsx';
import { useGone } from './use-gone.ts';
import classes from './interventions.module.css';

const effectTones = {
  model: 'mute',
  approved: 'info',
  changed: 'info',
  escalated: 'warn',
} as const satisfies Record<DecisionInEffect['status'], StatusTone>;

export interface InterventionsTabProps {
  readonly record: RecordRow;
  /** Called after an act; the review queue goes on to the next decision. */
  readonly onActed?: ((recordId: string) => void) | undefined;
}

export function InterventionsTab({ record, onActed }: InterventionsTabProps) {
  const { t } = useTranslation('interventions');
  const query = useInterventions(record.id);
  const nameOf = useActorNames();
  const isReadOnly = useIsReadOnly();
  const may = useMay();
  const { erasures, erasureOf } = useGone(record, (query.data?.data ?? []).some(lacksText));
  if (query.isError && query.data === undefined) {
    return <QueryError query={query} title={t('loadFailed')} />;
  }
  const list = query.data;
  if (list === undefined) {
    return (
      <div className="pd-pane-body" role="status" aria-busy="true" aria-label={t('loading')}>
        <Skeleton height={64} />
        <Skeleton height={120} />
      </div>
    );
  }
  const { decision_in_effect: inEffect, data: interventions } = list;
  const source = interventions.find(({ id }) => id === inEffect.intervention_id);
  return (
    <div className="pd-pane-body">
      <Waiting record={record} list={list} />
      {isReadOnly ? (
        <p className="pd-aside pd-pretty pd-below-6">{t('readOnly')}</p>
      ) : (
        may('createIntervention') && <Acts record={record} inEffect={inEffect} onActed={onActed} />
      )}
      <section>
        <h3 className={classes.caption}>
          {t('effect.title')}
          <StatusBadge tone={effectTones[inEffect.status]} shape="none">
            {t(`effect.status.${inEffect.status}`)}
          </StatusBadge>
          {source !== undefined && (
            <span className="pd-light">
              <bdi>{t('effect.by', { who: nameOf(source.actor.id) })}</bdi>
            </span>
          )}
          {source !== undefined && source.signature === undefined && <NotSignedMark />}
        </h3>
        {isErased(record.output) && <ErasedNote erasure={erasureOf('output')} />}
        <EffectComparison original={record.output} now={inEffect.output} />
      </section>
      <section>
        <h3 className={classes.caption}>{t('timeline.title')}</h3>
        <Timeline record={record} interventions={interventions} erasures={erasures} />
      </section>
    </div>
  );
}

/** Whether an intervention lacks what it could not be made without: that was erased. */
function lacksText({ action, reason, outcome, omitted = {} }: Intervention): boolean {
  const isGone = (value: unknown, bytes: number | undefined) =>
    value === undefined && bytes === undefined;
  return (
    (isGone(reason, omitted.reason) && asksReason(action)) ||
    (isGone(outcome, omitted.outcome) && asksOutcome(action))
  );
}

/** Why somebody has to decide, and who. */
function Waiting({ record, list }: { record: RecordRow; list: InterventionList }) {
  const { t } = useTranslation('interventions');
  const now = useNow();
  const nameOf = useActorNames();
  const { waiting, proposal_id: proposalId } = list.decision_in_effect;
  if (waiting === null) return null;
  const escalation = openEscalation(list.data);
  const proposal = list.data.find(({ id }) => id === proposalId);
  const lines: string[] = [];
  if (proposal !== undefined) {
    lines.push(
      t('waits.proposed', {
        who: nameOf(proposal.actor.id),
        what: t(`done.${proposal.action}`).toLowerCase(),
        ago: formatAgo(proposal.created_at, now),
      }),
    );
  }
  if (escalation !== undefined) {
    lines.push(
      t('waits.escalated', {
        who: nameOf(escalation.actor.id),
        ago: formatAgo(escalation.created_at, now),
      }),
    );
  }
  if (waiting === 'policy' || waiting === 'sample') {
    lines.push(t(`waits.${waiting}`, { model: record.model_id }));
  }
  return (
    <div className={classes.waiting} role="status">
      <StatusBadge tone="warn">{t(`waits.reason.${waiting}`)}</StatusBadge>
      {lines.map((line) => (
        <p key={line}>
          <bdi>{showHidden(line)}</bdi>
        </p>
      ))}
    </div>
  );
}

function Acts({
  record,
  inEffect,
  onActed,
}: {
  record: RecordRow;
  inEffect: DecisionInEffect;
  onActed: InterventionsTabProps['onActed'];
}) {
  const mayErase = useMay()('createErasure');
  const { t } = useTranslation('interventions');
  const act = (action: InterventionAction, supersedes?: string) =>
    openDialog({
      kind: 'intervene',
      recordId: record.id,
      action,
      ...(supersedes === undefined ? {} : { supersedes }),
      ...(onActed === undefined ? {} : { onDone: () => onActed(record.id) }),
    });
  const { proposal_id: proposalId } = inEffect;
  return (
    <div className="pd-flow pd-gap-6" role="toolbar" aria-label={t('act.title')}>
      <Button
        variant={inEffect.waiting === null ? 'default' : 'filled'}
        leftSection={<IconCheck size={14} stroke={2} />}
        onClick={() => act('approve')}
      >
        {t(proposalId === null ? 'actions.approve' : 'act.second')}
      </Button>
      {proposalId !== null && (
        <Button onClick={() => act('retract', proposalId)}>{t('act.reject')}</Button>
      )}
      <Button leftSection={<IconReplace size={14} stroke={1.75} />} onClick={() => act('override')}>
        {t('actions.override')}
      </Button>
      <Button leftSection={<IconArrowUp size={14} stroke={1.75} />} onClick={() => act('escalate')}>
        {t('actions.escalate')}
      </Button>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="default" aria-label={t('act.moreActions')}>
            <IconDots size={15} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconMessage size={15} stroke={1.6} />}
            onClick={() => act('annotate')}
          >
            {t('commands.annotate')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconPencil size={15} stroke={1.6} />}
            onClick={() => act('modify')}
          >
            {t('commands.modify')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconRefresh size={15} stroke={1.6} />}
            onClick={() => act('reverse')}
          >
            {t('commands.reverse')}
          </Menu.Item>
          {mayErase && <Menu.Divider />}
          {mayErase && (
            <Menu.Item
              leftSection={<IconEraser size={15} stroke={1.6} />}
              onClick={() => openDialog({ kind: 'erase', recordId: record.id })}
            >
              {t('erase.action')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
