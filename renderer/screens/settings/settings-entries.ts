/** Every setting by its words and where it stands, so that it is found without knowing its tab. */
import { useTranslation } from 'react-i18next';
import { fit } from '../../ui/commands/palette-matches.ts';
import { useIsOpen } from '../../ui/places/places.ts';
import type { SettingsTab } from './search.ts';

export interface SettingEntry {
  /** Names it in an address, `mark=theme`. */
  readonly id: string;
  readonly tab: SettingsTab;
  /** As its row has it. */
  readonly name: string;
  /** What else it is found by: its hint and its choices. */
  readonly words: string;
}

/** Those that are offered, in the order of the tabs and their rows. */
export function useSettingEntries(): readonly SettingEntry[] {
  const { t } = useTranslation(['settings', 'access', 'backups', 'connections', 'shell']);
  const isOpen = useIsOpen();
  const entry = (tab: SettingsTab, id: string, name: string, ...words: string[]): SettingEntry => ({
    id,
    tab,
    name,
    words: words.join(' '),
  });
  const backups = { ns: 'backups' } as const;
  const access = { ns: 'access' } as const;
  const connections = { ns: 'connections' } as const;
  const all: readonly SettingEntry[] = [
    entry(
      'general',
      'theme',
      t('appearance.theme'),
      t('appearance.themeHint'),
      t('appearance.light'),
      t('appearance.dark'),
    ),
    entry(
      'general',
      'density',
      t('appearance.density'),
      t('appearance.densityHint', { height: '' }),
      t('density.compact', { ns: 'shell' }),
      t('density.roomy', { ns: 'shell' }),
    ),
    entry('general', 'zoom', t('appearance.zoom'), t('appearance.zoomHint')),
    entry('general', 'motion', t('appearance.motion'), t('appearance.motionHint')),
    entry('general', 'inspector', t('appearance.inspector'), t('appearance.inspectorHint')),
    entry('general', 'language', t('language.language'), t('language.languageHint')),
    entry('general', 'formats', t('language.formats'), t('language.formatsIso')),
    entry('general', 'zone', t('appearance.zone'), t('appearance.zoneHint')),
    entry('general', 'toasts', t('notices.toasts'), t('notices.title'), t('notices.toastsHint')),
    entry('general', 'workspace', t('data.workspace'), t('data.local'), t('data.demo')),
    entry('general', 'demo', t('data.demo'), t('data.resetDemo')),
    entry('general', 'records', t('data.records')),
    entry('general', 'origin', t('data.origin')),
    entry('general', 'created', t('data.created')),
    entry('general', 'directory', t('data.directory')),
    entry('general', 'reset', t('reset.choices'), t('reset.title'), t('reset.choicesHint')),
    entry('general', 'views', t('about.views'), t('reset.title'), t('about.viewsHint')),
    entry('general', 'about', 'Proofdesk', t('about.title'), t('about.version'), t('about.text')),
    entry('general', 'api', t('about.api')),
    entry('general', 'licences', t('about.licences')),
    entry('backup', 'backup-last', t('state.last', backups)),
    entry('backup', 'backup-next', t('state.next', backups)),
    entry(
      'backup',
      'backup-now',
      t('state.byHand', backups),
      t('state.byHandText', backups),
      t('state.now', backups),
    ),
    entry('backup', 'backup-key', t('state.key', backups), t('key.hint', backups)),
    entry(
      'backup',
      'backup-when',
      t('settings.when', backups),
      t('settings.title', backups),
      t('settings.whenHint', backups),
    ),
    entry('backup', 'backup-hours', t('settings.everyHours', backups)),
    entry('backup', 'backup-time', t('settings.dailyAt', backups)),
    entry('backup', 'backup-keep', t('settings.keep', backups), t('settings.keepHint', backups)),
    entry(
      'backup',
      'backup-folder',
      t('settings.folder', backups),
      t('settings.folderHint', backups),
    ),
    entry('keys', 'keys', t('tab.keys'), t('keys.new', access), t('keys.text', access)),
    ...(['read', 'query', 'write', 'bulk'] as const).map((name) =>
      entry(
        'limits',
        `limit-${name}`,
        t(`limits.class.${name}`, access),
        t('tab.limits'),
        t(`limits.classText.${name}`, access),
      ),
    ),
    entry('server', 'server', t('server.enable', connections), t('tab.server')),
    entry('server', 'server-address', t('server.address', connections), t('tab.server')),
    entry(
      'server',
      'server-port',
      t('server.port', connections),
      t('server.portHint', connections),
    ),
    entry(
      'server',
      'server-keys',
      t('server.keys', connections),
      t('server.keysText', connections),
    ),
    entry(
      'server',
      'server-link',
      t('server.link', connections),
      t('server.linkHint', connections),
    ),
    entry(
      'connections',
      'connections',
      t('tab.connections'),
      t('new', connections),
      t('text', connections),
    ),
    entry('diagnostics', 'place', t('diagnostics.directory', backups)),
    entry('diagnostics', 'ledger', t('diagnostics.ledger', backups)),
    entry('diagnostics', 'free', t('diagnostics.free', backups)),
    entry('diagnostics', 'backups', t('diagnostics.backups', backups)),
    entry(
      'diagnostics',
      'replaced',
      t('diagnostics.replaced', backups),
      t('diagnostics.replacedHint', backups),
    ),
    entry('diagnostics', 'jobs', t('diagnostics.jobs', backups)),
    entry('diagnostics', 'version', t('diagnostics.version', backups)),
    entry('diagnostics', 'node', t('diagnostics.node', backups)),
    entry('diagnostics', 'platform', t('diagnostics.platform', backups)),
    entry('diagnostics', 'engine', t('diagnostics.engine', backups)),
  ];
  return all.filter((each) => isOpen(settingPath(each)));
}

/** Those that fit a text, best first: by their name, then by what else they say. */
export function matchingSettings(entries: readonly SettingEntry[], text: string): SettingEntry[] {
  return entries
    .map((entry) => ({
      entry,
      rank: Math.max(
        fit(entry.name, text) * 2,
        fit(`${entry.name} ${entry.words}`, text) === 0 ? 0 : 1,
      ),
    }))
    .filter(({ rank }) => rank > 0)
    .toSorted((one, other) => other.rank - one.rank)
    .map(({ entry }) => entry);
}

/** Where a setting is marked, inside the console. */
export function settingPath({ tab, id }: SettingEntry): string {
  return `/settings?${new URLSearchParams({ ...(tab === 'general' ? {} : { tab }), mark: id }).toString()}`;
}
