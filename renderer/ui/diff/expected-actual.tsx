/** Expected and actual beside each other, with the characters that differ marked. */
import { useMemo, useState } from 'react';
import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { showHidden } from '../../../shared/hidden-text.ts';
import { copyText } from '../clipboard.ts';
import { formatCount } from '../format.ts';
import { diffCharacters, foldSame, type DiffFold, type DiffPart } from './character-diff.ts';
import classes from './expected-actual.module.css';

/** Same characters that are written out on either side of a difference. */
const context = 28;

type Side = 'expected' | 'actual';

function Text({ parts, side }: { parts: readonly (DiffPart | DiffFold)[]; side: Side }) {
  const { t } = useTranslation('integrity');
  const other = side === 'expected' ? 'added' : 'removed';
  return parts.map((part, place) => {
    const key = `${place} ${part.kind}`;
    if (part.kind === 'fold') {
      return (
        <span key={key} className={classes.fold}>
          {t('diff.same', { count: part.hidden, characters: formatCount(part.hidden) })}
        </span>
      );
    }
    if (part.kind === other) return null;
    if (part.kind === 'same') return <span key={key}>{showHidden(part.text)}</span>;
    return (
      <mark key={key} className={classes.mark} data-side={side}>
        {showHidden(part.text)}
      </mark>
    );
  });
}

function Row({
  side,
  text,
  parts,
}: {
  side: Side;
  text: string | null;
  parts: readonly (DiffPart | DiffFold)[];
}) {
  const { t } = useTranslation('integrity');
  return (
    <div className={classes.row} data-side={side}>
      <span className={classes.label}>{t(`diff.${side}`)}</span>
      {text === null ? (
        <span className={classes.nothing}>{t('diff.nothing')}</span>
      ) : (
        <code className={classes.text} dir="ltr">
          <Text parts={parts} side={side} />
        </code>
      )}
      {text !== null && (
        <ActionIcon
          size="sm"
          className="pd-fixed"
          aria-label={t(`diff.copy_${side}`)}
          onClick={() => void copyText(text, t(`diff.${side}`))}
        >
          <IconCopy size={13} />
        </ActionIcon>
      )}
    </div>
  );
}

/** Shows what should stand there and what does; `null` is a value that is missing. */
export function ExpectedActual({
  expected,
  actual,
}: {
  expected: string | null;
  actual: string | null;
}) {
  const { t } = useTranslation('integrity');
  const [whole, setWhole] = useState(false);
  const parts = useMemo<DiffPart[]>(() => {
    if (expected === null) return actual === null ? [] : [{ kind: 'same', text: actual }];
    if (actual === null) return [{ kind: 'same', text: expected }];
    return diffCharacters(expected, actual);
  }, [expected, actual]);
  const folded = useMemo(() => foldSame(parts, context), [parts]);
  const canFold = folded.length !== parts.length;
  if (expected === null && actual === null) return null;
  return (
    <div className={classes.diff}>
      <Row side="expected" text={expected} parts={whole ? parts : folded} />
      <Row side="actual" text={actual} parts={whole ? parts : folded} />
      {canFold && (
        <UnstyledButton className={classes.more} onClick={() => setWhole(!whole)}>
          {whole ? t('diff.fold') : t('diff.unfold')}
        </UnstyledButton>
      )}
    </div>
  );
}
