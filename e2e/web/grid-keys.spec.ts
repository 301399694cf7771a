/**
 * What is open beside a list is what its keys act on: after rows were pressed and things were opened by
 * the palette or by an address, every key of every grid that has a pane.
 */
import type { Locator, Page } from '@playwright/test';
import { z } from 'zod';
import { ConsolePage } from '../pages/console-page.ts';
import { Inspector } from '../pages/decisions-page.ts';
import { ReviewPage } from '../pages/review-page.ts';
import { SessionPage } from '../pages/session-page.ts';
import type { Api, StoredRecord } from '../support/api.ts';
import { confirmProfile } from '../support/profiles.ts';
import { expect, test } from '../support/test.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });
test.describe.configure({ timeout: 180_000 });

function append(api: Api, name: string, policy: string): Promise<StoredRecord> {
  return api.append({
    model_id: `model-${name}`,
    input: { name },
    output: { decision: 'decline' },
    confidence: 0.42,
    policy_id: policy,
  });
}

/** Below a confidence of 0.6 the decisions of each model wait. */
async function askForReviews(api: Api, records: readonly { readonly model_id: string }[]) {
  for (const each of records) await confirmProfile(api, each.model_id, { below: 0.6 });
}

/** Presses a key in the grid and answers what is in the clipboard then. */
async function copiedBy(grid: Locator, key: string): Promise<string> {
  const page = grid.page();
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await grid.press(key);
  const text = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(text).not.toBe('');
  return text();
}

/** Presses a key that opens a menu, and leaves it. */
async function expectMenu(grid: Locator, key: string, text: string): Promise<void> {
  const menu = grid.page().getByRole('menu').filter({ visible: true });
  await grid.press(key);
  await expect(menu).toContainText(text);
  await grid.page().keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
}

/** Presses a key that opens a dialog, and leaves it. */
async function expectDialog(grid: Locator, key: string, text: string): Promise<void> {
  const dialog = grid.page().getByRole('dialog').filter({ visible: true });
  await grid.press(key);
  await expect(dialog).toContainText(text);
  await grid.page().keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

/** Goes to an address of the same page, as a link does. */
async function goTo(page: Page, parameters: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate((changed) => {
    const [path = '', search] = window.location.hash.split('?');
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changed)) next.set(name, value);
    window.location.hash = `${path}?${next.toString()}`;
  }, parameters);
}

/** The commands that the help lists for the grid; the test below has to know each. */
async function gridCommands(page: Page): Promise<string[]> {
  await page.keyboard.press('?');
  const heading = page.getByRole('heading', { name: 'In the grid' });
  const section = page.locator('section', { has: heading }).last();
  await expect(section).toBeVisible();
  const titles = await section
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => item.firstChild?.textContent ?? ''));
  await page.keyboard.press('Escape');
  await expect(section).toHaveCount(0);
  return titles;
}

/** Tries every key that the help lists, of which `presses` has to know each. */
async function pressEach(
  page: Page,
  presses: Readonly<Record<string, () => Promise<void>>>,
): Promise<void> {
  const commands = new Set(await gridCommands(page));
  expect(Object.keys(presses).toSorted()).toEqual([...commands].toSorted());
  for (const [command, press] of Object.entries(presses)) await test.step(command, press);
}

/** How far a grid is scrolled sideways, by itself or by what it is drawn in, and how far it can be. */
function sidewaysOf(grid: Locator) {
  return grid.evaluate((element) => {
    const scrolls = (each: Element) => /auto|scroll/.test(getComputedStyle(each).overflowX);
    let scroller: Element | null = element;
    while (scroller !== null && !scrolls(scroller)) scroller = scroller.parentElement;
    const { scrollLeft: left = 0, scrollWidth = 0, clientWidth = 0 } = scroller ?? {};
    return { left, most: scrollWidth - clientWidth, half: clientWidth / 2 };
  });
}

