/** Automatic accessibility checks: WCAG 2.2 A and AA by axe, and no horizontal overflow. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { isWhole } from './whole.ts';

/** Half a megabyte of script: put into a page once, not for every look at it. */
const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** What a theme changes. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** What the size of the window changes: the rest is looked at in one size. */
const sizeRules = ['target-size', 'scrollable-region-focusable', 'meta-viewport'];

/** What opens over a page (menus, dialogs, popovers) is drawn in portals at the end of the body. */
const overlays = '[data-portal="true"]';

/** What surrounds every screen alike: title bar, sections, status bar. */
const frame = ':is(header, nav, footer):not(main *, [data-portal="true"] *)';

/** Rows of a grid are alike: the first few stand for all, which makes a run several times faster. */
const repeatedRows = '[data-row]:nth-child(n + 9)';

/**
 * Part of a page: all of it; what is within the frame of every screen, once that was looked at; what
 * opened over it; or only what another size of the window changes.
 */
export type Part = 'page' | 'screen' | 'overlay' | 'size';

type Scheme = 'light' | 'dark';

async function schemeOf(page: Page): Promise<Scheme> {
  const dark = page.locator('html[data-mantine-color-scheme="dark"]');
  return (await dark.count()) === 1 ? 'dark' : 'light';
}

function rulesOf(part: Part, scheme: Scheme): axe.RunOnly {
  if (part === 'size') return { type: 'rule', values: sizeRules };
  // A usual run looks at a screen in one theme.
  if (scheme === 'dark' && isWhole) return { type: 'rule', values: colourRules };
  return { type: 'tag', values: standards };
}

function placeOf(part: Part): { include?: string[]; exclude: string[] } {
  return {
    ...(part === 'overlay' ? { include: [overlays] } : {}),
    exclude: [repeatedRows, ...(part === 'screen' ? [frame] : [])],
  };
}

/**
 * Expects no violation on the page as it is now, or on a part of it; names rule, element and reason
 * otherwise. With `--all`, which looks in both themes, the dark one is checked for what a theme changes.
 */
export async function expectAccessible(
  page: Page,
  what: string,
  part: Part = 'page',
): Promise<void> {
  // What is dimmed until its answer comes has no contrast to be judged.
  await expect(page.locator('[data-dimmed], [data-old]')).toHaveCount(0);
  const isThere = await page.evaluate(() => Reflect.has(globalThis, 'axe'));
  if (!isThere) await page.evaluate(script);
  const found = await page.evaluate(
    async ([place, runOnly]) => {
      const checker: typeof axe = Reflect.get(globalThis, 'axe');
      const { violations } = await checker.run(place, {
        runOnly,
        resultTypes: ['violations'],
        // What it would load is only of use for media and for the turning of a screen.
        preload: false,
      });
      return violations.flatMap((violation) =>
        violation.nodes.map((node) => ({
          rule: violation.id,
          element: node.target.join(' '),
          html: node.html.slice(0, 300),
          why: node.failureSummary,
        })),
      );
    },
    [placeOf(part), rulesOf(part, await schemeOf(page))] as const,
  );
  expect(found, what).toEqual([]);
}

/** Has the system ask for a theme, which the console follows until somebody chooses one in it. */
export async function showTheme(page: Page, scheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor({ state: 'attached' });
  // Colours that go over from one to the other are there at once: waiting for them could take
  // for ever, as a transition of what is not drawn never ends.
  await page.evaluate(() => {
    for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish();
  });
}

/** `expectAccessible` in both themes, of a page that follows the system's, in a usual run in light alone; leaves it light. */
export async function expectAccessibleInBothThemes(
  page: Page,
  what: string,
  part: Part = 'page',
): Promise<void> {
  await expectAccessible(page, `${what}, light`, part);
  if (!isWhole) return;
  await showTheme(page, 'dark');
  await expectAccessible(page, `${what}, dark`, part);
  await showTheme(page, 'light');
}

/** Expects that nothing is wider than the window, once what floats has found its new place. */
export async function expectNoHorizontalOverflow(page: Page, what: string): Promise<void> {
  const measure = () =>
    page.evaluate(() => {
      const width = document.documentElement.clientWidth;
      return {
        wide: document.documentElement.scrollWidth - width,
        offenders: [...document.querySelectorAll('header, nav, main, footer, [role="toolbar"]')]
          .filter((element) => element.getBoundingClientRect().right > width + 1)
          .map((element) => element.outerHTML.slice(0, 120)),
      };
    });
  await expect.poll(measure, { message: what, intervals: [20, 50, 100, 250] }).toEqual({
    wide: 0,
    offenders: [],
  });
}

/** `expectNoHorizontalOverflow` in the three sizes of the window; leaves it as it was. */
export async function expectEverySizeToFit(page: Page, what: string): Promise<void> {
  const before = page.viewportSize();
  for (const [width, height] of [
    [1440, 900],
    [1024, 700],
    [960, 600],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectNoHorizontalOverflow(page, `${what} at ${width}`);
  }
  if (before !== null) await page.setViewportSize(before);
}
