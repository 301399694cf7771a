/** How the ledger stands is said once: every screen says the same at every moment of a verification. */
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { ConsolePage } from '../pages/console-page.ts';
import { chainSchema, verificationSchema, type Api } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

/** What one page says at one moment; null where it does not speak of it. */
interface Moment {
  /** The status bar: whether it is verified, and the job that it shows. */
  readonly bar: string | null;
  readonly barJob: string | null;
  /** The ledger's card on the overview, and what needs attention there. */
  readonly card: string | null;
  readonly cardText: string | null;
  readonly attention: readonly string[];
  /** Integrity: the large words, what is below them, what the map's colours mean, how far it goes. */
  readonly hero: string | null;
  readonly heroText: string | null;
  readonly legend: readonly string[] | null;
  readonly map: string | null;
  readonly size: string | null;
  readonly head: string | null;
  /** The newest verification in the list of jobs, and its state. */
  readonly job: string | null;
  readonly row: string | null;
}

const momentsSchema = z.custom<Moment[]>(Array.isArray);

/** Notes what a page says whenever anything of it changes, until the page is gone. */
function noteEveryMoment(page: Page): Promise<void> {
  return page.evaluate(() => {
    const moments: Moment[] = [];
    const textOf = (element: Element | null | undefined) =>
      element?.textContent.replaceAll(/\s+/g, ' ').trim() ?? null;
    const one = (selector: string) => textOf(document.querySelector(selector));
    const all = (selector: string) =>
      [...document.querySelectorAll(selector)].map((element) => textOf(element) ?? '');
    const factOf = (name: string) =>
      textOf(
        [...document.querySelectorAll('main dt')].find((term) => textOf(term) === name)
          ?.nextElementSibling?.firstElementChild,
      );
    const isJobs = location.hash.startsWith('#/jobs');
    const isOverview = location.hash.startsWith('#/overview');
    const isIntegrity = location.hash.startsWith('#/integrity');
    let last = '';
    const note = () => {
      const ledger = [...document.querySelectorAll('main section')].find(
        (section) => textOf(section.querySelector('h2')) === 'Ledger',
      );
      const rows = [...document.querySelectorAll('main tbody tr[data-row]')];
      const newest = rows.find((row) => /Verification/.test(row.textContent));
      const moment: Moment = {
        bar: one('footer a[href*="#/integrity"]'),
        barJob: one('footer a[href*="#/jobs"]'),
        card: isOverview ? textOf(ledger?.querySelector('[data-tone]')) : null,
        cardText: isOverview ? textOf(ledger) : null,
        attention: isOverview ? all('main a[data-tone]') : [],
        hero: isIntegrity ? one('main h2[data-tone]') : null,
        heroText: isIntegrity ? one('main section[aria-live]') : null,
        legend: isIntegrity ? all('main ul:has([data-state]) li') : null,
        map: isIntegrity
          ? (document.querySelector('main [aria-label^="Map of"]')?.getAttribute('aria-label') ??
            null)
          : null,
        size: isIntegrity ? factOf('Entries now') : null,
        head: isIntegrity ? factOf('Head now') : null,
        job: isJobs
          ? (newest?.querySelector('[title^="job_"]')?.getAttribute('title') ?? null)
          : null,
        row: isJobs ? textOf(newest?.querySelector('td [data-tone]')) : null,
      };
      const text = JSON.stringify(moment);
      if (text !== last) moments.push(moment);
      last = text;
    };
    new MutationObserver(note).observe(document.body, {
      attributes: true,
      characterData: true,
      childList: true,
      subtree: true,
    });
    note();
    Reflect.set(globalThis, '__moments', moments);
  });
}

async function momentsOf(page: Page): Promise<readonly Moment[]> {
  return momentsSchema.parse(await page.evaluate(() => Reflect.get(globalThis, '__moments')));
}

const numberIn = (text: string | null, pattern: RegExp) => {
  const [, digits] = pattern.exec(text ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits.replaceAll(',', ''));
};

/** What of a moment contradicts something else of it, in words. */
function contradictions(moment: Moment, id: string): string[] {
  const { bar, barJob, card, cardText, hero, heroText, legend } = moment;
  // The list may not hold the job yet.
  const row = moment.job === id ? moment.row : null;
  const found: string[] = [];
  const said = [bar, card, cardText, hero, heroText, row, ...moment.attention].join(' | ');
  if (/Failed|Set back|deviation|does not (verify|hold)|ROLLED/i.test(said)) found.push('failed');
  const isRunning = bar?.startsWith('Verifying') === true;
  if (card !== null && card.startsWith('Verifying') !== isRunning) found.push('card runs');
  if (hero !== null && hero.startsWith('Verifying') !== isRunning) found.push('hero runs');
  // One that waits is said to run by nobody yet, or by those who know more of it.
  const isWaiting = row === 'Waiting';
  if (row !== null && !isWaiting && (row === 'Running') !== isRunning) found.push('job runs');
  if (barJob !== null && barJob.startsWith('Verif') && !isRunning)
    found.push('job in the bar runs');
  if (!isRunning) {
    const kind = (text: string) => /^(Verified earlier|Verified|Not verified)/.exec(text)?.[1];
    const barKind = kind(bar ?? '');
    if (card !== null && kind(card) !== barKind) found.push('card');
    if (hero !== null && kind(hero) !== barKind) found.push('hero');
    const since = numberIn(bar, /([\d,]+) new since/);
    const cardSince = numberIn(cardText, /([\d,]+) entr(?:y|ies) appended since/);
    const heroSince = numberIn(heroText, /([\d,]+) entr(?:y was|ies were) appended since/);
    if (card !== null && cardSince !== since) found.push('new since, on the card');
    if (hero !== null && heroSince !== since) found.push('new since, on Integrity');
    const checked = numberIn(heroText, /Checked ([\d,]+) of/);
    const size = numberIn(moment.size, /^([\d,]+)$/);
    if (hero !== null && size !== undefined && checked !== undefined) {
      if (checked + (heroSince ?? 0) !== size) found.push('entries');
    }
  }
  // What the map calls verified is what is said to be verified now.
  const isNow = bar?.startsWith('Verified ') === true && !bar.startsWith('Verified earlier');
  if (legend?.includes('verified') === true && !isNow) found.push('map');
  if (legend?.includes('verified earlier') === true && isNow) found.push('map');
  const last = numberIn(moment.map, /to ([\d,]+)$/);
  const size = numberIn(moment.size, /^([\d,]+)$/);
  if (last !== undefined && size !== undefined && last + 1 !== size) found.push('size of the map');
  return found;
}

