/** Commands that go to the tabs inside sections and to the saved views of lists. */
import { IconBookmark } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../state/preferences.ts';
import { useCommands, type Command } from '../ui/commands/commands.ts';
import { useIsOpen } from '../ui/places/places.ts';
import { sections, type SectionName } from '../ui/places/sections.ts';

/** Offers them while the shell is mounted. */
export function usePlaceCommands(): void {
  const { t } = useTranslation(['shell', 'billing', 'payouts', 'help']);
  const isOpen = useIsOpen();
  const { history } = useRouter();
  const views = usePreferences((state) => state.views);

  const tabs: readonly { section: SectionName; tab: string; title: string }[] = [
    ...(['month', 'invoices', 'payments', 'rates', 'limits', 'journal', 'accounts'] as const).map(
      (tab) => ({
        section: 'billing' as const,
        tab,
        title: t(`tab.${tab}`, { ns: 'billing' }),
      }),
    ),
    { section: 'payouts', tab: 'revenue', title: t('tab.revenue', { ns: 'payouts' }) },
    { section: 'integrity', tab: 'method', title: t('tabs.method', { ns: 'help' }) },
    { section: 'integrity', tab: 'history', title: t('tabs.history', { ns: 'help' }) },
  ];
  useCommands([
    ...tabs.map(({ section, tab, title }): Command => ({
      group: 'go',
      id: `go.${section}-${tab}`,
      title: t('command.goTo', { name: `${t(`nav.${section}`)} › ${title}` }),
      ...iconOf(section),
      isEnabled: () => isOpen(`/${section}?tab=${tab}`),
      run: () => history.push(`/${section}?tab=${tab}`),
    })),
    ...sections.flatMap(({ name, to }) =>
      (views[name] ?? []).map((view): Command => ({
        group: 'go',
        id: `view.${name}.${view.id}`,
        title: t('savedView', { ns: 'help', section: t(`nav.${name}`), name: view.name }),
        icon: IconBookmark,
        isEnabled: () => isOpen(to),
        run: () => history.push(`${to}${view.search}`),
      })),
    ),
  ]);
}

function iconOf(section: SectionName): Pick<Command, 'icon'> {
  const found = sections.find(({ name }) => name === section);
  return found === undefined ? {} : { icon: found.Icon };
}
