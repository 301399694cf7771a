/** The console: providers in their order around the router. */
import { useEffect } from 'react';
import { MantineProvider } from '@mantine/core';
import { DatesProvider } from '@mantine/dates';
import { useReducedMotion } from '@mantine/hooks';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../state/preferences.ts';
import { theme } from '../ui/theme/theme.ts';
import { useShownScheme } from './color-scheme.ts';
import { desktopBridge } from '../ui/desktop-bridge.ts';
import { Rights } from './rights.tsx';
import type { ConsoleRouter } from './router.tsx';

/** Keeps the attributes of the page that the stylesheets look at. */
function usePageAttributes(): void {
  const { density, motion, zoom } = usePreferences();
  const systemIsStill = useReducedMotion(false, { getInitialValueInEffect: false });
  const isStill = systemIsStill || motion === 'reduced';
  useEffect(() => {
    document.documentElement.dataset['density'] = density;
  }, [density]);
  useEffect(() => {
    document.documentElement.dataset['motion'] = isStill ? 'reduced' : 'full';
  }, [isStill]);
  useEffect(() => {
    desktopBridge()?.zoom?.(zoom / 100);
  }, [zoom]);
  useEffect(() => {
    if (desktopBridge() !== undefined) document.documentElement.dataset['desktop'] = 'true';
  }, []);
}

export function App({
  queryClient,
  router,
  onDrawn,
}: {
  readonly queryClient: QueryClient;
  readonly router: ConsoleRouter;
  /** Called once, when the router listens to the address. */
  readonly onDrawn: () => void;
}) {
  const scheme = useShownScheme();
  const { i18n } = useTranslation();
  usePageAttributes();
  useEffect(onDrawn, [onDrawn]);
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme}
      // Both would write style tags, which the policy of this page forbids (ui/theme/variables.ts).
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <DatesProvider settings={{ locale: i18n.language, firstDayOfWeek: 1 }}>
        <QueryClientProvider client={queryClient}>
          <Rights>
            <RouterProvider router={router} />
          </Rights>
        </QueryClientProvider>
      </DatesProvider>
    </MantineProvider>
  );
}
