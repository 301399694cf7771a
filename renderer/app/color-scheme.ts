/** The scheme that is shown: the chosen one, or that of the system. */
import { useColorScheme } from '@mantine/hooks';
import { usePreferences } from '../state/preferences.ts';

export type ShownScheme = 'light' | 'dark';

/** Follows the preference and, under "system", the computer. */
export function useShownScheme(): ShownScheme {
  const chosen = usePreferences((state) => state.colorScheme);
  const system = useColorScheme('light', { getInitialValueInEffect: false });
  return chosen === 'system' ? system : chosen;
}
