/** Every setting by its words and where it stands, so that it is found without knowing its tab. */
import { useTranslation } from 'react-i18next';
import { rateClasses } from '../../../shared/contract/access.ts';
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
  const { t } = useTranslation('settings');
  const { t: access } = useTranslation('access');
  const { t: backups } = useTranslation('backups');
  const { t: connections } = useTranslation('connections');
  const { t: people } = useTranslation('people');
  const { t: sources } = useTranslation('sources');
  const { t: shell } = useTranslation('shell');
  const isOpen = useIsOpen();
  const entry = (tab: SettingsTab, id: string, name: string, ...words: string[]): SettingEntry => ({
    id,
    tab,
    name,
    words: words.join(' '),
  });
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
      shell('density.compact'),
      shell('density.roomy'),
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
    entry('backup', 'backup-last', backups('state.last')),
    entry('backup', 'backup-next', backups('state.next')),
    entry(
      'backup',
      'backup-now',
      backups('state.byHand'),
      backups('state.byHandText'),
      backups('state.now'),
    ),
    entry('backup', 'backup-key', backups('state.key'), backups('key.hint')),
    entry('backup', 'backup-protection', backups('protect.row'), backups('protect.hint')),
    entry(
      'backup',
      'backup-when',
      backups('settings.when'),
      backups('settings.title'),
      backups('settings.whenHint'),
    ),
    entry('backup', 'backup-hours', backups('settings.everyHours')),
    entry('backup', 'backup-time', backups('settings.dailyAt')),
    entry('backup', 'backup-keep', backups('settings.keep'), backups('settings.keepHint')),
    entry('backup', 'backup-folder', backups('settings.folder'), backups('settings.folderHint')),
    entry('billing', 'issuer-payment_text', t('billing.payment_text'), t('billing.payment')),
    ...(['legal_name', 'vat_id', 'line1', 'iban'] as const).map((name) =>
      entry('billing', `issuer-${name}`, t(`billing.${name}`), t('billing.issuer')),
    ),
    entry('billing', 'billing-currency', t('billing.currency'), t('billing.currencyHint')),
    entry('billing', 'billing-close', t('billing.close'), t('billing.closeHint')),
    ...(['graceHours', 'remind', 'suspend'] as const).map((name) =>
      entry('billing', `billing-${name}`, t(`billing.${name}`), t(`billing.${name}Hint`)),
    ),
    entry('billing', 'kept-years', t('billing.keptYears'), t('billing.keptYearsHint')),
    entry('people', 'people', t('tab.people'), people('enrol.open'), people('text')),
    entry('keys', 'keys', t('tab.keys'), access('keys.new'), access('keys.text')),
    ...rateClasses.map((name) =>
      entry(
        'limits',
        `limit-${name}`,
        access(`limits.class.${name}`),
        t('tab.limits'),
        access(`limits.classText.${name}`),
      ),
    ),
    entry('server', 'server', connections('server.enable'), t('tab.server')),
    entry('server', 'server-address', connections('server.address'), t('tab.server')),
    entry('server', 'server-port', connections('server.port'), connections('server.portHint')),
    entry('server', 'server-keys', connections('server.keys'), connections('server.keysText')),
    entry('server', 'server-link', connections('server.link'), connections('server.linkHint')),
    entry(
      'connections',
      'connections',
      t('tab.connections'),
      connections('new'),
      connections('text'),
    ),
    entry(
      'databases',
      'databases',
      t('tab.databases'),
      sources('settings.folders'),
      sources('settings.foldersText'),
    ),
    entry('diagnostics', 'place', backups('diagnostics.directory')),
    entry('diagnostics', 'ledger', backups('diagnostics.ledger')),
    entry('diagnostics', 'free', backups('diagnostics.free')),
    entry('diagnostics', 'backups', backups('diagnostics.backups')),
    entry(
      'diagnostics',
      'replaced',
      backups('diagnostics.replaced'),
      backups('diagnostics.replacedHint'),
    ),
    entry('diagnostics', 'jobs', backups('diagnostics.jobs')),
    entry('diagnostics', 'version', backups('diagnostics.version')),
    entry('diagnostics', 'node', backups('diagnostics.node')),
    entry('diagnostics', 'platform', backups('diagnostics.platform')),
    entry('diagnostics', 'engine', backups('diagnostics.engine')),
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
