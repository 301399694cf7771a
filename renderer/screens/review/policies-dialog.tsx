/** What each business policy asks of the people who review its decisions. */
import { Skeleton, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ReviewRules } from '../../../shared/contract/reviews.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import type { Actor } from '../../../shared/ledger/entry-members.ts';
import { factType } from '../../../shared/ledger/facts.ts';
import { useMay } from '../../api/capabilities.ts';
import { useRecordFacets } from '../../api/records.ts';
import { useReviewPolicies, useSetReviewPolicy } from '../../api/reviews.ts';
import type { Act } from '../../api/signing.ts';
import type { ShownEntry } from '../../signing/shown-entry.ts';
import { notify } from '../../state/notices.ts';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { ProofSign } from '../../ui/proof/proof-sign.tsx';
import { FormDialog, type InsteadOfForm } from '../../ui/form/form-dialog.tsx';
import type { Form } from '../../ui/form/use-api-form.ts';
import { useHeld } from '../../ui/form/use-held.ts';
import { useMeanwhile } from '../../ui/form/use-meanwhile.ts';
import { formatCount } from '../../ui/format.ts';
import { insteadOfSigning, SignerFields } from '../../ui/signing/signer-fields.tsx';
import { useSignedAct } from '../../ui/signing/use-signed-act.ts';
import { useSigning, type SignerText } from '../../ui/signing/use-signing.ts';
import { isReviewer } from '../../ui/signing/who-may.ts';
import { numberIn, numberOut } from '../../ui/number-in.ts';
import { ErrorState } from '../../ui/states.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import classes from './review.module.css';

type ById<Of> = Readonly<Record<string, Of>>;

/** Rules as they are typed: the threshold is a text, empty for none. */
interface TypedRules {
  readonly second_actor: boolean;
  readonly review_below: string;
}

interface Values {
  readonly policies: ById<TypedRules>;
  readonly signer: SignerText;
}

const noRules: ReviewRules = { second_actor: false, review_below: null };

function mapped<From, To>(of: ById<From>, to: (value: From) => To): ById<To> {
  return Object.fromEntries(Object.entries(of).map(([id, value]) => [id, to(value)]));
}

const textOf = (below: number | null) => (below === null ? '' : numberOut(below));
const typed = ({ review_below: below, ...rest }: ReviewRules): TypedRules => ({
  ...rest,
  review_below: textOf(below),
});
const rulesOf = ({ review_below: below, ...rest }: TypedRules): ReviewRules => ({
  ...rest,
  review_below: below.trim() === '' ? null : numberIn(below),
});
const isBad = ({ review_below: below }: ReviewRules) =>
  below !== null && !(below > 0 && below <= 1);
const belowPath = (id: string) => `policies.${id}.review_below`;

/** Policies that shall ask for something else than what was looked at. */
function changesOf(policies: ById<TypedRules>, looked: ById<ReviewRules>) {
  return Object.entries(policies).flatMap(([id, each]) => {
    const rules = rulesOf(each);
    const previous = looked[id] ?? noRules;
    const isSame =
      rules.second_actor === previous.second_actor && rules.review_below === previous.review_below;
    return isSame ? [] : [{ id, rules, previous }];
  });
}

type PolicyChange = ReturnType<typeof changesOf>[number];

function actOf({ id, rules, previous }: PolicyChange, signer: string | undefined): Act {
  return {
    method: 'PUT',
    path: `/review-policies/${encodeURIComponent(id)}`,
    body: JSON.stringify({ ...rules, signer, if_previous: previous }),
  };
}

/** What is shown of a change: of rules that were kept before only what is another, of new ones what there is. */
function shownChange(
  { id, rules, previous }: PolicyChange,
  isKept: boolean,
  by: Actor | undefined,
): readonly ShownEntry[] {
  if (by === undefined) return [];
  const told = (['second_actor', 'review_below'] as const).filter((name) =>
    isKept ? rules[name] !== previous[name] : rules[name] !== null,
  );
  const set = Object.fromEntries(told.map((name) => [name, rules[name]]));
  const members = { type: factType, table: 'review_policies', id, by: { ...by }, set };
  return [{ members, values: {} }];
}

