/** What of an address reaches a screen. */
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { onlyRead } from './read-search.ts';

/** As the screens read theirs: what is no tab is left out. */
const read = ({ tab }: Readonly<Record<string, unknown>>) => (tab === 'history' ? { tab } : {});

test('what can be read reaches the screen, and nothing else', () => {
  const rootRoute = createRootRoute();
  const route = createRoute({
    getParentRoute: () => rootRoute,
    path: '/list',
    validateSearch: onlyRead(read),
  });
  const router = createRouter({ routeTree: rootRoute.addChildren([route]) });
  const searchOf = (search: object) => router.matchRoutes('/list', search).at(-1)?.search;
  expect(searchOf({ tab: 'history' })).toEqual({ tab: 'history' });
  expect(searchOf({ tab: 'nonsense', other: '1' })).toEqual({});
});
