/** Figures: each is a link to the list that it counts. */
import { useTranslation } from 'react-i18next';
import type { Figure, FigureKind } from '../../../shared/contract/overview.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { formatCount } from '../../ui/format.ts';
import { formatMoney } from '../../ui/money/money.ts';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { figureAddress } from './addresses.ts';
import { inOrder } from './profiles.ts';
import classes from './overview.module.css';

export function FigureTiles({
  figures,
  order,
}: {
  figures: readonly Figure[];
  order: readonly FigureKind[];
}) {
  const { t } = useTranslation('overview');
  return (
    <Section title={t('figures.title')}>
      <ul className={classes.tiles}>
        {inOrder(figures, order).map((figure) => (
          <li
            key={figure.kind}
            className={classes.tile}
            data-money={figure.currency !== null || undefined}
          >
            <Tile figure={figure} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Figures about money say what they count: their names alone could be read in two ways. */
const noted = ['payouts_pending', 'payouts_failed', 'spent', 'balance'] as const;

function isNoted(kind: FigureKind): kind is (typeof noted)[number] {
  return noted.some((each) => each === kind);
}

function Tile({ figure }: { figure: Figure }) {
  const { t } = useTranslation('overview');
  const { kind, value, currency } = figure;
  const name = t(`figures.${kind}`);
  const text = currency === null ? formatCount(value) : formatMoney(value, currency);
  const content = (
    <>
      <span className={classes.tileName}>{name}</span>
      <span className={classes.tileValue} data-zero={value === 0 || undefined}>
        {currency === null ? text : <MoneyText value={value} currency={currency} headline />}
      </span>
      {isNoted(kind) && <span className={classes.tileNote}>{t(`figures.note.${kind}`)}</span>}
    </>
  );
  const address = figureAddress(figure);
  if (address === undefined) return <div className={classes.tileLink}>{content}</div>;
  return (
    <PlaceLink
      className={classes.tileLink}
      href={address}
      data-figure={kind}
      title={t('figures.open', { name, value: text })}
    >
      {content}
    </PlaceLink>
  );
}
