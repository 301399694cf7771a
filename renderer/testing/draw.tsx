/** Draws a component as the console does: in its theme, with an address and a client for queries of its own, for a key that may all. */
import type { ReactNode } from 'react';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { render, type RenderResult } from 'vitest-browser-react';
import { RightsContext } from '../api/capabilities.ts';
import { createQueryClient } from '../api/query-client.ts';
import { theme } from '../ui/theme/theme.ts';

const allRights = { may: () => true, isKnown: true };

export async function draw(component: ReactNode): Promise<RenderResult> {
  const queryClient = createQueryClient();
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  const drawn = await render(component, {
    wrapper: ({ children }) => (
      <MantineProvider
        theme={theme}
        forceColorScheme="light"
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <QueryClientProvider client={queryClient}>
          <RouterContextProvider router={router}>
            <RightsContext value={allRights}>{children}</RightsContext>
          </RouterContextProvider>
        </QueryClientProvider>
      </MantineProvider>
    ),
  });
  await settled();
  return {
    ...drawn,
    rerender: async (other) => {
      await drawn.rerender(other);
      await settled();
    },
  };
}

/** Waits until it is drawn: React as it is shipped does that in a task of its own. */
async function settled(): Promise<void> {
  await new Promise((frame) => requestAnimationFrame(() => setTimeout(frame)));
}
