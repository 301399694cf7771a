/** Confirming or changing a model's decision profile: proposed from its records, told by a person, signed. */
import { useState } from 'react';
import { Checkbox, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  createProfileSchema,
  type Profile,
  type ProfileDocument,
  type ProposedProfile,
} from '../../../../shared/contract/profiles.ts';
import type { JsonValue } from '../../../../shared/contract/json.ts';
import { factType } from '../../../../shared/ledger/facts.ts';
import type { Actor } from '../../../../shared/ledger/entry-members.ts';
import { toFailure } from '../../../api/client.ts';
import {
  profilesPath,
  useConfirmProfile,
  useProfileProposal,
  useProfiles,
} from '../../../api/profiles.ts';
import { isAboutNow, isIdOf, type ShownEntry } from '../../../signing/shown-entry.ts';
import { FormDialog, type DialogProps } from '../../../ui/form/form-dialog.tsx';
import layout from '../../../ui/form/form.module.css';
import type { FaultsByField } from '../../../ui/form/use-api-form.ts';
import { useMeanwhile } from '../../../ui/form/use-meanwhile.ts';
import { formatCount } from '../../../ui/format.ts';
import { SignerFields } from '../../../ui/signing/signer-fields.tsx';
import { useActorNames } from '../../../ui/signing/person-words.ts';
import { useSignedAct } from '../../../ui/signing/use-signed-act.ts';
import { useSigning } from '../../../ui/signing/use-signing.ts';
import { isReviewer } from '../../../ui/signing/who-may.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { GroupFields } from './group-fields.tsx';
import { ColumnFields, SingleFields, SubjectFields, TimeFields } from './further-fields.tsx';
import { OutcomeFields } from './outcome-fields.tsx';
import { ReviewFields } from './review-fields.tsx';
import { documentOf, formOf, type ProfileText } from './profile-form.ts';
import { fractionIn, type RuleText } from './rule-form.ts';
import { RuleFields } from './rule-fields.tsx';

export interface ProfileDialogProps extends DialogProps {
  readonly modelId: string;
}

const nothing: ProfileDocument = {
  outcome: null,
  decided_at: null,
  subject: null,
  groups: [],
  version: null,
  amount: null,
  columns: [],
  reasons: null,
  review: null,
  small_group: 30,
};

/** The whole document of a profile; a role that is not told all of it changes none. */
function wholeOf({ profile }: Profile): ProfileDocument {
  const { outcome = null, decided_at = null, subject = null, version = null } = profile;
  const { groups = [], columns = [], amount = null, reasons = null } = profile;
  const { small_group = nothing.small_group, review = null, rules } = profile;
  return {
    outcome,
    decided_at,
    subject,
    groups,
    version,
    amount,
    columns,
    reasons,
    review,
    small_group,
    ...(rules === undefined ? {} : { rules }),
  };
}

/** What the form begins with: the profile in force with what is new at its outcome, else the proposal. */
function beginning(newest: Profile | undefined, proposal: ProposedProfile | undefined) {
  const proposed = proposal?.profile ?? nothing;
  if (newest === undefined) return { document: proposed, open: proposal?.unassigned ?? [] };
  const document = wholeOf(newest);
  const { path, favourable, adverse, undecided } = proposed.outcome ?? { path: undefined };
  const isSame = path !== undefined && path === document.outcome?.path;
  const known = isSame ? [...favourable, ...adverse, ...undecided] : [];
  return { document, open: isSame ? [...known, ...(proposal?.unassigned ?? [])] : [] };
}

/** Fractions that are none, each by the path of its field. */
function fractionFaults(rules: readonly RuleText[], words: string): FaultsByField {
  return Object.fromEntries(
    rules.flatMap(({ kind, below }, place) =>
      kind === 'impact_ratio' && fractionIn(below) === undefined
        ? [[`profile.rules.${place}.below`, words]]
        : [],
    ),
  );
}

/** The entry that is appended, as the form shows it. */
function shownProfile(
  modelId: string,
  document: Readonly<Record<string, JsonValue>>,
  by: Actor | undefined,
  now: number,
): readonly ShownEntry[] {
  if (by === undefined) return [];
  const set = { model_id: modelId, document, created_at: isAboutNow(now) };
  const members = { type: factType, table: 'profiles', id: isIdOf('prof'), by: { ...by }, set };
  return [{ members, values: {} }];
}

