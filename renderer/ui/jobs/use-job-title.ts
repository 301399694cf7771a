/** What a job is called, in the language of the console. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Job } from '../../../shared/contract/jobs.ts';
import { usePreferences } from '../../state/preferences.ts';
import { formatInstant, zoneName } from '../format.ts';
import { showHidden } from '../../../shared/hidden-text.ts';

/** One of an earlier version is called as it said itself. */
export function useJobTitle(): (job: Pick<Job, 'title' | 'words'>) => string {
  const { t } = useTranslation('jobs');
  const zone = usePreferences((state) => state.timeZone);
  return useCallback(
    ({ title, words }) => {
      if (words === null) return showHidden(title);
      const values = Object.entries(words.values).map(([name, value]) => [
        name,
        name === 'made_at' && !Number.isNaN(Date.parse(value))
          ? `${formatInstant(value, zone)} ${zoneName(zone)}`
          : value,
      ]);
      return t(`titles.${words.text}`, Object.fromEntries(values));
    },
    [t, zone],
  );
}
