/** The frame around every screen: title bar, navigation, status bar, dialogs, keys, toasts. */
import { Suspense, lazy, useEffect, useRef } from 'react';
import { useMediaQuery } from '@mantine/hooks';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../state/preferences.ts';
import { useTour } from '../state/tour.ts';
import { forgetFocusOutside, keepFocus, topDialog } from '../ui/kept-focus.ts';
import { isTextField } from '../ui/keyboard.ts';
import { AppDialogs } from './app-dialogs.tsx';
import { runCommand, runKey } from '../ui/commands/commands.ts';
import { desktopBridge } from '../ui/desktop-bridge.ts';
import { EngineBanner } from './engine-banner.tsx';
import { LedgerBanners } from './ledger-banner.tsx';
import { Navigation } from './navigation.tsx';
import { RecoveryGate } from './recovery-gate.tsx';
import { usePlaceCommands } from './place-commands.tsx';
import { usePreferenceCommands } from './preference-commands.tsx';
import { SectionGate } from './section-gate.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { StatusBar } from './status-bar.tsx';
import { TitleBar } from './title-bar.tsx';
import { Toasts } from './toasts.tsx';
import { useShellCommands } from './shell-commands.tsx';
import { useMenuMirror } from './use-menu-mirror.ts';
import { useWorkspaceCurrency } from './use-workspace-currency.ts';
import { useOpenedThings } from './use-opened-things.ts';
import classes from './shell.module.css';

const Tour = lazy(async () => ({ default: (await import('../screens/help/tour.tsx')).Tour }));

/** Below this the navigation is icons, whatever was chosen. */
const wideNavigation = '(min-width: 1100px)';

export function Shell() {
  const { t } = useTranslation('shell');
  useShellCommands();
  usePreferenceCommands();
  usePlaceCommands();
  useMenuMirror();
  const isTouring = useTour((state) => state.isOpen);
  const main = useKeptFocus();
  useGlobalKeys();
  useEnterOnce();
  useDesktopMenu();
  useOpenedThings();
  useWorkspaceCurrency();
  const chosen = usePreferences((state) => state.navigation);
  const roomy = useMediaQuery(wideNavigation, true, { getInitialValueInEffect: false });
  const navigation = roomy ? chosen : 'icons';
  return (
    <div className={classes.shell} data-navigation={navigation}>
      <a
        className={classes.skip}
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t('skip')}
      </a>
      <TitleBar />
      <Navigation compact={navigation === 'icons'} canExpand={roomy} />
      <main id="main" ref={main} className={classes.main} tabIndex={-1}>
        <EngineBanner />
        <LedgerBanners />
        <div className="pd-fill pd-scroll">
          <Suspense fallback={null}>
            <RecoveryGate>
              <SectionGate>
                <Outlet />
              </SectionGate>
            </RecoveryGate>
          </Suspense>
        </div>
      </main>
      <StatusBar />
      <AppDialogs />
      {isTouring && (
        <Suspense fallback={null}>
          <Tour />
        </Suspense>
      )}
      <Toasts />
      <SignInAgain />
    </div>
  );
}

/** Answers the ref of the part that the screens are in. */
function useKeptFocus() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(keepFocus, []);
  useEffect(() => {
    if (main.current !== null) forgetFocusOutside(main.current);
  }, [pathname]);
  return main;
}

/**
 * Keys that work anywhere: in text fields those with Ctrl and the F-keys only, as Alt writes signs
 * there, and none under a dialog.
 */
function useGlobalKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const writes = !event.ctrlKey && !event.metaKey && event.key.length === 1;
      if (writes && isTextField(event.target)) return;
      // A field's own undo comes before the console's.
      if (event.key.toLowerCase() === 'z' && isTextField(event.target)) return;
      if (topDialog() !== undefined) return;
      if (runKey(event, 'global')) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/**
 * A held Enter, also with Ctrl, acts once: what it opened has the focus by then, and would be pressed
 * before anybody has looked at it. In a text of several lines it makes lines.
 */
function useEnterOnce(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.repeat || event.key !== 'Enter') return;
      const makesLine = event.target instanceof HTMLTextAreaElement;
      if (makesLine && !event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, []);
}

/** Commands of the native menu are those of the palette, by name. */
function useDesktopMenu(): void {
  useEffect(() => desktopBridge()?.onCommand?.((command) => void runCommand(command)), []);
}