export function PoliciesDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation(['review', 'common']);
  const { current, counts, kept, instead } = usePolicies();
  const setting = useSetReviewPolicy();
  const signing = useSigning({ among: isReviewer, isCareful: true });
  const sendSigned = useSignedAct();
  const meanwhile = useMeanwhile({
    current,
    isPending: setting.isPending,
    isOpen: opened,
    lines: (state) =>
      Object.entries(state).flatMap(([id, { review_below: below, second_actor: second }]) => {
        const policy = showHidden(id);
        return [
          {
            label: `${policy} · ${t('policies.below')}`,
            text: textOf(below) || t('policies.belowHint'),
          },
          {
            label: `${policy} · ${t('policies.second')}`,
            text: t(second ? 'yes' : 'no', { ns: 'common' }),
          },
        ];
      }),
  });
  return (
    <FormDialog<Values, ReturnType<typeof changesOf>, void>
      opened={opened}
      onClose={onClose}
      title={t('policies.title')}
      size={680}
      instead={insteadOfSigning(signing) ?? instead}
      submit={t('save', { ns: 'common' })}
      failed={t('policies.setFailed')}
      meanwhile={{ ...meanwhile, isFollowed: true }}
      initial={{ policies: mapped(current, typed), signer: signing.initial }}
      bodyOf={({ policies }) => changesOf(policies, meanwhile.previous)}
      check={({ policies, signer }) => ({
        ...Object.fromEntries(
          Object.entries(policies)
            .filter(([, each]) => isBad(rulesOf(each)))
            .map(([id]) => [belowPath(id), t('policies.belowBad')]),
        ),
        ...signing.check(signer),
      })}
      send={async (changes, key, { signer }) => {
        let known = meanwhile.previous;
        for (const [index, change] of changes.entries()) {
          const { policy_id: id, ...rules } = await sendSigned({
            act: {
              ...actOf(change, signing.isUnsigned ? undefined : signer.person_id),
              idempotencyKey: `${key}-${index}`,
            },
            signers: signing.signersOf(signer),
            shown: shownChange(change, kept.has(change.id), signing.actorOf(signer)),
            post: (act) => setting.mutateAsync(act),
          });
          known = { ...known, [id]: rules };
          meanwhile.settle(known);
          notify({ title: t('policies.set', { policy: id }) });
        }
      }}
      onDone={onClose}
    >
      {(form) => (
        <div className={classes.policies}>
          <p className="pd-note">{t('policies.text')}</p>
          <PoliciesTable form={form} counts={counts} kept={kept} />
          <p className="pd-note">{t('policies.note')}</p>
          <SignerFields
            signing={signing}
            text={form.values.signer}
            fieldOf={(path) => form.getInputProps(path)}
            onChange={(signer) => form.setFieldValue('signer', signer)}
          />
        </div>
      )}
    </FormDialog>
  );
}

/** Every policy that has decisions or rules, by its id; `instead` until they are read. */
function usePolicies() {
  const { t } = useTranslation('review');
  const rules = useReviewPolicies();
  const facets = useRecordFacets({});
  const error = rules.error ?? facets.error;
  let instead: InsteadOfForm | undefined;
  if (error !== null) {
    const retry = () => {
      void rules.refetch();
      void facets.refetch();
    };
    instead = {
      children: <ErrorState compact error={error} title={t('policies.failed')} onRetry={retry} />,
    };
  } else if (rules.data === undefined || facets.data === undefined) {
    instead = { children: <Skeleton height={160} /> };
  }
  const counts = new Map(facets.data?.policies.map((each) => [each.policy_id, each.count]));
  const set = new Map(rules.data?.map(({ policy_id: id, ...rest }) => [id, rest]));
  const ids = [...new Set([...set.keys(), ...counts.keys()])].toSorted();
  const current: ById<ReviewRules> = Object.fromEntries(
    ids.map((id) => [id, set.get(id) ?? noRules]),
  );
  return { current, counts, kept: new Set(set.keys()), instead };
}

function PoliciesTable({
  form,
  counts,
  kept,
}: {
  readonly form: Form<Values>;
  readonly counts: ReadonlyMap<string, number>;
  /** Policies that have rules: who set them is known. */
  readonly kept: ReadonlySet<string>;
}) {
  const { t } = useTranslation('review');
  const { t: proof } = useTranslation('proof');
  const mayProve = useMay()('getRowProof');
  const { policies } = form.values;
  useHeld(!form.isDirty('policies'));
  if (Object.keys(policies).length === 0) {
    return <p className="pd-note">{t('policies.none')}</p>;
  }
  return (
    <PlainTable
      label={t('policies.title')}
      columns={[
        { label: t('policies.policy') },
        { label: t('policies.decisions'), align: 'end' },
        { label: t('policies.below') },
        { label: t('policies.second') },
        ...(mayProve ? [{ label: proof('action') }] : []),
      ]}
    >
      {Object.entries(policies).map(([id, rules]) => {
        const path = belowPath(id);
        const change = (part: Partial<TypedRules>) => {
          form.setFieldValue('policies', { ...policies, [id]: { ...rules, ...part } });
          form.clearFieldError(path);
        };
        return (
          <tr key={id}>
            <th scope="row" className={classes.policy}>
              <bdi title={id}>{showHidden(id)}</bdi>
            </th>
            <td data-align="end">{formatCount(counts.get(id) ?? 0)}</td>
            <td>
              <DecimalInput
                className={classes.below ?? ''}
                data-path={path}
                aria-label={t('policies.belowNamed', { policy: id })}
                placeholder={t('policies.belowHint')}
                min={0}
                max={1}
                step={0.05}
                value={rules.review_below}
                error={isBad(rulesOf(rules)) && t('policies.belowBad')}
                onChange={(below) => change({ review_below: below })}
              />
            </td>
            <td>
              <Switch
                size="xs"
                aria-label={t('policies.secondNamed', { policy: id })}
                checked={rules.second_actor}
                onChange={(event) => change({ second_actor: event.currentTarget.checked })}
              />
            </td>
            {mayProve && (
              <td>
                {kept.has(id) && <ProofSign row={{ table: 'review_policies', id }} name={id} />}
              </td>
            )}
          </tr>
        );
      })}
    </PlainTable>
  );
}
