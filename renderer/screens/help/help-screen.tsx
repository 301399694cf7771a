/** Help: what there is to read, and the tour. */
import type { ReactNode } from 'react';
import {
  IconApi,
  IconChartHistogram,
  IconKeyboard,
  IconRoute,
  IconShieldQuestion,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { TabsPage } from '../../ui/page/tabs-page.tsx';
import { startTour } from '../../state/tour.ts';
import { openDialog } from '../../state/dialogs.ts';
import { verdictsAddress } from '../../ui/addresses.ts';
import classes from './help.module.css';

export function HelpScreen() {
  const { t } = useTranslation(['help', 'oversight']);
  return (
    <TabsPage title={t('title')}>
      <div className="pd-fill pd-scroll pd-line-above">
        <ul className={classes.pages}>
          <Page
            icon={<IconShieldQuestion size={20} stroke={1.6} />}
            title={t('pages.verdicts')}
            text={t('pages.verdictsText')}
            href={verdictsAddress}
          />
          <Page
            icon={<IconChartHistogram size={20} stroke={1.6} />}
            title={t('oversight:help.page')}
            text={t('oversight:help.pageText')}
            href="#/help/figures"
          />
          <Page
            icon={<IconRoute size={20} stroke={1.6} />}
            title={t('pages.tour')}
            text={t('pages.tourText')}
            run={startTour}
          />
          <Page
            icon={<IconKeyboard size={20} stroke={1.6} />}
            title={t('pages.keys')}
            text={t('pages.keysText')}
            run={() => openDialog({ kind: 'help' })}
          />
          <Page
            icon={<IconApi size={20} stroke={1.6} />}
            title={t('pages.api')}
            text={t('pages.apiText')}
            href="#/help/api"
          />
        </ul>
      </div>
    </TabsPage>
  );
}

function Page({
  icon,
  title,
  text,
  href,
  run,
}: {
  icon: ReactNode;
  title: string;
  text: string;
  href?: string;
  run?: () => void;
}) {
  const content = (
    <>
      <span className="pd-fixed pd-dim" aria-hidden="true">
        {icon}
      </span>
      <span className={classes.pageWords}>
        <span className="pd-strong">{title}</span>
        <span className="pd-dim pd-pretty">{text}</span>
      </span>
    </>
  );
  return (
    <li>
      {href === undefined ? (
        <button type="button" className={classes.page} onClick={run}>
          {content}
        </button>
      ) : (
        <a className={classes.page} href={href}>
          {content}
        </a>
      )}
    </li>
  );
}
