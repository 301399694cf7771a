/** Around an act that is being written: what others did meanwhile, and what it answers to. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Intervention, InterventionList } from '../../../shared/contract/interventions.ts';
import { formatAgo } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { useActorNames, useActorRoles } from '../../ui/signing/person-words.ts';
import { openEscalation, wordOfAct } from './standing.ts';
import classes from './interventions.module.css';

/** Shows what others did on the record since the dialog opened: it is decided again, with that in view. */
export function Came({
  interventions,
  onSeen,
}: {
  interventions: readonly Intervention[];
  onSeen: () => void;
}) {
  const { t } = useTranslation('interventions');
  const nameOf = useActorNames();
  const roleOf = useActorRoles();
  if (interventions.length === 0) return null;
  return (
    <div className={classes.standing} role="alert">
      <strong>{t('came.title')}</strong>
      {interventions.map((each) => (
        <span key={each.id}>
          {t(wordOfAct(each))} · <bdi>{`${nameOf(each.actor.id)}, ${roleOf(each.actor.role)}`}</bdi>{' '}
          · <Instant at={each.created_at} withZone />
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

/** Shows what this act answers to: an escalation, a proposal, or the intervention that it replaces. */
export function Standing({
  list,
  supersedes,
  proposal,
}: {
  list: InterventionList;
  supersedes: string | undefined;
  proposal: Intervention | undefined;
}) {
  const { t } = useTranslation('interventions');
  const nameOf = useActorNames();
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
            who: nameOf(escalation.actor.id),
            ago: formatAgo(escalation.created_at, now),
          }),
        ]),
    ...(waiting === undefined || waiting.id === supersedes
      ? []
      : [
          t('waits.proposed', {
            who: nameOf(waiting.actor.id),
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
            who: nameOf(replaced.actor.id),
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