export function ProfileDialog({ opened, onClose, modelId }: ProfileDialogProps) {
  const { t } = useTranslation('profiles');
  const { t: ruleWord } = useTranslation('rules');
  const asked = opened ? modelId : undefined;
  const profiles = useProfiles(asked);
  const proposal = useProfileProposal(asked);
  const confirming = useConfirmProfile();
  const signing = useSigning({ among: isReviewer });
  const sendSigned = useSignedAct();
  const nameOf = useActorNames();
  const [hasUnseen, setUnseen] = useState(false);
  const newest = profiles.data?.data[0];
  const close = () => {
    setUnseen(false);
    onClose();
  };
  const error = profiles.error ?? proposal.error;
  const isRead = profiles.data !== undefined && proposal.data !== undefined && !signing.isWaiting;
  const meanwhile = useMeanwhile({
    current: { profile_id: newest?.profile_id ?? null },
    isOpen: opened && isRead,
    isPending: confirming.isPending,
    lines: ({ profile_id: id }) => {
      const profile = profiles.data?.data.find((each) => each.profile_id === id);
      const text =
        profile === undefined
          ? t('noProfile')
          : t('byWhom', { n: profile.n, name: nameOf(profile.actor.id) });
      return [{ label: t('inForce'), text }];
    },
  });
  const known = proposal.data ?? { records: 0, paths: [], unassigned: [], profile: nothing };
  const { document, open } = beginning(newest, proposal.data);
  const bodyOf = (values: ProfileText) => ({
    profile: documentOf(values, known.paths),
    ...(values.accept_unseen ? { accept_unseen: true } : {}),
    if_previous: meanwhile.previous,
  });
  const again = () => void Promise.all([profiles.refetch(), proposal.refetch()]);
  const waiting =
    error === null ? (
      <Skeleton height={320} />
    ) : (
      <ErrorState compact error={error} title={t('unread')} onRetry={again} />
    );
  return (
    <FormDialog<ProfileText, ReturnType<typeof bodyOf>, Profile>
      opened={opened}
      onClose={close}
      title={t('title', { model: modelId })}
      size="large"
      instead={isRead ? undefined : { children: <div className="pd-panel">{waiting}</div> }}
      submit={t('submit')}
      failed={(failure) => t(failure?.code === 'path_unseen' ? 'unseen.title' : 'failed')}
      told={({ n }) => t('done', { model: modelId, n })}
      meanwhile={meanwhile}
      initial={formOf(document, open, signing.initial)}
      bodyOf={bodyOf}
      schema={createProfileSchema}
      check={(values, found): FaultsByField => {
        const lacks = (of: string) => found.some(({ field }) => field === `profile.outcome.${of}`);
        const { outcome } = values.profile;
        const open = values.decides ? outcome.values : [];
        return {
          ...signing.check(values.signer),
          ...fractionFaults(values.profile.rules, ruleWord('form.fraction')),
          ...(lacks('favourable') || lacks('adverse')
            ? { 'profile.outcome': t('outcome.both') }
            : {}),
          ...Object.fromEntries(
            open.flatMap(({ of }, place) =>
              of === '' ? [[`profile.outcome.values.${place}`, t('outcome.open')]] : [],
            ),
          ),
        };
      }}
      send={async (body, idempotencyKey, { signer }) => {
        try {
          return await sendSigned({
            act: {
              method: 'POST',
              path: profilesPath(modelId),
              // Who signs stands beside what the rules of the body are asked about.
              body: JSON.stringify({
                ...body,
                ...(signing.isUnsigned ? {} : { signer: signer.person_id }),
              }),
              idempotencyKey,
            },
            signers: signing.signersOf(signer),
            shown: shownProfile(modelId, body.profile, signing.actorOf(signer), Date.now()),
            post: (act) => confirming.mutateAsync(act),
          });
        } catch (failed) {
          if (toFailure(failed).code === 'path_unseen') setUnseen(true);
          throw failed;
        }
      }}
      onDone={close}
      renderTools={(form) =>
        hasUnseen && (
          <Checkbox
            label={t('unseen.accept')}
            {...form.getInputProps('accept_unseen', { type: 'checkbox' })}
          />
        )
      }
    >
      {(form) => (
        <>
          <p className={layout.text}>
            {t('text', { count: known.records, records: formatCount(known.records) })}
          </p>
          <OutcomeFields form={form} proposal={known} />
          <GroupFields form={form} known={known} />
          <TimeFields form={form} known={known} />
          <SubjectFields form={form} known={known} />
          <SingleFields form={form} known={known} />
          <ColumnFields form={form} known={known} />
          <ReviewFields form={form} />
          <RuleFields form={form} taken={(document.rules ?? []).map(({ id }) => id)} />
          <SignerFields
            signing={signing}
            text={form.values.signer}
            fieldOf={(path) => form.getInputProps(path)}
            onChange={(signer) => form.setFieldValue('signer', signer)}
          />
        </>
      )}
    </FormDialog>
  );
}
