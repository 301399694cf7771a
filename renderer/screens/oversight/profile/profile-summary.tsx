/** A decision profile in words: each member that it has, with where it stands. */
import { useTranslation } from 'react-i18next';
import {
  outcomeClasses,
  type OutcomeClass,
  type Profile,
  type ProfileDocument,
} from '../../../../shared/contract/profiles.ts';
import { bandLabels } from '../../../../shared/oversight/bands.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { formatCount } from '../../../ui/format.ts';
import { numberOut } from '../../../ui/number-in.ts';
import { ruleTitle } from '../../../ui/rules/rule-words.ts';
import { scalarText, type Scalar } from './profile-form.ts';
import classes from './profile.module.css';

interface Line {
  readonly label: string;
  readonly text: string;
}

const texts = (values: readonly Scalar[]) => values.map(scalarText).join(', ');

type Words = ReturnType<typeof useTranslation<'profiles'>>['t'];
type RuleWords = Parameters<typeof ruleTitle>[1];

function linesOf(
  { profile }: Pick<Profile, 'profile'>,
  t: Words,
  ruleWord: RuleWords,
): readonly Line[] {
  const { outcome, groups = [], decided_at: decided, subject, version } = profile;
  const { amount, columns = [], reasons, small_group: small } = profile;
  const line = (label: string, text: string | undefined | null): Line[] =>
    text === undefined || text === null || text === '' ? [] : [{ label, text }];
  const classLine = (of: OutcomeClass) => line(t(`class.${of}`), texts(outcome?.[of] ?? []));
  return [
    ...line(t('outcome.legend'), outcome === null ? t('section.decidesNothing') : outcome?.path),
    ...outcomeClasses.flatMap(classLine),
    ...groups.flatMap(({ name, path, bands, reference }) => {
      const cut = bands === undefined ? [] : [bandLabels(bands).join(' · ')];
      const against =
        reference === undefined ? [] : [t('section.against', { reference: scalarText(reference) })];
      return line(t('section.group', { name }), [path, ...cut, ...against].join(' · '));
    }),
    ...line(t('time.legend'), decided && `${decided.path} · ${t(`time.${decided.format}`)}`),
    ...line(
      t('subject.legend'),
      subject && `${subject.paths.join(', ')} · ${t(`subject.${subject.match}`)}`,
    ),
    ...line(t('single.version'), version?.path),
    ...line(t('single.amount'), amount && `${amount.path} · ${amount.currency}`),
    ...line(t('single.reasons'), reasons?.path),
    ...line(t('review.legend'), reviewWords(profile.review ?? null, t)),
    ...(profile.review?.reason_codes ?? []).flatMap(({ code, label }) =>
      line(t('review.told.code', { code }), label),
    ),
    ...(profile.rules ?? []).flatMap((rule, place) =>
      line(ruleWord('form.named', { place: place + 1 }), ruleTitle(rule, ruleWord)),
    ),
    ...line(t('columns.legend'), columns.map(({ name, path }) => `${name} ${path}`).join(', ')),
    ...line(t('single.small'), small === undefined ? undefined : formatCount(small)),
  ];
}

function reviewWords(review: ProfileDocument['review'], t: Words): string | undefined {
  if (review === null) return undefined;
  const number = (key: 'below' | 'sample' | 'blind' | 'due', value: number | null) =>
    value === null || value === 0 ? [] : [t(`review.told.${key}`, { value: numberOut(value) })];
  return [
    ...number('below', review.below),
    ...(review.undecided ? [t('review.undecided')] : []),
    ...(review.second_person ? [t('review.second')] : []),
    ...number('sample', review.sample_percent),
    ...number('blind', review.blind_percent),
    ...number('due', review.due_hours),
  ].join(' · ');
}

export function ProfileSummary({ profile }: { readonly profile: Pick<Profile, 'profile'> }) {
  const { t } = useTranslation('profiles');
  const { t: ruleWord } = useTranslation('rules');
  return (
    <dl className="pd-flush pd-grid">
      {linesOf(profile, t, ruleWord).map(({ label, text }) => (
        <div key={label} className={classes.summaryLine}>
          <dt>{showHidden(label)}</dt>
          <dd>
            <bdi>{showHidden(text)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
