/** Shows or hides what stands around the list of decisions; kept as a preference. */
import { ActionIcon } from '@mantine/core';
import { IconChartHistogram, IconLayoutSidebar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/capabilities.ts';
import { prefer, usePreferences } from '../../state/preferences.ts';

export function toggleFacets(): void {
  prefer({ decisionFacets: !usePreferences.getState().decisionFacets });
}

export function toggleTime(): void {
  prefer({ decisionsOverTime: !usePreferences.getState().decisionsOverTime });
}

export function AroundChoice() {
  const { t } = useTranslation('decisions');
  const may = useMay();
  const { decisionFacets: hasFacets, decisionsOverTime: hasTime } = usePreferences();
  return (
    <>
      {may('getRecordFacets') && (
        <ActionIcon
          size={28}
          variant={hasFacets ? 'light' : 'default'}
          aria-pressed={hasFacets}
          aria-label={t('facets.title')}
          title={t(hasFacets ? 'command.hideFacets' : 'command.showFacets')}
          onClick={toggleFacets}
        >
          <IconLayoutSidebar size={15} stroke={1.75} />
        </ActionIcon>
      )}
      {may('getRecordHistogram') && (
        <ActionIcon
          size={28}
          variant={hasTime ? 'light' : 'default'}
          aria-pressed={hasTime}
          aria-label={t('time.title')}
          title={t(hasTime ? 'command.hideTime' : 'command.showTime')}
          onClick={toggleTime}
        >
          <IconChartHistogram size={15} stroke={1.75} />
        </ActionIcon>
      )}
    </>
  );
}
