/** What strays between a baseline and the current window; each field opens to its buckets. */
import { useState } from 'react';
import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Oversight } from '../../../shared/contract/oversight.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { MeasureBar } from '../../ui/charts/share-bar.tsx';
import { fieldWord, valueWord } from '../../ui/filter/where-words.ts';
import { formatConfidence, formatDecimal } from '../../ui/format.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { CountLink } from './behind.tsx';
import classes from './oversight.module.css';

type Field = Oversight['drift']['fields'][number];
type Bucket = Field['buckets'][number];

/** Values from which drift is moderate, and large. */
const sizes = [0.1, 0.25] as const;
/** A bar as long as its place is large, however large. */
const top = 0.3;

export function Drift({ oversight }: { readonly oversight: Oversight }) {
  const { t } = useTranslation('oversight');
  const { drift, model_id: id } = oversight;
  const fields = drift.fields.filter(({ psi }) => psi !== null);
  return (
    <Section title={t('drift.title')}>
      <p className="pd-caption pd-flush">
        {t(`drift.kind.${drift.kind}`)} <CountLink modelId={id} counted={drift.baseline.records} />{' '}
        → <CountLink modelId={id} counted={drift.current.records} />
      </p>
      {fields.length === 0 ? (
        <p className="pd-note">{t('drift.few')}</p>
      ) : (
        <ul className="pd-listed">
          {fields.map((field) => (
            <FieldRow key={field.field} modelId={id} field={field} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function FieldRow({ modelId, field }: { readonly modelId: string; readonly field: Field }) {
  const { t } = useTranslation('oversight');
  const { t: word } = useTranslation('where');
  const [isOpen, setOpen] = useState(false);
  const { psi, mark, size, may_be_chance: isChance } = field;
  const name = showHidden(fieldWord(field.field, word));
  return (
    <li>
      <UnstyledButton
        className={classes.driftRow}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="pd-clip">{name}</span>
        <MeasureBar
          value={psi ?? 0}
          top={top}
          marks={[
            ...sizes.map((at) => ({ at, isDashed: true })),
            ...(mark === null ? [] : [{ at: mark }]),
          ]}
        />
        <span
          className="pd-figures pd-at-end"
          title={mark === null ? undefined : t('drift.mark', { mark: formatConfidence(mark) })}
        >
          {formatConfidence(psi ?? 0)}
        </span>
        <span>
          <StatusBadge
            tone={size === 'large' && isChance !== true ? 'warn' : 'mute'}
            shape={size === 'large' && isChance !== true ? 'triangle' : 'none'}
          >
            {t(isChance === true ? 'drift.chance' : `drift.size.${size ?? 'small'}`)}
          </StatusBadge>
        </span>
      </UnstyledButton>
      {isOpen && (
        <PlainTable
          label={t('drift.buckets', { field: name })}
          columns={[
            { label: name },
            { label: t('drift.baseline'), align: 'end' },
            { label: t('drift.current'), align: 'end' },
          ]}
        >
          {field.buckets.map((bucket) => (
            <tr key={`${bucket.baseline.where} ${bucket.current.where}`}>
              <th scope="row">{bucketWords(bucket)}</th>
              <td data-align="end">
                <CountLink modelId={modelId} counted={bucket.baseline} />
              </td>
              <td data-align="end">
                <CountLink modelId={modelId} counted={bucket.current} />
              </td>
            </tr>
          ))}
        </PlainTable>
      )}
    </li>
  );

  function bucketWords({ kind, above, up_to: upTo, value }: Bucket): string {
    if (kind === 'other') return word('others');
    if (kind === 'absent') return word('absent');
    if (kind === 'value') return showHidden(valueWord(value, word, field.field));
    if (above === null && upTo === null) return t('drift.all');
    if (above === null) return `≤ ${formatDecimal(upTo ?? 0)}`;
    if (upTo === null) return `> ${formatDecimal(above)}`;
    return `${formatDecimal(above)} < … ≤ ${formatDecimal(upTo)}`;
  }
}
