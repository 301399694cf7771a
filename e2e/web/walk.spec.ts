/**
 * Every screen, in both themes and three sizes of the window, of an empty ledger, a demo and a large
 * one: nothing wider than the window, no error in the console, no violation of WCAG, and the same
 * pictures as in docs/images/screens (`npm run e2e -- walk --update-snapshots` takes them anew).
 */
import { z } from 'zod';
import { ConsolePage } from '../pages/console-page.ts';
import {
  expectAccessible,
  expectNoHorizontalOverflow,
  showTheme,
} from '../support/accessibility.ts';
import type { Api } from '../support/api.ts';
import { startHost, temporaryDirectory } from '../support/host.ts';
import { expect, test as base } from '../support/test.ts';

/** The host's clock and the browser's stand there, so that two pictures are alike. */
const fixedTime = Date.parse('2026-11-16T10:00:00Z');
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
  { width: 960, height: 600 },
] as const;

const light = ['light', 'dark'] as const;
const dark = ['dark', 'light'] as const;

interface Screen {
  /** Of its pictures, and of what is said when it fails. */
  readonly name: string;
  /** After `/#`. */
  readonly address: string;
  /** False where what the screen shows is of this run alone, or much like another one. */
  readonly hasPicture?: boolean;
}

const sections: readonly Screen[] = [
  { name: 'overview', address: '/overview' },
  { name: 'decisions', address: '/decisions' },
  { name: 'review', address: '/review' },
  { name: 'integrity', address: '/integrity' },
  { name: 'integrity-checkpoints', address: '/integrity?tab=checkpoints' },
  { name: 'integrity-bundles', address: '/integrity?tab=bundles', hasPicture: false },
  { name: 'integrity-cases', address: '/integrity?tab=cases', hasPicture: false },
  { name: 'models', address: '/models' },
  { name: 'sessions', address: '/sessions' },
  { name: 'datasets', address: '/datasets' },
  { name: 'billing-usage', address: '/billing' },
  { name: 'billing-invoices', address: '/billing?tab=invoices' },
  { name: 'billing-rates', address: '/billing?tab=rates', hasPicture: false },
  { name: 'billing-limits', address: '/billing?tab=limits' },
  { name: 'billing-journal', address: '/billing?tab=journal' },
  { name: 'billing-accounts', address: '/billing?tab=accounts', hasPicture: false },
  { name: 'payouts', address: '/payouts' },
  { name: 'payouts-revenue', address: '/payouts?tab=revenue' },
  { name: 'jobs', address: '/jobs', hasPicture: false },
  { name: 'requests', address: '/requests', hasPicture: false },
  { name: 'audit', address: '/audit', hasPicture: false },
  { name: 'settings', address: '/settings', hasPicture: false },
  { name: 'settings-keys', address: '/settings?tab=keys' },
  { name: 'settings-limits', address: '/settings?tab=limits', hasPicture: false },
  { name: 'settings-server', address: '/settings?tab=server', hasPicture: false },
  { name: 'settings-connections', address: '/settings?tab=connections', hasPicture: false },
  { name: 'settings-backup', address: '/settings?tab=backup', hasPicture: false },
  { name: 'settings-diagnostics', address: '/settings?tab=diagnostics', hasPicture: false },
  { name: 'help', address: '/help', hasPicture: false },
  { name: 'help-verdicts', address: '/help/verdicts' },
  { name: 'help-api', address: '/help/api' },
];

const listSchema = (id: string) =>
  z.looseObject({ data: z.array(z.looseObject({ [id]: z.string() })).min(1) });

/** The address of the first thing of a list, whatever its id is. */
async function first(api: Api, list: string, id: string): Promise<string> {
  const { data } = await api.get(list, listSchema(id));
  return String(data[0]?.[id]);
}

/** The pages of single things, where there are any. */
async function things(api: Api): Promise<readonly Screen[]> {
  const record = await first(api, '/records?model_id=credit-scorer&limit=1', 'id');
  // The older one of the two that are open has evidence.
  const session = await first(api, '/sessions?status=active&limit=1&offset=1', 'session_id');
  const invoice = await first(api, '/billing/invoices?status=PAID&limit=1', 'invoice_id');
  return [
    { name: 'decision', address: `/decisions?record=${record}` },
    { name: 'model', address: '/models/credit-scorer' },
    { name: 'model-versions', address: '/models/credit-scorer?tab=versions', hasPicture: false },
    { name: 'session', address: `/sessions/${session}` },
    { name: 'session-evidence', address: `/sessions/${session}?tab=evidence` },
    { name: 'session-operations', address: `/sessions/${session}?tab=operations` },
    { name: 'dataset', address: '/datasets/riverside-outpatients' },
    { name: 'invoice', address: `/billing/invoices/${invoice}` },
  ];
}

/** Ledgers of the fixed world; each is walked once, so that it is made once. */
const ledgers = [
  { name: 'empty', records: undefined },
  { name: 'demo', records: 300 },
  { name: 'large', records: 30_000 },
] as const;

const test = base.extend<{ readonly records: number | undefined }>({
  records: [undefined, { option: true }],
  host: async ({ records }, use) => {
    const directory = temporaryDirectory('walk');
    const host = await startHost({
      directory: directory.path,
      fixedTime,
      ...(records === undefined ? {} : { demo: records }),
    });
    await use(host);
    await host.stop();
    directory.remove();
  },
});

test.describe.configure({ mode: 'parallel', timeout: 900_000 });

for (const { name: ledger, records } of ledgers) {
  test.describe(`${ledger} ledger`, () => {
    test.use({ records });

    test('every screen, light and dark, in three sizes', async ({ page, api }) => {
      await page.clock.setFixedTime(fixedTime);
      const console = new ConsolePage(page);
      await console.open('Settings');
      await page.mouse.move(0, 0);
      const screens = records === undefined ? sections : [...sections, ...(await things(api))];
      const [widest, ...narrower] = sizes;
      for (const [place, { name, address, hasPicture = true }] of screens.entries()) {
        await page.setViewportSize(widest);
        await page.goto(`/#${address}`);
        await console.expectSettled();
        await test.step(`${name}, ${ledger}`, async () => {
          // Begins with the theme that the screen before ended with: three changes for each screen.
          const themes = place % 2 === 0 ? light : dark;
          for (const theme of themes) {
            const what = `${name}, ${ledger}, ${theme}`;
            await showTheme(page, theme);
            await expectAccessible(page, what, place === 0 ? 'page' : 'screen');
            await expectNoHorizontalOverflow(page, what);
            if (ledger === 'demo' && hasPicture) {
              await expect(page).toHaveScreenshot(`${name}-${theme}.png`);
            }
          }
          for (const [step, size] of narrower.entries()) {
            await page.setViewportSize(size);
            for (const theme of step % 2 === 0 ? themes.toReversed() : themes) {
              await showTheme(page, theme);
              const what = `${name}, ${ledger}, ${theme}, ${size.width} × ${size.height}`;
              await expectNoHorizontalOverflow(page, what);
            }
          }
          if (ledger === 'demo') await expectAccessible(page, `${name}, smallest`, 'size');
        });
      }
    });
  });
}
