/** The keys that scroll a list sideways, for whoever has no wheel or thumb to do it with. */
import { useTranslation } from 'react-i18next';
import { useCommands, type Command } from './commands/commands.ts';

/** Share of what is seen that one press goes on by. */
const step = 0.5;

/** The list that has the focus, or what it is scrolled in; undefined where all of it is seen. */
function focusedScroller(): Element | undefined {
  for (let each = document.activeElement; each !== null; each = each.parentElement) {
    const { overflowX } = getComputedStyle(each);
    const scrolls = overflowX === 'auto' || overflowX === 'scroll';
    if (scrolls && each.scrollWidth > each.clientWidth) return each;
  }
  return undefined;
}

function scrollSideways(way: -1 | 1): void {
  const scroller = focusedScroller();
  scroller?.scrollBy({ left: way * Math.round(step * scroller.clientWidth) });
}

/** Offers them with the other keys of a list; they act on the one that has the focus. */
export function useSidewaysCommands(): void {
  const { t } = useTranslation('common');
  const command = (id: string, title: string, key: string, way: -1 | 1): Command => ({
    id,
    title,
    keys: [key],
    group: 'row',
    scope: 'grid',
    unlisted: true,
    run: () => scrollSideways(way),
  });
  useCommands([
    command('grid.scroll-right', t('list.scrollRight'), 'shift+arrowright', 1),
    command('grid.scroll-left', t('list.scrollLeft'), 'shift+arrowleft', -1),
  ]);
}
