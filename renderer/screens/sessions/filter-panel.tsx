/** The filter of the rows as it is put together; how it would run is told, and what is wrong with it, without reading a row. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { DatasetField } from '../../../shared/contract/datasets.ts';
import type { JsonObject } from '../../../shared/contract/json.ts';
import { toFailure } from '../../api/client.ts';
import { useExplain } from '../../api/sessions.ts';
import { faultText } from '../../ui/fault-text.tsx';
import { FilterBuilder } from '../../ui/filter/filter-builder.tsx';
import { ExplainPanel } from './explain-panel.tsx';
import classes from './data.module.css';

/** How long a filter rests before it is explained; the builder waits for the typing itself. */
const explainAfterMs = 150;

export function FilterPanel({
  id,
  ref,
  sessionId,
  fields,
  filter,
  onApply,
}: {
  readonly id: string;
  readonly ref: React.Ref<HTMLFormElement>;
  readonly sessionId: string;
  readonly fields: readonly DatasetField[];
  readonly filter: JsonObject;
  readonly onApply: (filter: JsonObject) => void;
}) {
  const { t } = useTranslation('sessions');
  const [draft, setDraft] = useState(filter);
  const [explains, setExplains] = useState(false);
  const [resting] = useDebouncedValue(draft, explainAfterMs);
  const explanation = useExplain(sessionId, resting);
  const fault = explanation.isError ? toFailure(explanation.error).fields[0] : undefined;
  const isApplied = JSON.stringify(draft) === JSON.stringify(filter);
  return (
    <form
      id={id}
      ref={ref}
      className={classes.filter}
      aria-label={t('data.filter')}
      onSubmit={(event) => {
        event.preventDefault();
        onApply(draft);
      }}
    >
      <FilterBuilder
        fields={fields}
        value={draft}
        onChange={setDraft}
        fault={fault === undefined ? null : { path: fault.field, words: faultText(fault) }}
      />
      <div className="pd-flex pd-gap-6">
        <Button type="submit" variant="filled" disabled={isApplied || fault !== undefined}>
          {t('data.apply')}
        </Button>
        <Button variant="subtle" aria-expanded={explains} onClick={() => setExplains(!explains)}>
          {t('data.explain')}
        </Button>
      </div>
      {explains && explanation.data !== undefined && <ExplainPanel result={explanation.data} />}
    </form>
  );
}
