/** Commands that go to the tabs inside sections and to the saved views of lists. */
import { IconBookmark } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../api/capabilities.ts';
import { usePreferences } from '../state/preferences.ts';
import { useCommands, type Command } from './commands.ts';
import { sections, type SectionName } from './sections.ts';

/** A tab that an address can name, and what its list cannot do without. */
interface Tab {
  readonly section: SectionName;
  readonly tab: string;
  readonly title: string;
  readonly needs: string;
}

/** Offers them while the shell is mounted. */
export function usePlaceCommands(): void {
  const { t } = useTranslation(['shell', 'billing', 'payouts', 'help']);
  const may = useMay();
  const { history } = useRouter();
  const views = usePreferences((state) => state.views);

  const billing = (
    tab: 'invoices' | 'rates' | 'limits' | 'journal' | 'accounts',
    needs: string,
  ) => ({
    section: 'billing' as const,
    tab,
    title: t(`tab.${tab}`, { ns: 'billing' }),
    needs,
  });
  const tabs: readonly Tab[] = [
    billing('invoices', 'listInvoices'),
    billing('rates', 'listRateCards'),
    billing('limits', 'listLimits'),
    billing('journal', 'listBookTransactions'),
    billing('accounts', 'listAccounts'),
    {
      section: 'payouts',
      tab: 'revenue',
      title: t('tab.revenue', { ns: 'payouts' }),
      needs: 'getRevenue',
    },
    {
      section: 'integrity',
      tab: 'method',
      title: t('tabs.method', { ns: 'help' }),
      needs: 'getChain',
    },
    {
      section: 'integrity',
      tab: 'history',
      title: t('tabs.history', { ns: 'help' }),
      needs: 'listVerifications',
    },
  ];
  const go = { group: 'go', scope: 'global' } as const;
  useCommands([
    ...tabs.map(({ section, tab, title, needs }): Command => ({
      ...go,
      id: `go.${section}-${tab}`,
      title: t('command.goTo', { name: `${t(`nav.${section}`)} › ${title}` }),
      ...iconOf(section),
      isEnabled: () => may(needs),
      run: () => history.push(`/${section}?tab=${tab}`),
    })),
    ...sections.flatMap(({ name, to, needs }) =>
      (views[name] ?? []).map((view): Command => ({
        ...go,
        id: `view.${name}.${view.id}`,
        title: t('savedView', { ns: 'help', section: t(`nav.${name}`), name: view.name }),
        icon: IconBookmark,
        isEnabled: () => needs === null || may(needs),
        run: () => history.push(`${to}${view.search}`),
      })),
    ),
  ]);
}

function iconOf(section: SectionName): Pick<Command, 'icon'> {
  const found = sections.find(({ name }) => name === section);
  return found === undefined ? {} : { icon: found.Icon };
}
