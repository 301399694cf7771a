/** Commands of the settings that one wants at hand: language, motion, and the size of the window. */
import {
  IconLanguage,
  IconWalk,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { languages } from '../../shared/languages.ts';
import { languageNames } from '../i18n/languages.ts';
import { prefer, stepZoom, usePreferences } from '../state/preferences.ts';
import { useCommands, type Command } from '../ui/commands/commands.ts';
import { desktopBridge } from '../ui/desktop-bridge.ts';

const canZoom = () => desktopBridge()?.zoom !== undefined;

export function usePreferenceCommands(): void {
  const { t } = useTranslation('settings');
  const motion = usePreferences((state) => state.motion);
  const language = (code: 'system' | (typeof languages)[number], name: string): Command => ({
    group: 'view',
    id: `language.${code}`,
    title: t('command.language', { name }),
    icon: IconLanguage,
    run: () => prefer({ language: code }),
  });
  const zoom = (id: string, title: string, icon: Command['icon'], step: -1 | 0 | 1): Command => ({
    group: 'view',
    id,
    title,
    ...(icon === undefined ? {} : { icon }),
    isEnabled: canZoom,
    run: () => stepZoom(step),
  });
  useCommands([
    ...languages.map((code) => language(code, languageNames[code])),
    language('system', t('language.system')),
    {
      group: 'view',
      id: 'motion.toggle',
      title: t(motion === 'reduced' ? 'command.motionSystem' : 'command.motionReduced'),
      icon: IconWalk,
      run: () => prefer({ motion: motion === 'reduced' ? 'system' : 'reduced' }),
    },
    zoom('zoom.in', t('command.zoomIn'), IconZoomIn, 1),
    zoom('zoom.out', t('command.zoomOut'), IconZoomOut, -1),
    zoom('zoom.reset', t('command.zoomReset'), IconZoomReset, 0),
  ]);
}
