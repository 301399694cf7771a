/** In the place of a value that was erased: who, when, on what legal basis. */
import { IconEraser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ErasureEntry } from '../../../shared/ledger/entries.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { Instant } from '../../ui/instant.tsx';
import { useActorNames, useActorRoles } from '../../ui/signing/person-words.ts';
import { ReplicaNote } from '../../ui/proof/replica-note.tsx';
import classes from './interventions.module.css';

export function ErasedNote({ erasure }: { erasure: ErasureEntry | undefined }) {
  const { t } = useTranslation('interventions');
  const nameOf = useActorNames();
  const roleOf = useActorRoles();
  return (
    <p className={classes.erasedNote}>
      <IconEraser size={14} stroke={1.75} aria-hidden="true" />
      <span>
        <strong>{t('erased.title')}</strong>{' '}
        {erasure === undefined ? (
          t('erased.unknown')
        ) : (
          <>
            <bdi>
              {t('erased.by', { who: nameOf(erasure.actor.id), role: roleOf(erasure.actor.role) })}
            </bdi>{' '}
            <Instant at={erasure.createdAt} withZone />. <bdi>{showHidden(erasure.legalBasis)}</bdi>
            <ReplicaNote erasedAt={erasure.createdAt} />
          </>
        )}
      </span>
    </p>
  );
}
