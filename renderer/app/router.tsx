/** The addresses of the console: hash history, one route a screen, search parameters as plain text. */
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { z } from 'zod';
import { parseAuditSearch } from '../screens/audit/search.ts';
import { parseBillingSearch } from '../screens/billing/search.ts';
import { parseDecisionsSearch } from '../screens/decisions/search.ts';
import { parseIntegritySearch } from '../screens/integrity/search.ts';
import { parseModelSearch, parseModelsSearch } from '../screens/models/search.ts';
import { parseDatasetSearch, parseDatasetsSearch } from '../screens/datasets/search.ts';
import { parsePayoutsSearch } from '../screens/payouts/search.ts';
import { parseRequestsSearch } from '../screens/requests/search.ts';
import { parseReviewSearch } from '../screens/review/search.ts';
import { parseSettingsSearch } from '../screens/settings/search.ts';
import { parseSessionSearch, parseSessionsSearch } from '../screens/sessions/search.ts';
import { DecisionsScreen } from '../screens/decisions/decisions-screen.tsx';
import { NotFound, ScreenFailure } from './screen-failure.tsx';
import { parseSearchText, writeSearchText } from './search-text.ts';
import { Shell } from './shell.tsx';

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound });

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/decisions', replace: true });
  },
});

const decisionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/decisions',
  validateSearch: parseDecisionsSearch,
  component: DecisionsScreen,
});

const reviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/review',
  validateSearch: parseReviewSearch,
  component: lazyRouteComponent(
    () => import('../screens/review/review-screen.tsx'),
    'ReviewScreen',
  ),
});

const optionalText = z.string().min(1).optional().catch(undefined);
const integrityRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/integrity',
  validateSearch: parseIntegritySearch,
  component: lazyRouteComponent(
    () => import('../screens/integrity/integrity-screen.tsx'),
    'IntegrityScreen',
  ),
});

export interface JobsSearch {
  job?: string | undefined;
}
const jobsSchema = z.object({ job: optionalText });
const jobsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/jobs',
  validateSearch: (raw: Record<string, unknown>): JobsSearch => jobsSchema.parse(raw),
  component: lazyRouteComponent(() => import('../screens/jobs/jobs-screen.tsx'), 'JobsScreen'),
});

const modelsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/models',
  validateSearch: parseModelsSearch,
  component: lazyRouteComponent(
    () => import('../screens/models/models-screen.tsx'),
    'ModelsScreen',
  ),
});

const modelRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/models/$id',
  validateSearch: parseModelSearch,
  component: lazyRouteComponent(() => import('../screens/models/model-screen.tsx'), 'ModelScreen'),
});

const sessionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sessions',
  validateSearch: parseSessionsSearch,
  component: lazyRouteComponent(
    () => import('../screens/sessions/sessions-screen.tsx'),
    'SessionsScreen',
  ),
});

const sessionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sessions/$id',
  validateSearch: parseSessionSearch,
  component: lazyRouteComponent(
    () => import('../screens/sessions/session-screen.tsx'),
    'SessionScreen',
  ),
});

const datasetsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/datasets',
  validateSearch: parseDatasetsSearch,
  component: lazyRouteComponent(
    () => import('../screens/datasets/datasets-screen.tsx'),
    'DatasetsScreen',
  ),
});

const datasetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/datasets/$id',
  validateSearch: parseDatasetSearch,
  component: lazyRouteComponent(
    () => import('../screens/datasets/dataset-screen.tsx'),
    'DatasetScreen',
  ),
});

const billingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/billing',
  validateSearch: parseBillingSearch,
  component: lazyRouteComponent(
    () => import('../screens/billing/billing-screen.tsx'),
    'BillingScreen',
  ),
});

const invoiceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/billing/invoices/$id',
  component: lazyRouteComponent(
    () => import('../screens/billing/invoice-screen.tsx'),
    'InvoiceScreen',
  ),
});

const payoutsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payouts',
  validateSearch: parsePayoutsSearch,
  component: lazyRouteComponent(
    () => import('../screens/payouts/payouts-screen.tsx'),
    'PayoutsScreen',
  ),
});

const requestsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/requests',
  validateSearch: parseRequestsSearch,
  component: lazyRouteComponent(
    () => import('../screens/requests/requests-screen.tsx'),
    'RequestsScreen',
  ),
});

const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit',
  validateSearch: parseAuditSearch,
  component: lazyRouteComponent(() => import('../screens/audit/audit-screen.tsx'), 'AuditScreen'),
});

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  validateSearch: parseSettingsSearch,
  component: lazyRouteComponent(
    () => import('../screens/settings/settings-screen.tsx'),
    'SettingsScreen',
  ),
});

const routeTree = rootRoute.addChildren([
  indexRoute,
  decisionsRoute,
  reviewRoute,
  integrityRoute,
  modelsRoute,
  modelRoute,
  sessionsRoute,
  sessionRoute,
  datasetsRoute,
  datasetRoute,
  billingRoute,
  invoiceRoute,
  payoutsRoute,
  jobsRoute,
  requestsRoute,
  auditRoute,
  settingsRoute,
]);

/** A router over the address of this window. */
export function createConsoleRouter() {
  return createRouter({
    routeTree,
    history: createHashHistory(),
    parseSearch: parseSearchText,
    stringifySearch: writeSearchText,
    defaultErrorComponent: ScreenFailure,
    defaultPreload: false,
    defaultPendingMinMs: 0,
    notFoundMode: 'root',
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
