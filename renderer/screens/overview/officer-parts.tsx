/** The overview of who oversees: the ledger, what needs attention and is due, figures, models, what is new. */
import { useTranslation } from 'react-i18next';
import { addDays, dayOf } from '../../../shared/billing/calendar.ts';
import type { OversightModels } from '../../../shared/contract/oversight.ts';
import { useMayAsk } from '../../api/capabilities.ts';
import { useOversightModels } from '../../api/oversight.ts';
import { formatWordedDay } from '../../ui/format.ts';
import { QueryError } from '../../ui/states.tsx';
import { ModelsSection } from '../oversight/models-table.tsx';
import { ActivityList } from './activity-list.tsx';
import { DaysMap } from './days-map.tsx';
import { DueList } from './due-list.tsx';
import { LedgerStrip } from './ledger-strip.tsx';
import { OfficerFigures } from './officer-figures.tsx';
import type { PartsProps } from './parts.ts';
import { Attention, Pair } from './parts-frame.tsx';
import { ModelsWait } from './waits.tsx';

/** Days that the figures and the models are of. */
const days = 30;

export function OfficerParts({ overview, chain }: PartsProps) {
  const { generated_at: generatedAt } = overview;
  return (
    <>
      {chain !== undefined && chain.verification !== null && <LedgerStrip chain={chain} />}
      <Pair>
        <Attention overview={overview} chain={chain} />
        <DueList items={overview.due} generatedAt={generatedAt} />
      </Pair>
      <Models overview={overview} />
      <ActivityList items={overview.activity} generatedAt={generatedAt} />
      {overview.days !== null && <DaysMap days={overview.days} generatedAt={generatedAt} />}
    </>
  );
}

/** Figures of all models and a row of each, once they are there. */
function Models({ overview }: Pick<PartsProps, 'overview'>) {
  const { t } = useTranslation('overview');
  const mayAsk = useMayAsk();
  const query = useOversightModels({ basis: 'model', days });
  const models = query.data;
  return (
    <>
      <OfficerFigures overview={overview} all={models?.all} />
      {models !== undefined && models.data.length > 0 && (
        <ModelsSection
          models={models}
          basis="model"
          note={rangeOf(models, (range) => t('models.range', range))}
        />
      )}
      {models === undefined && query.isError && <QueryError query={query} />}
      {models === undefined && !query.isError && mayAsk('listOversightModels') && <ModelsWait />}
    </>
  );
}

function rangeOf(
  { from, to }: OversightModels,
  words: (range: { readonly from: string; readonly to: string }) => string,
): string | undefined {
  if (from === null || to === null) return undefined;
  return words({
    from: formatWordedDay(dayOf(from)),
    to: formatWordedDay(addDays(dayOf(to), -1)),
  });
}
