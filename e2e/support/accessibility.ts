/** Automatic accessibility checks: WCAG 2.2 A and AA by axe, and no horizontal overflow. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** What a theme changes: the same page is looked at with every rule in the light one. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** What opens over a page (menus, dialogs, popovers) is drawn in portals at the end of the body. */
const overlays = '[data-portal="true"]';

/** Rows of a grid are alike: the first few stand for all, which makes a run several times faster. */
const repeatedRows = '[data-row]:nth-child(n + 9)';

/**
 * Expects no violation on the page as it is now, or only in what opened over it where the page
 * itself was looked at before; names rule, element and reason otherwise.
 */
export async function expectAccessible(
  page: Page,
  what: string,
  part: 'page' | 'overlay' = 'page',
): Promise<void> {
  const isDark = await page.locator('html[data-mantine-color-scheme="dark"]').count();
  const runOnly =
    isDark === 1
      ? { type: 'rule' as const, values: colourRules }
      : { type: 'tag' as const, values: standards };
  // The legacy mode only leaves frames of other origins out, of which there are none. With it, and
  // without the details of what passed, a run is quicker.
  const axe = new AxeBuilder({ page })
    .options({ runOnly, resultTypes: ['violations'] })
    .exclude(repeatedRows)
    .setLegacyMode();
  const { violations } = await (part === 'overlay' ? axe.include(overlays) : axe).analyze();
  const found = violations.flatMap((violation) =>
    violation.nodes.map((node) => ({
      rule: violation.id,
      element: node.target.join(' '),
      html: node.html.slice(0, 300),
      why: node.failureSummary,
    })),
  );
  expect(found, what).toEqual([]);
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
  await expect.poll(measure, what).toEqual({ wide: 0, offenders: [] });
}