/** The keys that scroll a grid sideways, pressed in a window without room for all of its columns. */
function sidewaysKeys(grid: Locator, isWide = true) {
  const page = grid.page();
  const usual = page.viewportSize() ?? { width: 1440, height: 900 };
  return {
    'Scroll to the right': async () => {
      await page.setViewportSize({ ...usual, width: 480 });
      if (isWide) await expect.poll(async () => (await sidewaysOf(grid)).most).toBeGreaterThan(1);
      await grid.press('Shift+ArrowRight');
      const { left, most, half } = await sidewaysOf(grid);
      expect(Math.abs(left - Math.min(most, half))).toBeLessThan(2);
    },
    'Scroll to the left': async () => {
      await grid.press('Shift+ArrowLeft');
      expect((await sidewaysOf(grid)).left).toBe(0);
      await page.setViewportSize(usual);
    },
  };
}

/** A list of decisions, and how it is made to hold them. */
const decisionLists = [
  { name: 'Decisions', address: '/decisions', grid: /^Decisions/ },
  { name: 'Review', address: '/review?by=decisions', grid: /^Decisions that wait/ },
] as const;

for (const list of decisionLists) {
  test(`${list.name}: every key acts on the record that is open @whole`, async ({ page, api }) => {
    const appended = [];
    for (const name of ['a', 'b', 'c']) appended.push(await append(api, name, 'lending'));
    await askForReviews(api, appended);
    // The newest comes first among all, the oldest among those that wait.
    const [c, b, a] = list.name === 'Review' ? appended : appended.toReversed();
    if (a === undefined || b === undefined || c === undefined)
      throw new Error('three are appended');
    const grid = page.getByRole('grid', { name: list.grid });
    const row = (place: number) => grid.locator(`[role="row"][aria-rowindex="${place + 1}"]`);
    const inspector = new Inspector(page);
    await page.goto(`/#${list.address}`);
    await expect(row(3)).toContainText(a.model_id);
    const expectCurrent = async (place: number) => {
      const id = await row(place).getAttribute('id');
      await expect(grid).toHaveAttribute('aria-activedescendant', id ?? '');
    };
    const modelOf = (place: number) =>
      row(place).getByRole('gridcell').filter({ hasText: 'model-' });
    await modelOf(2).click();
    await inspector.expectOpen(b.id);
    await modelOf(3).click();
    await inspector.expectOpen(a.id);
    for (const { id } of [b, a]) {
      if (list.name === 'Decisions') {
        const field = await new ConsolePage(page).palette(id);
        await expect(page.getByRole('option').first()).toContainText(id);
        await field.press('Enter');
      } else {
        // The palette opens a record among all decisions.
        await goTo(page, { record: id });
      }
      await inspector.expectOpen(id);
    }
    await grid.focus();

    const back = async () => {
      await goTo(page, { record: a.id });
      await inspector.expectOpen(a.id);
      await expectCurrent(3);
    };
    const leads = (key: string, id: string) => async () => {
      await grid.press(key);
      await inspector.expectOpen(id);
      expect(await copiedBy(grid, 'c')).toBe(id);
      await back();
    };
    const selects =
      (key: string, { id }: StoredRecord, places: readonly number[]) =>
      async () => {
        await grid.press(key);
        await inspector.expectOpen(id);
        for (const place of places) {
          await expect(row(place)).toHaveAttribute('aria-selected', 'true');
        }
        await grid.press('Escape');
        await expect(inspector.pane).toHaveCount(0);
        await grid.press('Escape');
        await expect(grid.locator('[aria-selected="true"]')).toHaveCount(0);
        await back();
      };
    await pressEach(page, {
      ...sidewaysKeys(grid),
      'Copy id': async () => expect(await copiedBy(grid, 'c')).toBe(a.id),
      'Copy hash': async () => expect(await copiedBy(grid, 'Shift+C')).toBe(a.hash),
      'Copy as JSON': async () => expect(await copiedBy(grid, 'y')).toContain(`"id": "${a.id}"`),
      'Copy cell': async () => expect(await copiedBy(grid, 'Control+c')).toBe(a.model_id),
      'Filter by a value of the row': () => expectMenu(grid, 'f', a.model_id),
      'Row menu': () => expectMenu(grid, 'Shift+F10', a.model_id),
      'Verify this record': async () => {
        await grid.press('v');
        await expect(page.getByText(`#${a.seq} verified`)).toBeVisible();
      },
      'Approve or second…': () => expectDialog(grid, 'a', a.id),
      'Override…': () => expectDialog(grid, 'o', a.id),
      'Escalate…': () => expectDialog(grid, 'u', a.id),
      'Annotate…': () => expectDialog(grid, 'n', a.id),
      'Export an evidence bundle…': () => expectDialog(grid, 'e', 'evidence bundle'),
      'Mark to compare': async () => {
        await grid.press('m');
        await expect(page.getByText('Marked. Press d on another record').first()).toBeVisible();
      },
      'Compare with the marked one': async () => {
        await goTo(page, { record: c.id });
        await inspector.expectOpen(c.id);
        await expectCurrent(1);
        const dialog = page.getByRole('dialog', { name: 'Compare two records' });
        await grid.press('d');
        await expect(dialog.getByRole('columnheader', { name: a.id })).toBeVisible();
        await expect(dialog.getByRole('columnheader', { name: c.id })).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
        await back();
      },
      'Previous break': async () => grid.press('['),
      'Next break': async () => {
        await grid.press(']');
        await inspector.expectOpen(a.id);
      },
      'Previous row': leads('k', b.id),
      'Next row': async () => {
        await goTo(page, { record: b.id });
        await expectCurrent(2);
        await leads('j', a.id)();
      },
      'Page up': leads('PageUp', c.id),
      'Page down': async () => {
        await goTo(page, { record: c.id });
        await expectCurrent(1);
        await leads('PageDown', a.id)();
      },
      'First row': leads('Home', c.id),
      'Last row': async () => {
        await goTo(page, { record: c.id });
        await expectCurrent(1);
        await leads('End', a.id)();
      },
      'Go to row…': async () => {
        await grid.press('g');
        await page.getByRole('dialog').getByRole('textbox').fill('2');
        await page.keyboard.press('Enter');
        await inspector.expectOpen(b.id);
        await back();
      },
      'Select row': selects('x', a, [3]),
      ...(list.name === 'Decisions' && {
        'Select all rows': selects('Control+a', a, [1, 2, 3]),
      }),
      'Extend the selection up': selects('Shift+K', b, [3, 2]),
      'Extend the selection down': async () => {
        await goTo(page, { record: b.id });
        await expectCurrent(2);
        await selects('Shift+J', a, [2, 3])();
      },
      'Into the inspector and back': async () => {
        await grid.press('ArrowRight');
        await expect(inspector.pane.getByRole('tab', { selected: true })).toBeFocused();
      },
      'Open the row': async () => {
        await grid.press('Enter');
        await expect(inspector.pane.getByRole('tab', { selected: true })).toBeFocused();
        await inspector.expectOpen(a.id);
      },
      'Peek at record': async () => {
        await grid.press('Space');
        await expect(inspector.pane).toHaveCount(0);
        await grid.press('Space');
        await inspector.expectOpen(a.id);
      },
    });

    // What a filter leaves out is not in the list, and still what the keys act on.
    await goTo(page, { model_id: b.model_id });
    await expect(grid).toHaveAttribute('aria-rowcount', '2');
    await inspector.expectOpen(a.id);
    expect(await copiedBy(grid, 'c')).toBe(a.id);
    await expectDialog(grid, 'n', a.id);
  });
}

