/** The decision profile of a model on its page: the one in force, earlier ones, and the way to the next. */
import { useState } from 'react';
import { Button, Skeleton, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Profile } from '../../../../shared/contract/profiles.ts';
import { useMay } from '../../../api/capabilities.ts';
import { useProfiles } from '../../../api/profiles.ts';
import { openDialog } from '../../../state/dialogs.ts';
import { Instant } from '../../../ui/instant.tsx';
import { Section } from '../../../ui/page/detail-page.tsx';
import { ProofSign } from '../../../ui/proof/proof-sign.tsx';
import { useActorNames } from '../../../ui/signing/person-words.ts';
import { QueryError } from '../../../ui/states.tsx';
import { ProfileSummary } from './profile-summary.tsx';
import classes from './profile.module.css';

export function ProfileSection({ modelId }: { readonly modelId: string }) {
  const { t } = useTranslation('profiles');
  const may = useMay();
  const profiles = useProfiles(modelId);
  const [newest, ...earlier] = profiles.data?.data ?? [];
  const button = may('createProfile') && profiles.data !== undefined && (
    <Button size="compact-sm" onClick={() => openDialog({ kind: 'decision-profile', modelId })}>
      {t(newest === undefined ? 'section.confirm' : 'section.change')}
    </Button>
  );
  return (
    <Section title={t('section.title')} actions={button}>
      {profiles.isError && profiles.data === undefined ? (
        <QueryError query={profiles} />
      ) : profiles.data === undefined ? (
        <Skeleton height={60} />
      ) : newest === undefined ? (
        <p className="pd-note">{t('section.none')}</p>
      ) : (
        <>
          <Version profile={newest} title={t('section.inForce', { n: newest.n })} />
          <ProfileSummary profile={newest} />
          <Earlier profiles={earlier} />
        </>
      )}
    </Section>
  );
}

function Version({ profile, title }: { readonly profile: Profile; readonly title: string }) {
  const nameOf = useActorNames();
  return (
    <div className={classes.version}>
      <span className="pd-medium">{title}</span>
      <span className="pd-caption">
        <Instant at={profile.created_at} precision="minute" withZone /> · {nameOf(profile.actor.id)}
      </span>
      <ProofSign row={{ table: 'profiles', id: profile.profile_id }} name={title} />
    </div>
  );
}

function Earlier({ profiles }: { readonly profiles: readonly Profile[] }) {
  const { t } = useTranslation('profiles');
  const [isOpen, setOpen] = useState(false);
  if (profiles.length === 0) return null;
  return (
    <div className="pd-grid pd-gap-8">
      <UnstyledButton
        className="pd-text-link pd-grid-size pd-medium pd-underlined pd-target"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? t('section.hide') : t('section.show', { count: profiles.length })}
      </UnstyledButton>
      {isOpen && (
        <ol className="pd-listed pd-grid pd-gap-12" aria-label={t('section.versions')}>
          {profiles.map((profile) => (
            <li key={profile.profile_id} className="pd-line-above">
              <Version profile={profile} title={t('section.version', { n: profile.n })} />
              <ProfileSummary profile={profile} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
