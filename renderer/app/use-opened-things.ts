/** What the system asked the desktop application to open: a link to a thing, an evidence bundle. */
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { addressOf } from '../../shared/open-address.ts';
import { useImportCase } from '../api/cases.ts';
import { fetchOpened } from '../api/opened.ts';
import { notify } from '../state/notices.ts';
import { desktopBridge } from '../ui/desktop-bridge.ts';
import { notifyFailure } from '../ui/notify-failure.ts';

const openedSchema = z.array(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('link'), text: z.string() }),
    z.object({
      kind: z.literal('bundle'),
      name: z.string(),
      address: z.string().regex(/^\/opened\/[\w-]+$/),
    }),
  ]),
);

/** Takes and opens them, at the start and whenever the shell says that there are some. */
export function useOpenedThings(): void {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { mutateAsync: importCase } = useImportCase();

  const openBundle = async (name: string, address: string) => {
    try {
      await importCase(await fetchOpened(name, address));
      await navigate({ to: '/integrity', search: { tab: 'cases' } });
      notify({ title: t('opened.bundle', { name }) });
    } catch (error) {
      notifyFailure(t('opened.failed', { name }), error);
    }
  };
  const openLink = (text: string) => {
    const address = addressOf(text);
    if (address === undefined) notify({ tone: 'warn', title: t('opened.unknown', { text }) });
    else window.location.hash = address;
  };
  const take = useEffectEvent(async () => {
    const parsed = openedSchema.safeParse(await desktopBridge()?.takeOpened?.());
    for (const thing of parsed.data ?? []) {
      if (thing.kind === 'bundle') await openBundle(thing.name, thing.address);
      else openLink(thing.text);
    }
  });
  useEffect(() => {
    void take();
    return desktopBridge()?.onArrival?.(() => void take());
  }, []);
}
