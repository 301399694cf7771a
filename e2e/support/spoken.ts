/** What a page says, and in which language: parts in English, numbers, and labels that are seen and spoken. */
import { expect, type Page, type Response } from '@playwright/test';

const languages = { de: 'de-AT', en: 'en-GB' } as const;
export type Language = keyof typeof languages;

/** Has the browser prefer a language, which the console follows at once. */
export async function prefer(page: Page, language: Language): Promise<void> {
  await page.evaluate((tag) => {
    Object.defineProperty(navigator, 'languages', { value: [tag], configurable: true });
    window.dispatchEvent(new Event('languagechange'));
  }, languages[language]);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/** Members of answers that the service words itself; everything else that it sends is somebody's data. */
const ownWords = new Set([
  'message',
  'note',
  'notes',
  'open',
  'plan',
  'reasons',
  'statement',
  'title',
]);

/** Gathers the data of others as pages receive it: what they say is said in no language of ours. */
export class ReceivedData {
  readonly #texts = new Set<string>();
  readonly #names = new Set<string>();

  readonly #coming = new Set<Promise<void>>();

  /** Gathers from now on what a page receives. */
  listenTo(page: Page): void {
    page.on('response', (response) => {
      const coming = this.#add(response).finally(() => this.#coming.delete(coming));
      this.#coming.add(coming);
    });
  }

  /** Ready once everything that a page was sent until now is gathered. */
  async isComplete(): Promise<void> {
    await Promise.all(this.#coming);
  }

  async #add(response: Response): Promise<void> {
    // A stream of lines has no end to wait for.
    if (!/^application\/json\b/.test(response.headers()['content-type'] ?? '')) return;
    const { pathname } = new URL(response.url());
    // The document of the interface is ours throughout.
    if (!pathname.startsWith('/v1/') || pathname.endsWith('/openapi.json')) return;
    const body: unknown = await response.json().catch(() => null);
    this.#gather(body, '');
  }

  #gather(value: unknown, member: string): void {
    if (typeof value === 'string') {
      if (!ownWords.has(member)) this.#texts.add(value.replaceAll(/\s+/g, ' ').trim());
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        // Names of members of somebody's objects are data, too.
        this.#texts.add(name);
        this.#names.add(name);
        // The note by which somebody acknowledged an alert is theirs.
        const isTheirs = member === 'acknowledged' && name === 'note';
        this.#gather(inner, Array.isArray(value) || isTheirs ? member : name);
      }
    }
  }

  /** Whether a text is members of JSON, which is shown as it was sent: `risk 0.145 · rules [0]`. */
  hasMembers(text: string): boolean {
    return text.split(' · ').every((part) => this.#names.has(part.split(' ')[0] ?? ''));
  }

  /** Whether a text of the page is what came as data, a part of it, or that with little else. */
  has(text: string): boolean {
    return [...this.#texts].some(
      (each) => each.includes(text) || (each.length > text.length / 2 && text.includes(each)),
    );
  }
}

/**
 * The texts that are drawn, shown on hover or read out, outside of what says that it is English, code,
 * and fields to type in.
 */
export function drawnTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const isForeign = (element: Element) =>
      element.closest('script, style, code, pre, textarea, [lang="en"]') !== null;
    for (const name of ['title', 'aria-label', 'placeholder']) {
      for (const element of document.body.querySelectorAll(`[${name}]`)) {
        const text = element.getAttribute(name)?.replaceAll(/\s+/g, ' ').trim() ?? '';
        if (text === '' || isForeign(element)) continue;
        if (element.checkVisibility({ visibilityProperty: true })) found.add(text);
      }
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '';
      const around = node.parentElement;
      if (text === '' || around === null || isForeign(around)) continue;
      if (around.checkVisibility({ visibilityProperty: true })) found.add(text);
    }
    return [...found];
  });
}

/** A text that only English would say: two of its small words. */
export function isEnglish(text: string): boolean {
  const small =
    /\b(the|of|and|is|are|not|with|this|that|has|have|been|which|does|from|were|its|they|cannot|must|every|each|what|there|be|for|or)\b/gi;
  return new Set(text.toLowerCase().match(small)).size > 1;
}

/** A number that has a decimal point, where German has a comma: no version, no address, no time. */
export function hasDecimalPoint(text: string): boolean {
  // Three digits behind a point are thousands, but for those of a number below one.
  return /(?<![\d.:\w-])(0\.\d+|\d+\.(\d{1,2}|\d{4,}))(?![\d.:\w-])/.test(text);
}

/** Expects that what a page says in German is German, says that it is English, or came as data. */
export async function expectGerman(
  page: Page,
  received: ReceivedData,
  what: string,
  say = expect,
): Promise<void> {
  // Words and figures are drawn anew a moment after the language is another one.
  const wrong = async () => {
    await received.isComplete();
    const texts = (await drawnTexts(page)).filter((text) => !received.has(text));
    const points = texts.filter((text) => hasDecimalPoint(text) && !received.hasMembers(text));
    return { english: texts.filter(isEnglish), points };
  };
  await say.poll(wrong, `${what} in German`).toEqual({ english: [], points: [] });
}

/**
 * The controls whose name does not hold what they show (WCAG 2.2, 2.5.3): whoever speaks what they
 * read presses nothing. Each as what is shown and what it is called.
 */
export function unspeakable(page: Page): Promise<{ shown: string; name: string }[]> {
  return page.evaluate(() => {
    const plain = (text: string) =>
      text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
        .trim();
    /** Texts that are drawn, a space between two of them; those for readers alone are clipped. */
    const shownIn = (element: Element): string =>
      [...element.childNodes]
        .map((node) => {
          if (node instanceof Text) return node.data;
          if (!(node instanceof HTMLElement)) return '';
          const isDrawn =
            node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
            getComputedStyle(node).clipPath === 'none';
          return isDrawn ? ` ${shownIn(node)} ` : '';
        })
        .join('');
    const nameOf = (element: HTMLElement): string | undefined => {
      const ids = element.getAttribute('aria-labelledby');
      if (ids !== null) {
        return ids
          .split(/\s+/)
          .map((id) => document.getElementById(id)?.textContent ?? '')
          .join(' ');
      }
      return element.getAttribute('aria-label') ?? undefined;
    };
    const controls =
      'button, a[href], summary, [role="button"], [role="link"], [role="tab"], [role="menuitem"], [role="option"], [role="switch"], [role="radio"], [role="checkbox"]';
    return [...document.querySelectorAll<HTMLElement>(controls)].flatMap((control) => {
      const name = nameOf(control);
      if (name === undefined || !control.checkVisibility({ visibilityProperty: true })) return [];
      const shown = plain(shownIn(control));
      return shown === '' || ` ${plain(name)} `.includes(` ${shown} `) ? [] : [{ shown, name }];
    });
  });
}
