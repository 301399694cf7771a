/** The console: providers in their order around the router. */
import { useEffect, useState } from 'react';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createQueryClient } from '../api/query-client.ts';
import { usePreferences } from '../state/preferences.ts';
import { theme } from '../ui/theme/theme.ts';
import { useShownScheme } from './color-scheme.ts';
import { desktopBridge } from './desktop-bridge.ts';
import { createConsoleRouter } from './router.tsx';

/** Keeps the attributes of the page that the stylesheets look at. */
function usePageAttributes(): void {
  const density = usePreferences((state) => state.density);
  useEffect(() => {
    document.documentElement.dataset['density'] = density;
  }, [density]);
  useEffect(() => {
    if (desktopBridge() !== undefined) document.documentElement.dataset['desktop'] = 'true';
  }, []);
}

export function App() {
  const [queryClient] = useState(createQueryClient);
  const [router] = useState(createConsoleRouter);
  const scheme = useShownScheme();
  usePageAttributes();
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme}
      // Both would write style tags, which the policy of this page forbids (ui/theme/variables.ts).
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