test('Review: what is open after the queue went on is what is acted on @whole', async ({
  page,
  api,
}) => {
  const one = await append(api, 'a', 'lending');
  const two = await append(api, 'b', 'lending');
  const three = await append(api, 'c', 'lending');
  await askForReviews(api, [one, two, three]);
  const review = new ReviewPage(page);
  const { grid, inspector } = review;
  await review.open();
  await review.expectWaiting(3);
  await inspector.expectOpen(one.id);
  await grid.press('o');
  await review.expectDialog('Override the decision');
  const field = (name: string) => review.dialog.getByRole('textbox', { name });
  await review.dialog.getByRole('radio', { name: /^approve/ }).check();
  await field('Reason').fill('The collateral was not part of the input.');
  await page.keyboard.press('Control+Enter');
  await review.dialog.getByRole('button', { name: /^Append the/ }).click();
  await review.expectWaiting(2);
  await inspector.expectOpen(two.id);

  await goTo(page, { record: one.id });
  await inspector.expectOpen(one.id);
  for (const key of ['o', 'a', 'u', 'n']) await expectDialog(grid, key, one.id);
  expect(await copiedBy(grid, 'c')).toBe(one.id);
  expect(await copiedBy(grid, 'Shift+C')).toBe(one.hash);
  expect(await copiedBy(grid, 'y')).toContain(`"id": "${one.id}"`);
});

