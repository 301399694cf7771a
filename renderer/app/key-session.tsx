/** The API key that this browser is at a server, at the right of the frame, with the way out. */
import { Menu } from '@mantine/core';
import { IconKey, IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { requestSignOut, toFailure } from '../api/client.ts';
import { useEngineState } from '../api/engine-state.ts';
import { useMe } from '../api/me.ts';
import { notify } from '../state/notices.ts';
import classes from './who-am-i.module.css';

export function KeySession() {
  const { t } = useTranslation(['shell', 'access']);
  const { isKeySession } = useEngineState();
  const { data: me } = useMe();
  if (!isKeySession || me?.role == null) return null;
  const name = me.name ?? me.key_id ?? '';
  const role = t(`access:role.${me.role}`);
  const leave = async () => {
    try {
      await requestSignOut();
      window.location.reload();
    } catch (error) {
      notify({
        title: t('keySession.failed'),
        reason: toFailure(error).message,
        tone: 'bad',
      });
    }
  };
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <button type="button" className={classes.who} title={t('keySession.label', { name, role })}>
          <IconKey size={16} stroke={1.6} aria-hidden="true" />
          <span className={classes.words}>{name}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {name}
          <span className="pd-caption pd-block">{t('keySession.text', { role })}</span>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={15} stroke={1.6} />} onClick={() => void leave()}>
          {t('keySession.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
