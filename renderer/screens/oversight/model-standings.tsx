/** How a model stands in a word each: groups, drift, its card with the artifact. */
import { useTranslation } from 'react-i18next';
import type { FairnessVerdict } from '../../../shared/oversight/rates.ts';
import type { OversightModel } from '../../../shared/contract/oversight.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { modelAddress } from '../../ui/addresses.ts';
import { fieldWord } from '../../ui/filter/where-words.ts';
import { MarkedWord, type Standing } from '../../ui/figures/marked-word.tsx';
import { formatConfidence, formatCount } from '../../ui/format.ts';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { useRowName } from './row-name.ts';

interface OfModel {
  readonly model: OversightModel;
}

const fairnessStandings: Readonly<Record<FairnessVerdict, Standing>> = {
  too_few: 'unknown',
  below: 'warn',
  below_by_chance: 'unknown',
  differs: 'fine',
  no_difference: 'fine',
};

export function FairnessCell({ model: { profile, has_groups: hasGroups, fairness } }: OfModel) {
  const { t } = useTranslation('oversight');
  const nameOf = useRowName();
  const { verdict = null, ratio = null } = fairness?.row ?? {};
  if (fairness === null || verdict === null) {
    const reason = profile === null ? 'noProfile' : hasGroups ? 'notCompared' : 'noGroups';
    return <MarkedWord standing="unknown">{t(`models.${reason}`)}</MarkedWord>;
  }
  const value = ratio === null ? t('none') : formatConfidence(ratio.value);
  return (
    <MarkedWord
      standing={fairnessStandings[verdict]}
      title={`${nameOf(fairness.row)}: ${t(`verdictText.${verdict}`)}`}
    >
      {verdict === 'too_few'
        ? t('models.few', { n: formatCount(fairness.row.n.count) })
        : t(`models.ratio.${verdict}`, { value })}
    </MarkedWord>
  );
}

export function DriftCell({ model: { profile, drift } }: OfModel) {
  const { t } = useTranslation('oversight');
  const { t: word } = useTranslation('where');
  if (drift === null) {
    return (
      <MarkedWord standing="unknown">
        {t(profile === null ? 'models.noProfile' : 'models.tooFew')}
      </MarkedWord>
    );
  }
  const { field, psi, size, may_be_chance: isChance } = drift;
  const name = showHidden(fieldWord(field, word));
  const isLarge = size === 'large' && !isChance;
  const assessment = t(isChance ? 'drift.chance' : `drift.size.${size}`);
  return (
    <MarkedWord standing={isLarge ? 'warn' : 'fine'} title={`${name}: ${assessment}`}>
      {isLarge ? `${formatConfidence(psi)} ${name}` : formatConfidence(psi)}
    </MarkedWord>
  );
}

export function CardCell({ model: { model_id: id, card } }: OfModel) {
  const { t } = useTranslation('oversight');
  if (card === null) return <MarkedWord standing="warn">{t('models.noCard')}</MarkedWord>;
  const isMismatch = card.artifact === 'mismatch';
  const state = isMismatch ? 'mismatch' : card.names_limitations ? 'hasCard' : 'noLimits';
  return (
    <MarkedWord standing={isMismatch ? 'bad' : 'fine'}>
      <PlaceLink className="pd-underlined" href={modelAddress(id)}>
        {t(`models.${state}`)}
      </PlaceLink>
    </MarkedWord>
  );
}
