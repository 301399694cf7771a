/** The decisions that were chosen: what each decided, by which model, and where it stands. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PersonRequest } from '../../../shared/contract/persons.ts';
import { decisionInEffect } from '../../../shared/decision-in-effect.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useRecord } from '../../api/records.ts';
import { decisionsAddress } from '../../ui/addresses.ts';
import { formatCount } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { NotNow } from './not-now.tsx';

/** Decisions that are read at once. */
const step = 25;
/** Characters of an output that a cell has room for. */
const shownCharacters = 160;

export function ReadPanel({ request }: { readonly request: PersonRequest }) {
  const { t } = useTranslation('persons');
  const [most, setMost] = useState(step);
  const ids = request.record_ids ?? [];
  if (ids.length === 0) return <NotNow fault="no_records_chosen" />;
  const left = ids.length - most;
  return (
    <div className="pd-stack pd-slim pd-gap-12">
      <div className="pd-wrapping pd-gap-8-16">
        <span className="pd-note">{t('read.text')}</span>
        <PlaceLink
          className="pd-link pd-underlined pd-rounded"
          href={decisionsAddress({ person: request.request_id })}
        >
          {t('read.list')}
        </PlaceLink>
      </div>
      <PlainTable
        label={t('tab.read')}
        isText
        columns={[
          { label: t('find.record') },
          { label: t('find.model') },
          { label: t('find.recorded') },
          { label: t('read.stands') },
          { label: t('read.output') },
        ]}
      >
        {ids.slice(0, most).map((id) => (
          <Decision key={id} id={id} />
        ))}
      </PlainTable>
      {left > 0 && (
        <Button variant="default" onClick={() => setMost(most + step)}>
          {t('read.more', { count: left, formatted: formatCount(left) })}
        </Button>
      )}
    </div>
  );
}

function Decision({ id }: { readonly id: string }) {
  const { t } = useTranslation('persons');
  const { data: record, isError } = useRecord(id);
  const link = (
    <td className="pd-mono">
      <PlaceLink
        className="pd-link pd-underlined pd-rounded"
        href={decisionsAddress({ record: id })}
      >
        {id}
      </PlaceLink>
    </td>
  );
  if (record === undefined) {
    return (
      <tr>
        {link}
        <td colSpan={4} className="pd-dim">
          {isError ? t('read.failed') : t('read.loading')}
        </td>
      </tr>
    );
  }
  const decision = decisionInEffect({ output: record.output ?? null }, record.interventions ?? []);
  const output = decision.output === null ? undefined : JSON.stringify(decision.output);
  return (
    <tr>
      {link}
      <td>{showHidden(record.model_id)}</td>
      <td>
        <Instant at={record.created_at} withZone />
      </td>
      <td>{t(`read.status.${decision.status}`)}</td>
      <td className="pd-anywhere pd-as-written">
        {output === undefined ? (
          <span className="pd-dim">{t('erased')}</span>
        ) : (
          showHidden(
            output.length > shownCharacters ? `${output.slice(0, shownCharacters)}…` : output,
          )
        )}
      </td>
    </tr>
  );
}
