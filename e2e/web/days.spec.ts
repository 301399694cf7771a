/** The same days on every screen, whatever zone instants are shown in. */
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { ConsolePage } from '../pages/console-page.ts';
import { expect, readingTest } from '../support/test.ts';

const zones = ['utc', 'Pacific/Kiritimati', 'America/Los_Angeles'] as const;
const addresses = [
  '/overview',
  '/decisions?start_date=2020-01-01',
  '/review?by=decisions',
  '/models',
  '/models/credit-scorer',
  '/models/credit-scorer?tab=versions',
  '/datasets',
  '/datasets/riverside-outpatients',
  '/sessions',
  '/billing',
  '/billing?tab=invoices',
  '/billing?tab=rates',
  '/billing?tab=limits',
  '/billing?tab=journal',
  '/billing?tab=accounts',
  '/payouts',
  '/payouts?tab=revenue',
  '/integrity?tab=checkpoints',
  '/audit',
  '/jobs',
  '/settings?tab=keys',
];

/** Days and months that no time of day follows: with times as ISO 8601, all else is an instant. */
const daysOn = (text: string) => text.match(/\b\d{4}-\d\d(?:-\d\d(?! \d\d:))?(?!-?\d)/g) ?? [];

async function showIn(page: Page, timeZone: (typeof zones)[number]): Promise<void> {
  await page.evaluate(
    (preferences) => {
      localStorage.setItem('proofdesk.preferences', JSON.stringify(preferences));
    },
    { timeZone, formats: 'iso' },
  );
  await page.reload();
}

readingTest('every screen shows the same days in every time zone @whole', async ({ page, api }) => {
  readingTest.slow();
  const { data } = await api.get(
    '/billing/invoices?status=PAID&limit=1',
    z.looseObject({ data: z.tuple([z.looseObject({ invoice_id: z.string() })]) }),
  );
  const console = new ConsolePage(page);
  await console.open('Overview');
  const daysIn = async (zone: (typeof zones)[number]) => {
    await showIn(page, zone);
    const days: Record<string, readonly string[]> = {};
    for (const address of [...addresses, `/billing/invoices/${data[0].invoice_id}`]) {
      await page.goto(`/#${address}`);
      await console.expectSettled();
      days[address] = daysOn(await page.getByRole('main').innerText());
    }
    return days;
  };
  const utc = await daysIn('utc');
  expect(Object.values(utc).flat().length).toBeGreaterThan(50);
  for (const zone of zones.slice(1)) expect(await daysIn(zone), zone).toEqual(utc);
});
