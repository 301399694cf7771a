/** The last look before a policy is published: what holds at once, what from when on; signed by the holder's person. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { jsonObjectOf, type JsonObject } from '../../../../shared/contract/json.ts';
import type { Policy } from '../../../../shared/contract/policies.ts';
import type { DatasetPolicy, PublishedPolicy } from '../../../../shared/contract/policy-routes.ts';
import { policyPath, usePublishPolicy } from '../../../api/policies.ts';
import { usePreferences } from '../../../state/preferences.ts';
import { FormDialog, type DialogProps } from '../../../ui/form/form-dialog.tsx';
import layout from '../../../ui/form/form.module.css';
import { formatCount, formatInstantIn } from '../../../ui/format.ts';
import { insteadOfSigning, SignerFields } from '../../../ui/signing/signer-fields.tsx';
import { useSignedAct } from '../../../ui/signing/use-signed-act.ts';
import { useSigning, type SignerText } from '../../../ui/signing/use-signing.ts';
import { ChangeList, FirstVersion } from './change-list.tsx';
import type { PolicyDraft } from './policy-draft.ts';
import { publicationOf, shownPublication, type Publication } from './shown-policy.ts';

const hourMs = 3_600_000;

interface PublishForm {
  readonly signer: SignerText;
}

export function PublishDialog({
  dataset: { dataset_id: id, holder_id: holder },
  draft,
  published,
  undecided,
  onPublished,
  ...dialog
}: DialogProps & {
  readonly dataset: { readonly dataset_id: string; readonly holder_id: string };
  readonly draft: PolicyDraft;
  readonly published: DatasetPolicy | undefined;
  /** Fields that nobody decided about. */
  readonly undecided: number;
  readonly onPublished: (published: PublishedPolicy) => void;
}) {
  const { t } = useTranslation('protection');
  const signing = useSigning({
    among: ({ role, holder_id: of }) => role === 'data_holder' && of === holder,
  });
  const send = useSignedAct();
  const publishing = usePublishPolicy();
  const { policy, basedOn } = draft;
  const publication = publicationOf(policy, {
    held: published?.in_force.policy,
    latest: basedOn,
  });
  return (
    <FormDialog<PublishForm, JsonObject, PublishedPolicy>
      {...dialog}
      title={t('publish.title')}
      size={640}
      instead={insteadOfSigning(signing)}
      submit={t('publish.submit')}
      failed={t('publish.failed')}
      initial={{ signer: signing.initial }}
      bodyOf={() => ({ policy: jsonObjectOf(policy), based_on: basedOn })}
      check={({ signer }) => signing.check(signer)}
      send={(body, idempotencyKey, form) => {
        const actor = signing.actorOf(form.signer);
        const by = signing.isUnsigned ? {} : { signer: form.signer.person_id };
        const announced = published?.announced ?? null;
        return send({
          act: {
            method: 'PUT',
            path: policyPath(id),
            body: JSON.stringify({ ...body, ...by }),
            idempotencyKey,
          },
          signers: signing.signersOf(form.signer),
          shown:
            actor === undefined
              ? []
              : shownPublication(id, publication, { actor, now: Date.now(), announced }),
          post: (act) => publishing.mutateAsync(act),
        });
      }}
      told={({ announced }) => t(announced === null ? 'publish.done' : 'publish.announced')}
      onDone={onPublished}
    >
      {(form) => (
        <>
          <Difference
            policy={policy}
            publication={publication}
            published={published}
            undecided={undecided}
          />
          <SignerFields
            signing={signing}
            text={form.values.signer}
            fieldOf={(path) => form.getInputProps(path)}
            onChange={(signer) => form.setFieldValue('signer', signer)}
            isFirst
          />
        </>
      )}
    </FormDialog>
  );
}

/** What the publication changes, in words. */
function Difference({
  policy,
  publication: { changes },
  published,
  undecided,
}: {
  readonly policy: Policy;
  readonly publication: Publication;
  readonly published: DatasetPolicy | undefined;
  readonly undecided: number;
}) {
  const { t } = useTranslation('protection');
  const zone = usePreferences((preferences) => preferences.timeZone);
  const [now] = useState(() => Date.now());
  if (published === undefined) return <FirstVersion policy={policy} undecided={undecided} />;
  const { in_force: held, announced } = published;
  const of = (direction: 'tighter' | 'looser') =>
    changes.filter((each) => each.direction === direction);
  const hours = held.policy.notice_hours;
  const from = formatInstantIn(new Date(now + hours * hourMs).toISOString(), zone);
  return (
    <>
      {hours === 0 ? (
        <ChangeList title={t('publish.atOnce')} changes={changes} />
      ) : (
        <>
          <ChangeList title={t('publish.atOnce')} changes={of('tighter')} />
          <ChangeList title={t('publish.from', { instant: from })} changes={of('looser')} />
        </>
      )}
      {announced !== null && (
        <p className={layout.text}>
          {t('publish.givesWay', { version: formatCount(announced.version) })}
        </p>
      )}
      {undecided > 0 && (
        <p className={layout.text}>
          {t(`undecided.${policy.unlisted}`, { count: undecided, fields: formatCount(undecided) })}
        </p>
      )}
    </>
  );
}