/** A list of the demo, by what its rows say of themselves. */
interface Listed {
  readonly name: string;
  readonly address: string;
  /** The member of a row that tells it from others. */
  readonly id: string;
  /** The member that is copied as its id, where that is another; it stands in the row. */
  readonly copies?: string;
  /** Where Enter leads: what the address then holds before the row's id, or what is copied for it. */
  readonly enters: string;
  /** The parameter of the address by which a row is open in the list, or beside it. */
  readonly parameter?: string;
  /** Whether a row is opened by a press anywhere in it. */
  readonly opensOnPress?: boolean;
  /** A member by which the list can be narrowed. */
  readonly filter?: string;
  /** The member by which the palette finds a row. */
  readonly palette?: string;
  readonly prepare?: (api: Api) => Promise<void>;
}

/** The rows that are acted on: one, and its neighbours. */
const wanted = 3;

const lists: readonly Listed[] = [
  {
    name: 'Models',
    address: '/models',
    id: 'model_id',
    enters: '/models/',
    opensOnPress: true,
    palette: 'model_id',
  },
  {
    name: 'Datasets',
    address: '/datasets',
    id: 'dataset_id',
    enters: '/datasets/',
    opensOnPress: true,
    filter: 'holder_id',
    palette: 'name',
  },
  {
    name: 'Sessions',
    address: '/sessions',
    id: 'session_id',
    enters: '/sessions/',
    opensOnPress: true,
    filter: 'dataset_id',
    palette: 'session_id',
  },
  {
    name: 'Invoices',
    address: '/billing?tab=invoices',
    id: 'invoice_id',
    enters: '/billing/invoices/',
    opensOnPress: true,
    filter: 'account_id',
    palette: 'invoice_id',
  },
  {
    name: 'Payouts',
    address: '/payouts',
    id: 'payout_id',
    enters: 'payout=',
    parameter: 'payout',
    filter: 'holder_id',
    palette: 'payout_id',
  },
  {
    name: 'Journal',
    address: '/billing?tab=journal',
    id: 'transaction',
    copies: 'source',
    enters: '',
    filter: 'source',
  },
  {
    name: 'Jobs',
    address: '/jobs',
    id: 'job_id',
    enters: 'verification=',
    parameter: 'job',
    palette: 'job_id',
    prepare: async (api) => {
      for (let turn = 0; turn < wanted; turn += 1) await api.verify();
    },
  },
  {
    name: 'Audit events',
    address: '/audit?operation=getRecord',
    id: 'seq',
    copies: 'request_id',
    enters: 'event=',
    parameter: 'event',
    opensOnPress: true,
    filter: 'object_id',
    prepare: askForRecords,
  },
  {
    name: 'API calls',
    address: '/developers?tab=calls&of=programs&status=refused',
    id: 'request_id',
    enters: 'request=',
    parameter: 'request',
    opensOnPress: true,
    filter: 'path',
    prepare: askForRecords,
  },
];

