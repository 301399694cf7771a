/** The addresses of the console: hash history, one route a screen, search parameters as plain text. */
import {
  createHashHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent as lazy,
} from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import type { RecordFilter } from '../../shared/contract/records.ts';
import { mayBeAsked } from '../api/capabilities.ts';
import { recordPageQuery, type RecordOrder } from '../api/records.ts';
import { parseAuditSearch } from '../screens/audit/search.ts';
import { parseBillingSearch } from '../screens/billing/search.ts';
import {
  filterOf,
  orderOf,
  parseDecisionsSearch,
  type DecisionsSearch,
} from '../screens/decisions/search.ts';
import { parseApiSearch, parseVerdictsSearch } from '../screens/help/search.ts';
import { parseIntegritySearch } from '../screens/integrity/search.ts';
import { parseJobsSearch } from '../screens/jobs/search.ts';
import { parseModelSearch, parseModelsSearch } from '../screens/models/search.ts';
import { parseDatasetSearch, parseDatasetsSearch } from '../screens/datasets/search.ts';
import { parseOverviewSearch } from '../screens/overview/search.ts';
import {
  parseAlertsSearch,
  parseFiguresSearch,
  parseOversightSearch,
} from '../screens/oversight/search.ts';
import { parsePayoutsSearch } from '../screens/payouts/search.ts';
import { parseDevelopersSearch } from '../screens/developers/search.ts';
import { parseGrantsSearch } from '../screens/grants/search.ts';
import { parsePersonRequestSearch, parsePersonsSearch } from '../screens/persons/search.ts';
import { parseReviewSearch } from '../screens/review/search.ts';
import { parseSettingsSearch } from '../screens/settings/search.ts';
import { parseSessionSearch, parseSessionsSearch } from '../screens/sessions/search.ts';
import { DecisionsScreen } from '../screens/decisions/decisions-screen.tsx';
import { Home } from './home.tsx';
import { NotFound, ScreenFailure } from './screen-failure.tsx';
import { onlyRead } from '../ui/places/read-search.ts';
import { parseSearchText, writeSearchText } from '../ui/places/search-text.ts';
import { Shell } from './shell.tsx';

const rootRoute = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({
  component: Shell,
  notFoundComponent: NotFound,
});

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: Home,
});

const overviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/overview',
  validateSearch: onlyRead(parseOverviewSearch),
  component: lazy(() => import('../screens/overview/overview-screen.tsx'), 'OverviewScreen'),
});

const decisionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/decisions',
  validateSearch: onlyRead<DecisionsSearch>(parseDecisionsSearch),
  loaderDeps: ({ search }) => ({ filter: filterOf(search), order: orderOf(search) }),
  // Asked before the screen is drawn, which takes longer; the screen waits for it, not the address.
  loader: ({ context: { queryClient }, deps }) => void askFirstPage(queryClient, deps),
  component: DecisionsScreen,
});

async function askFirstPage(
  queryClient: QueryClient,
  list: { readonly filter: RecordFilter; readonly order: RecordOrder },
): Promise<void> {
  if (await mayBeAsked(queryClient, 'listRecords')) {
    await queryClient.prefetchQuery(recordPageQuery({ ...list, pageIndex: 0 }));
  }
}

/** A thing of which only the id, hash or journal index is known. */
const openRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/open/$id',
  component: lazy(() => import('./open-screen.tsx'), 'OpenScreen'),
});

const helpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/help',
  component: lazy(() => import('../screens/help/help-screen.tsx'), 'HelpScreen'),
});

const verdictsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/help/verdicts',
  validateSearch: onlyRead(parseVerdictsSearch),
  component: lazy(() => import('../screens/help/verdicts-screen.tsx'), 'VerdictsScreen'),
});

const figuresRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/help/figures',
  component: lazy(() => import('../screens/help/figures-screen.tsx'), 'FiguresScreen'),
});

const apiRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/help/api',
  validateSearch: onlyRead(parseApiSearch),
  component: lazy(() => import('../screens/help/api-screen.tsx'), 'ApiScreen'),
});

const oversightRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/oversight',
  validateSearch: onlyRead(parseOversightSearch),
  component: lazy(() => import('../screens/oversight/oversight-screen.tsx'), 'OversightScreen'),
});

const alertsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/oversight/alerts',
  validateSearch: onlyRead(parseAlertsSearch),
  component: lazy(() => import('../screens/oversight/alerts/alerts-screen.tsx'), 'AlertsScreen'),
});

const recordedFiguresRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/oversight/figures',
  validateSearch: onlyRead(parseFiguresSearch),
  component: lazy(
    () => import('../screens/oversight/recorded/figures-screen.tsx'),
    'RecordedFiguresScreen',
  ),
});

const reviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/review',
  validateSearch: onlyRead(parseReviewSearch),
  component: lazy(() => import('../screens/review/review-screen.tsx'), 'ReviewScreen'),
});

const integrityRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/integrity',
  validateSearch: onlyRead(parseIntegritySearch),
  component: lazy(() => import('../screens/integrity/integrity-screen.tsx'), 'IntegrityScreen'),
});

const jobsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/jobs',
  validateSearch: onlyRead(parseJobsSearch),
  component: lazy(() => import('../screens/jobs/jobs-screen.tsx'), 'JobsScreen'),
});

const modelsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/models',
  validateSearch: onlyRead(parseModelsSearch),
  component: lazy(() => import('../screens/models/models-screen.tsx'), 'ModelsScreen'),
});

const modelRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/models/$id',
  validateSearch: onlyRead(parseModelSearch),
  component: lazy(() => import('../screens/models/model-screen.tsx'), 'ModelScreen'),
});

const sessionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sessions',
  validateSearch: onlyRead(parseSessionsSearch),
  component: lazy(() => import('../screens/sessions/sessions-screen.tsx'), 'SessionsScreen'),
});

const sessionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sessions/$id',
  validateSearch: onlyRead(parseSessionSearch),
  component: lazy(() => import('../screens/sessions/session-screen.tsx'), 'SessionScreen'),
});

const datasetsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/datasets',
  validateSearch: onlyRead(parseDatasetsSearch),
  component: lazy(() => import('../screens/datasets/datasets-screen.tsx'), 'DatasetsScreen'),
});

const datasetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/datasets/$id',
  validateSearch: onlyRead(parseDatasetSearch),
  component: lazy(() => import('../screens/datasets/dataset-screen.tsx'), 'DatasetScreen'),
});

const grantsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/grants',
  validateSearch: onlyRead(parseGrantsSearch),
  component: lazy(() => import('../screens/grants/grants-screen.tsx'), 'GrantsScreen'),
});

const personsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/persons',
  validateSearch: onlyRead(parsePersonsSearch),
  component: lazy(() => import('../screens/persons/persons-screen.tsx'), 'PersonsScreen'),
});

const personRequestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/persons/$id',
  validateSearch: onlyRead(parsePersonRequestSearch),
  component: lazy(() => import('../screens/persons/request-screen.tsx'), 'PersonRequestScreen'),
});

const billingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/billing',
  validateSearch: onlyRead(parseBillingSearch),
  component: lazy(() => import('../screens/billing/billing-screen.tsx'), 'BillingScreen'),
});

const invoiceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/billing/invoices/$id',
  component: lazy(() => import('../screens/billing/invoice-screen.tsx'), 'InvoiceScreen'),
});

const payoutsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payouts',
  validateSearch: onlyRead(parsePayoutsSearch),
  component: lazy(() => import('../screens/payouts/payouts-screen.tsx'), 'PayoutsScreen'),
});

const developersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/developers',
  validateSearch: onlyRead(parseDevelopersSearch),
  component: lazy(() => import('../screens/developers/developers-screen.tsx'), 'DevelopersScreen'),
});

const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit',
  validateSearch: onlyRead(parseAuditSearch),
  component: lazy(() => import('../screens/audit/audit-screen.tsx'), 'AuditScreen'),
});

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  validateSearch: onlyRead(parseSettingsSearch),
  component: lazy(() => import('../screens/settings/settings-screen.tsx'), 'SettingsScreen'),
});

const recoveryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/recovery',
  component: lazy(() => import('../screens/recovery/recovery-screen.tsx'), 'RecoveryScreen'),
});

const routeTree = rootRoute.addChildren([
  indexRoute,
  overviewRoute,
  openRoute,
  helpRoute,
  verdictsRoute,
  figuresRoute,
  apiRoute,
  decisionsRoute,
  oversightRoute,
  alertsRoute,
  recordedFiguresRoute,
  reviewRoute,
  integrityRoute,
  modelsRoute,
  modelRoute,
  sessionsRoute,
  sessionRoute,
  datasetsRoute,
  datasetRoute,
  grantsRoute,
  personsRoute,
  personRequestRoute,
  billingRoute,
  invoiceRoute,
  payoutsRoute,
  jobsRoute,
  developersRoute,
  auditRoute,
  settingsRoute,
  recoveryRoute,
]);

/** A router over the address of this window, which asks `queryClient` for what a screen begins with. */
export function createConsoleRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    history: createHashHistory(),
    parseSearch: parseSearchText,
    stringifySearch: writeSearchText,
    defaultErrorComponent: ScreenFailure,
    defaultPreload: false,
    defaultPendingMinMs: 0,
    notFoundMode: 'root',
  });
}

export type ConsoleRouter = ReturnType<typeof createConsoleRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: ConsoleRouter;
  }
}
