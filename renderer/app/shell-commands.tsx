/** The commands that every screen has: sections, theme, density, dialogs, undo, workspaces, who signs. */
import {
  IconArrowBackUp,
  IconBaselineDensityMedium,
  IconBoxModel2,
  IconClock,
  IconDatabase,
  IconDatabaseExport,
  IconFileZip,
  IconHelp,
  IconLayoutSidebarLeftCollapse,
  IconLock,
  IconLogout,
  IconMoon,
  IconPlugConnected,
  IconPlus,
  IconRefresh,
  IconRestore,
  IconRoute,
  IconSearch,
  IconSettings,
  IconShieldCheck,
  IconStethoscope,
  IconTestPipe,
  IconUpload,
  IconUserCircle,
  IconWorld,
  type Icon,
  IconUserQuestion,
  IconActivity,
  IconWebhook,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { OperationId } from '../../shared/contract/routes.ts';
import { useStartVerification } from '../api/chain.ts';
import { useMay } from '../api/capabilities.ts';
import { useConnections } from '../api/connections.ts';
import { useFirstScreen } from '../api/first-screen.ts';
import { useIsReadOnly, useWorkspace } from '../api/workspace.ts';
import { openDialog, type OpenDialog } from '../state/dialogs.ts';
import { notify, undoLatest } from '../state/notices.ts';
import { prefer, switchTimeZone, usePreferences } from '../state/preferences.ts';
import { lock, signOut } from '../signing/signed-in.ts';
import { startTour } from '../state/tour.ts';
import { useShownScheme } from './color-scheme.ts';
import { useBackUp } from '../screens/settings/use-back-up.ts';
import { useDiagnosticsExport } from '../ui/use-diagnostics-export.ts';
import { useCommands, type Command } from '../ui/commands/commands.ts';
import { useIsOpen } from '../ui/places/places.ts';
import { sectionKeys, sections } from '../ui/places/sections.ts';
import { useWorkspaceOpener } from '../ui/use-workspace-opener.ts';
import { notifyFailure } from '../ui/notify-failure.ts';
import { useWhoSigns } from './who-am-i.tsx';

/** Offers them while the shell is mounted. */
export function useShellCommands(): void {
  useCommands([
    ...usePlaceCommands(),
    ...useWorkCommands(),
    ...useWorkspaceCommands(),
    ...useSignerCommands(),
    ...useUpkeepCommands(),
    ...useViewCommands(),
    ...useHelpCommands(),
  ]);
}

/** To the sections, and to what stands in some of them. */
function usePlaceCommands(): Command[] {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { t: settings } = useTranslation('settings');
  const { t: developers } = useTranslation('developers');
  const isOpen = useIsOpen();
  const go = sections
    .filter(({ to }) => isOpen(to))
    .map(({ name, to, Icon }): Command => ({
      id: `go.${name}`,
      title: t('command.goTo', { name: t(`nav.${name}`) }),
      group: 'go',
      keys: sectionKeys(name),
      icon: Icon,
      run: () => void navigate({ to }),
    }));
  return [
    ...go,
    ...(['checkpoints', 'bundles', 'cases'] as const).map((tab): Command => ({
      id: `go.integrity-${tab}`,
      title: t('command.goTo', { name: t(`command.${tab}`) }),
      group: 'go',
      icon: IconShieldCheck,
      isEnabled: () => isOpen(`/integrity?tab=${tab}`),
      run: () => void navigate({ to: '/integrity', search: { tab } }),
    })),
    ...(
      [
        'people',
        'keys',
        'limits',
        'server',
        'connections',
        'databases',
        'backup',
        'diagnostics',
      ] as const
    ).map((tab): Command => ({
      id: `go.settings-${tab}`,
      title: t('command.goTo', { name: settings(`tab.${tab}`) }),
      group: 'go',
      icon: IconSettings,
      isEnabled: () => isOpen(`/settings?tab=${tab}`),
      run: () => void navigate({ to: '/settings', search: { tab } }),
    })),
    ...(['calls', 'webhooks'] as const).map((tab): Command => ({
      id: `go.developers-${tab}`,
      title: t('command.goTo', { name: developers(`tab.${tab}`) }),
      group: 'go',
      icon: tab === 'calls' ? IconActivity : IconWebhook,
      isEnabled: () => isOpen(`/developers?tab=${tab}`),
      run: () => void navigate({ to: '/developers', search: { tab } }),
    })),
    {
      id: 'help.pages',
      title: t('command.goTo', { name: t('nav.help') }),
      group: 'go',
      icon: IconHelp,
      run: () => void navigate({ to: '/help' }),
    },
  ];
}

/** Nothing is written into a case, nor what the server lacks or the key may not. */
function useCanWrite(): (operation: OperationId) => boolean {
  const isReadOnly = useIsReadOnly();
  const may = useMay();
  return (operation) => !isReadOnly && may(operation);
}

type DialogCommand =
  | 'newDecision'
  | 'import'
  | 'registerModel'
  | 'openSession'
  | 'newDataset'
  | 'newPersonRequest'
  | 'exportBundle'
  | 'restore';

/** Commands that open the dialog of an operation which writes. */
function useOpeners() {
  const { t } = useTranslation('shell');
  const canWrite = useCanWrite();
  return (
    id: string,
    name: DialogCommand,
    icon: Icon,
    needs: OperationId,
    dialog: OpenDialog,
  ): Command => ({
    id,
    title: t(`command.${name}`),
    group: 'do',
    icon,
    isEnabled: () => canWrite(needs),
    run: () => openDialog(dialog),
  });
}

/** Starts a verification; its end is told by its job. */
function useVerify(): () => void {
  const { t } = useTranslation('shell');
  const verification = useStartVerification();
  return () =>
    verification.mutate(undefined, {
      onSuccess: () => notify({ title: t('verificationStarted') }),
      onError: (error) => {
        notifyFailure(t('verificationFailed'), error);
      },
    });
}

/** What begins or makes something. */
function useWorkCommands(): Command[] {
  const { t } = useTranslation('shell');
  const may = useMay();
  const opens = useOpeners();
  const verify = useVerify();
  return [
    {
      id: 'palette.open',
      title: t('command.palette'),
      group: 'do',
      keys: ['mod+k'],
      icon: IconSearch,
      unlisted: true,
      run: () => openDialog({ kind: 'palette' }),
    },
    opens('decision.new', 'newDecision', IconPlus, 'createRecord', { kind: 'new-decision' }),
    opens('import.open', 'import', IconUpload, 'createImport', { kind: 'import', file: null }),
    opens('model.register', 'registerModel', IconBoxModel2, 'createModel', {
      kind: 'register-model',
      draft: {},
      follows: null,
    }),
    opens('session.open', 'openSession', IconPlugConnected, 'createSession', {
      kind: 'open-session',
      datasetId: null,
    }),
    opens('dataset.new', 'newDataset', IconDatabase, 'createDataset', { kind: 'new-dataset' }),
    opens('person-request.new', 'newPersonRequest', IconUserQuestion, 'createPersonRequest', {
      kind: 'new-person-request',
    }),
    {
      id: 'verification.start',
      title: t('command.verify'),
      group: 'do',
      icon: IconShieldCheck,
      isEnabled: () => may('startVerification'),
      run: verify,
    },
    opens('bundle.export', 'exportBundle', IconFileZip, 'createBundle', {
      kind: 'export-bundle',
      filter: null,
      recordIds: [],
    }),
    {
      id: 'undo',
      title: t('command.undo'),
      group: 'do',
      keys: ['mod+z'],
      icon: IconArrowBackUp,
      unlisted: true,
      run: () => void undoLatest(),
    },
  ];
}

/** Opens another ledger. */
function useWorkspaceCommands(): Command[] {
  const { t } = useTranslation('shell');
  const openWorkspace = useWorkspaceOpener();
  const { data: workspace } = useWorkspace();
  const { data: connections } = useConnections(useFirstScreen());
  return [
    {
      id: 'workspace.local',
      title: t('command.local'),
      group: 'do',
      icon: IconDatabase,
      run: () => openWorkspace({ kind: 'local' }),
    },
    {
      id: 'workspace.demo',
      title: t('command.demo'),
      group: 'do',
      icon: IconTestPipe,
      run: () => openWorkspace({ kind: 'demo' }),
    },
    {
      id: 'workspace.reset-demo',
      title: t('command.resetDemo'),
      group: 'do',
      icon: IconRefresh,
      run: () => openDialog({ kind: 'reset-demo' }),
    },
    ...(connections ?? []).map((each): Command => ({
      id: `workspace.remote.${each.connection_id}`,
      title: t('command.remote', { name: each.name }),
      group: 'do',
      icon: IconWorld,
      isEnabled: () => workspace?.remote?.connection_id !== each.connection_id,
      run: () => openWorkspace({ kind: 'remote', connection_id: each.connection_id }),
    })),
  ];
}

/** Who signs in this window. */
function useSignerCommands(): Command[] {
  const { t } = useTranslation('signing');
  const canWrite = useCanWrite();
  const who = useWhoSigns();
  const isOpen = who?.signedIn.key !== undefined;
  return [
    {
      id: 'signer.sign-in',
      title: t('who.signInDots'),
      group: 'do',
      icon: IconUserCircle,
      isEnabled: () => canWrite('listPeople'),
      run: () =>
        openDialog({ kind: 'sign-in', personId: isOpen ? null : (who?.person.person_id ?? null) }),
    },
    {
      id: 'signer.lock',
      title: t('who.lock'),
      group: 'do',
      icon: IconLock,
      isEnabled: () => isOpen,
      run: lock,
    },
    {
      id: 'signer.sign-out',
      title: t('who.signOut'),
      group: 'do',
      icon: IconLogout,
      isEnabled: () => who !== undefined,
      run: signOut,
    },
  ];
}

/** Backups and diagnostics. */
function useUpkeepCommands(): Command[] {
  const { t } = useTranslation('shell');
  const may = useMay();
  const canWrite = useCanWrite();
  const opens = useOpeners();
  const backUp = useBackUp().start;
  const diagnostics = useDiagnosticsExport();
  return [
    {
      id: 'backup.create',
      title: t('command.backUp'),
      group: 'do',
      icon: IconDatabaseExport,
      isEnabled: () => canWrite('createBackup'),
      run: backUp,
    },
    opens('backup.restore', 'restore', IconRestore, 'restoreLedger', {
      kind: 'restore',
      backupId: null,
    }),
    {
      id: 'diagnostics.export',
      title: t('command.exportDiagnostics'),
      group: 'do',
      icon: IconStethoscope,
      isEnabled: () => may('exportDiagnostics'),
      run: diagnostics.download,
    },
  ];
}

/** How the console looks. */
function useViewCommands(): Command[] {
  const { t } = useTranslation('shell');
  const scheme = useShownScheme();
  const density = usePreferences((state) => state.density);
  const densities: Command[] = (['compact', 'normal', 'roomy'] as const).map((name) => ({
    id: `density.${name}`,
    title: t('density.command', { name: t(`density.${name}`) }),
    group: 'view',
    icon: IconBaselineDensityMedium,
    isEnabled: () => density !== name,
    run: () => prefer({ density: name }),
  }));
  return [
    {
      id: 'theme.toggle',
      title: t('command.toggleTheme'),
      group: 'view',
      icon: IconMoon,
      run: () => prefer({ colorScheme: scheme === 'dark' ? 'light' : 'dark' }),
    },
    ...densities,
    {
      id: 'zone.toggle',
      title: t('command.toggleZone'),
      group: 'view',
      icon: IconClock,
      run: switchTimeZone,
    },
    {
      id: 'navigation.toggle',
      title: t('command.toggleNavigation'),
      group: 'view',
      icon: IconLayoutSidebarLeftCollapse,
      run: () =>
        prefer({
          navigation: usePreferences.getState().navigation === 'wide' ? 'icons' : 'wide',
        }),
    },
  ];
}

/** What helps with the console. */
function useHelpCommands(): Command[] {
  const { t } = useTranslation(['shell', 'help']);
  const navigate = useNavigate();
  return [
    {
      id: 'help.api',
      title: t('pages.api', { ns: 'help' }),
      group: 'view',
      icon: IconHelp,
      run: () => void navigate({ to: '/help/api' }),
    },
    {
      id: 'tour.start',
      title: t('tour.command', { ns: 'help' }),
      group: 'view',
      icon: IconRoute,
      run: startTour,
    },
    {
      id: 'help.verdicts',
      title: t('pages.verdicts', { ns: 'help' }),
      group: 'view',
      icon: IconHelp,
      run: () => void navigate({ to: '/help/verdicts' }),
    },
    {
      id: 'help.open',
      title: t('command.help'),
      group: 'view',
      keys: ['?'],
      icon: IconHelp,
      run: () => openDialog({ kind: 'help' }),
    },
  ];
}