async function askForRecords(api: Api): Promise<void> {
  for (let turn = 0; turn < wanted; turn += 1) {
    expect((await api.send('GET', `/records/rec_${turn}`)).status).toBe(404);
  }
}

const rowSchema = z.record(z.string(), z.unknown());

/** One of the lists on a page; its first rows are known as they were copied before anything was opened. */
class List {
  readonly listed: Listed;
  readonly page: Page;
  readonly grid: Locator;
  readonly #rows: z.infer<typeof rowSchema>[] = [];

  constructor(page: Page, listed: Listed) {
    this.page = page;
    this.listed = listed;
    this.grid = page.getByRole('grid', { name: new RegExp(`^${listed.name}`) });
  }

  /** All that draws a row: several elements in some tables. */
  row(index: number): Locator {
    return this.grid.locator(`[role="row"][data-row="${index}"], tr[data-row="${index}"]`);
  }

  async drawn(index: number): Promise<string> {
    const parts = await this.row(index).evaluateAll((each) => each.map((part) => part.outerHTML));
    return parts.join('');
  }

  member(index: number, name: string): string {
    return String(this.#rows[index]?.[name]);
  }
  id(index: number): string {
    return this.member(index, this.listed.id);
  }
  copied(index: number): string {
    return this.member(index, this.listed.copies ?? this.listed.id);
  }

  async show(): Promise<void> {
    await this.page.goto(`/#${this.listed.address}`);
    await expect(this.row(wanted - 1).first()).toBeVisible();
  }

  async learn(): Promise<void> {
    for (let index = 0; index < wanted; index += 1) {
      await this.grid.press(index === 0 ? 'Home' : 'j');
      await this.expectCurrent(index);
      this.#rows.push(rowSchema.parse(JSON.parse(await copiedBy(this.grid, 'y'))));
      expect(await this.drawn(index)).toContain(this.copied(index));
    }
    expect(new Set(this.#rows.map((_, index) => this.id(index))).size).toBe(wanted);
  }

  async expectCurrent(index: number): Promise<void> {
    const id = await this.row(index).first().getAttribute('id');
    await expect(this.grid).toHaveAttribute('aria-activedescendant', id ?? '');
  }

  /** The address says that the row is open, in the list or where Enter leads to. */
  async expectOpen(index: number, by = `${this.listed.enters}${this.#entered(index)}`) {
    await expect
      .poll(() => decodeURIComponent(new URL(this.page.url()).hash).split(/[?&]/))
      .toContainEqual(expect.stringContaining(by));
  }
  #entered(index: number): string {
    return this.listed.enters === '' ? this.copied(index) : this.id(index);
  }

  /** What is copied is the row that the cursor is seen on; it is the one beside the list. */
  async expectActedOn(index: number): Promise<void> {
    await this.expectCurrent(index);
    expect(await copiedBy(this.grid, 'c')).toBe(this.copied(index));
    const { parameter, opensOnPress = false } = this.listed;
    if (parameter !== undefined && opensOnPress) await this.expectOpen(index);
  }

  /** Opens a row from the list, where it opens there, and comes back. */
  async press(index: number): Promise<void> {
    const { opensOnPress = false, parameter } = this.listed;
    await this.row(index)
      .first()
      .click({ position: { x: 300, y: 8 } });
    if (!opensOnPress) {
      await this.expectCurrent(index);
      return;
    }
    await this.expectOpen(index);
    if (parameter === undefined) await this.show();
  }

  /** Opens a row by the palette, or where that does not know such things by its address. */
  async openElsewhere(index: number): Promise<void> {
    const { palette, parameter } = this.listed;
    if (palette !== undefined) {
      const text = this.member(index, palette);
      const field = await new ConsolePage(this.page).palette(text);
      await expect(this.page.getByRole('option').first()).toHaveText(new RegExp(`^${text}`));
      await field.press('Enter');
    } else if (parameter !== undefined) {
      await goTo(this.page, { [parameter]: this.id(index) });
    }
    if (parameter !== undefined) {
      await this.expectOpen(index, `${parameter}=${this.id(index)}`);
      await this.expectActedOn(index);
    } else if (palette !== undefined) await this.expectOpen(index);
  }

  /** Takes the cursor, and what is open beside the list with it, to a row. */
  async goTo(index: number): Promise<void> {
    await this.grid.press('Home');
    for (let row = 0; row < index; row += 1) await this.grid.press('j');
    await this.expectCurrent(index);
  }
}

test.describe('of the demo', () => {
  test.use({ demo: 300 });
  for (const listed of lists) {
    test(`${listed.name}: every key acts on the row that is current, and that is the open one @whole`, async ({
      page,
      api,
    }) => {
      await listed.prepare?.(api);
      const list = new List(page, listed);
      const { grid } = list;
      await list.show();
      if (listed.name === 'API calls') {
        await page.getByRole('main').getByRole('button', { name: 'Hold' }).click();
      }
      await list.learn();
      const [before, a, b] = [0, 1, 2];
      for (const index of [b, a]) await list.press(index);
      for (const index of [b, a]) await list.openElsewhere(index);
      if (listed.parameter === undefined) await list.show();
      await list.expectActedOn(a);

      const leads = (key: string, index: number) => async () => {
        await grid.press(key);
        await list.expectActedOn(index);
        await list.goTo(a);
      };
      /** To a row that nothing is known of but what is drawn. */
      const leadsFar = (key: string) => async () => {
        await grid.press(key);
        const current = await grid.getAttribute('aria-activedescendant');
        const index = Number(/\d+$/.exec(current ?? '')?.[0]);
        expect(index).toBeGreaterThan(a);
        expect(await list.drawn(index)).toContain(await copiedBy(grid, 'c'));
        await list.goTo(a);
      };
      const selects = (key: string, indices: readonly number[]) => async () => {
        await grid.press(key);
        for (const index of indices) {
          await expect(list.row(index).first()).toHaveAttribute('aria-selected', 'true');
        }
        await grid.press('Escape');
        await expect(grid.locator('[aria-selected="true"]')).toHaveCount(0);
        await list.goTo(a);
      };
      await pressEach(page, {
        ...sidewaysKeys(grid),
        'Copy id': () => list.expectActedOn(a),
        'Copy as JSON': async () => {
          const row = rowSchema.parse(JSON.parse(await copiedBy(grid, 'y')));
          expect(String(row[listed.id])).toBe(list.id(a));
        },
        'Row menu': async () => {
          await page.evaluate(() => navigator.clipboard.writeText(''));
          await grid.press('Shift+F10');
          await page.getByRole('menuitem', { name: 'Copy id' }).click();
          const text = () => page.evaluate(() => navigator.clipboard.readText());
          await expect.poll(text).toBe(list.copied(a));
        },
        'Filter by a value of the row': async () => {
          const { filter } = listed;
          if (filter !== undefined) await expectMenu(grid, 'f', list.member(a, filter));
        },
        'Next row': leads('j', b),
        'Previous row': leads('k', before),
        'First row': leads('Home', before),
        'Last row': leadsFar('End'),
        'Page down': leadsFar('PageDown'),
        'Page up': leads('PageUp', before),
        'Select row': selects('x', [a]),
        'Select all rows': selects('Control+a', [before, a, b]),
        'Extend the selection down': selects('Shift+J', [a, b]),
        'Extend the selection up': selects('Shift+K', [before, a]),
        'Into the inspector and back': () => list.expectActedOn(a),
        'Open the row': async () => {
          await list.show();
          await list.goTo(a);
          await grid.press('Enter');
          await list.expectOpen(a);
        },
      });
    });
  }
});

test('rows of a session: every key acts on the row that is open @whole', async ({ page, api }) => {
  const made = await api.send('POST', '/datasets', {
    body: {
      dataset_id: 'patients',
      name: 'Patients',
      holder_id: 'clinic',
      policy: { access: 'open', unlisted: 'clear', record_ids: 'kept' },
    },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const rows = ['a', 'b', 'c'].map((name) => ({ record_id: `rec_${name}`, name }));
  expect((await api.send('POST', '/datasets/patients/records', { body: rows })).status).toBe(201);
  const { body } = await api.send('POST', '/sessions', {
    body: { dataset_id: 'patients', purpose: 'Study' },
  });
  const session = new SessionPage(page);
  await session.open(String(Reflect.get(Object(body), 'session_id')));
  await session.read();
  const grid = session.rows;
  const lines = grid.locator('[role="row"][data-row]');
  await expect(lines).toHaveCount(3);
  const pane = page.getByRole('region', { name: 'Row', exact: true });
  const expectOpen = async (id: string) => {
    await expect(pane).toContainText(id);
    expect(await copiedBy(grid, 'c')).toBe(id);
  };
  await lines.nth(2).click();
  await grid.press('Space');
  await expectOpen('rec_c');
  await lines.nth(1).click();
  await expectOpen('rec_b');
  await lines.nth(2).click({ button: 'right' });
  await page.keyboard.press('Escape');
  await expectOpen('rec_c');
  // Another order has no cursor, and leaves open what was.
  await goTo(page, { sort: '-record_id' });
  await session.read();
  await expect(lines.nth(0)).toContainText('rec_c');
  await expectOpen('rec_c');
  await goTo(page, { sort: '-name' });
  await session.read();
  await expectOpen('rec_c');
  await lines.nth(1).click();
  await expectOpen('rec_b');

  const isSelected = (index: number) =>
    expect(lines.nth(index)).toHaveAttribute('aria-selected', 'true');
  const leads = (key: string, id: string) => async () => {
    await grid.press(key);
    await expectOpen(id);
    await lines.nth(1).click();
    await expectOpen('rec_b');
  };
  const clear = async () => {
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await lines.nth(1).click();
  };
  await pressEach(page, {
    // Two short columns have room in any window.
    ...sidewaysKeys(grid, false),
    'Copy id': () => expectOpen('rec_b'),
    'Copy as JSON': async () => expect(await copiedBy(grid, 'y')).toContain('"rec_b"'),
    'Row menu': () => expectMenu(grid, 'Shift+F10', 'Copy'),
    'Filter by a value of the row': () => expectMenu(grid, 'f', 'b'),
    'Next row': leads('j', 'rec_a'),
    'Previous row': leads('k', 'rec_c'),
    'First row': leads('Home', 'rec_c'),
    'Last row': leads('End', 'rec_a'),
    'Page up': leads('PageUp', 'rec_c'),
    'Page down': leads('PageDown', 'rec_a'),
    'Select row': async () => {
      await grid.press('x');
      await isSelected(1);
      await clear();
    },
    'Extend the selection down': async () => {
      await grid.press('Shift+J');
      for (const index of [1, 2]) await isSelected(index);
      await clear();
    },
    'Extend the selection up': async () => {
      await grid.press('Shift+K');
      for (const index of [1, 0]) await isSelected(index);
      await clear();
    },
    'Open the row': async () => {
      await grid.press('Enter');
      await expect(pane).toBeFocused();
      await expect(pane).toContainText('rec_b');
    },
    'Close the row': async () => {
      await grid.press('Escape');
      await expect(pane).toHaveCount(0);
    },
    'Peek at the row': async () => {
      await grid.press('Space');
      await expect(pane).toContainText('rec_b');
    },
    'Into the inspector and back': () => expectOpen('rec_b'),
  });
});