const entriesSchema = z.looseObject({
  data: z.array(z.looseObject({ seq: z.int(), hash: z.string() })),
});

/** Of what was shown as size and head beside each other: those that are of different moments. */
async function foreignHeads(api: Api, moments: readonly Moment[]): Promise<string[]> {
  const pairs = new Map(moments.map(({ size, head }) => [size, head]));
  const found: string[] = [];
  for (const [size, head] of pairs) {
    if (size === null || head === null) continue;
    const seq = Number(size.replaceAll(',', '')) - 1;
    const { data } = await api.get(`/chain/entries?from_seq=${seq}&limit=1`, entriesSchema);
    if (data[0]?.hash !== head) found.push(`${size}: ${head}`);
  }
  return found;
}

/** Decisions for a file that takes a while to verify. */
function manyDecisions(count: number): string {
  const line = (index: number) =>
    JSON.stringify({
      model_id: 'credit-scorer',
      input: { index, income: 41_000 + index },
      output: { decision: index % 3 === 0 ? 'DENIED' : 'APPROVED' },
    });
  return Array.from({ length: count }, (_, index) => `${line(index)}\n`).join('');
}

const record = { model_id: 'credit-scorer', input: { income: 1 }, output: { decision: 'HOLD' } };

// As many decisions as a verification takes a while over: made, read and verified twice.
test.describe.configure({ timeout: 420_000 });

test('overview, Integrity, jobs and status bar say one thing at every moment of a verification @whole', async ({
  page,
  context,
  api,
}) => {
  await api.importFile(manyDecisions(25_000), 'application/x-ndjson');
  // A result of before, which every screen goes on from.
  await api.verify();
  const pages = [page, await context.newPage(), await context.newPage()] as const;
  const addresses = ['/overview', '/integrity?tab=method', '/jobs'] as const;
  for (const [index, each] of pages.entries()) {
    await each.goto(`/#${addresses[index]}`);
    await new ConsolePage(each).expectSettled();
    await expect(new ConsolePage(each).status).toContainText('Verified');
  }
  // A page that is starved may read nothing while a quick verification runs: then there is another one.
  while (!(await oneIsHeard(pages, api)));
});

/** Verifies beside appends; answers whether the list of jobs was read meanwhile. */
async function oneIsHeard(pages: readonly Page[], api: Api): Promise<boolean> {
  for (const each of pages) await noteEveryMoment(each);
  const started = await api.send('POST', '/chain/verifications');
  expect(started.status).toBe(202);
  const jobSchema = z.looseObject({ job_id: z.string(), status: z.string() });
  const { job_id: id } = jobSchema.parse(started.body);
  let signed = 0;
  let isOver = false;
  // Beside it, and for a while after a quick one, the ledger grows and checkpoints of what is new are signed.
  while (!isOver || signed < 3) {
    for (let index = 0; index < 5; index += 1) {
      expect((await api.send('POST', '/records', { body: record })).status).toBe(201);
    }
    expect((await api.send('POST', '/chain/checkpoints')).status).toBe(201);
    signed += 1;
    isOver = (await api.get(`/jobs/${id}`, jobSchema)).status === 'completed';
  }
  const outcome = await api.get(`/chain/verifications/${id}`, verificationSchema);
  expect(outcome.verdict).toBe('VERIFIED_SIGNED');
  const { size } = await api.get('/chain', chainSchema);
  const since = (size - outcome.total).toLocaleString('en');
  for (const each of pages) {
    await expect(new ConsolePage(each).status).toContainText(
      `Verified earlier · ${since} new since`,
    );
  }

  const heard = await Promise.all(pages.map(momentsOf));
  const wrong = heard.flat().flatMap((moment) => {
    const faults = contradictions(moment, id);
    return faults.length === 0 ? [] : [{ faults, moment }];
  });
  expect(wrong).toEqual([]);
  expect(await foreignHeads(api, heard.flat())).toEqual([]);
  const [overview = [], integrity = [], jobs = []] = heard;
  const rows = jobs.filter(({ job }) => job === id).map(({ row }) => row);
  if (!rows.includes('Running')) return false;
  // Each screen was heard before, while it ran, and after.
  for (const each of [
    overview.map(({ card }) => card),
    integrity.map(({ hero }) => hero),
    heard.flat().map(({ bar }) => bar),
  ]) {
    expect(each.some((words) => words?.startsWith('Verifying'))).toBe(true);
    expect(each.some((words) => words?.startsWith('Verified earlier'))).toBe(true);
  }
  expect(rows).toContain('Completed');
  expect(integrity.some((moment) => moment.head !== null)).toBe(true);
  return true;
}
