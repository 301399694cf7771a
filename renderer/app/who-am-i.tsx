/** Who signs in this window: at the right of the frame, with the ways to sign in, to lock and to sign out. */
import { useEffect } from 'react';
import { Menu } from '@mantine/core';
import { IconLock, IconLockOpen, IconLogout, IconUserCircle, IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Person } from '../../shared/contract/people.ts';
import { useMay } from '../api/capabilities.ts';
import { useIsReadOnly, useWorkspace } from '../api/workspace.ts';
import { lock, signOut, useSignedIn, type SignedIn } from '../signing/signed-in.ts';
import { openDialog } from '../state/dialogs.ts';
import { usePreferences } from '../state/preferences.ts';
import { settingsAddress } from '../ui/addresses.ts';
import { formatInstant } from '../ui/format.ts';
import { PlaceWay } from '../ui/places/place-link.tsx';
import { initialsOf, usePersonWords } from '../ui/signing/person-words.ts';
import { useSignatories } from '../ui/signing/use-signing.ts';
import classes from './who-am-i.module.css';

/** Who is signed in, with their key in hand or locked; undefined for nobody. */
export function useWhoSigns():
  | { readonly person: Person; readonly signedIn: SignedIn }
  | undefined {
  const { origin } = useWorkspace().data ?? {};
  const { people, inForce } = useSignatories();
  const signedIn = useSignedIn((state) => state.signedIn);
  const person = inForce.find(({ person_id: id }) => id === signedIn?.personId);
  const isGone =
    signedIn !== undefined &&
    ((origin !== undefined && origin !== signedIn.origin) ||
      (people.isSuccess && person?.key_id !== signedIn.keyId));
  // Of another ledger, revoked, or under a key that is no longer in force.
  useEffect(() => {
    if (isGone) signOut();
  }, [isGone]);
  return signedIn === undefined || person === undefined || isGone
    ? undefined
    : { person, signedIn };
}

export function WhoAmI() {
  const { t } = useTranslation('signing');
  const who = useWhoSigns();
  const isReadOnly = useIsReadOnly();
  const may = useMay();
  if (isReadOnly || !may('listPeople')) return null;
  if (who !== undefined) return <Somebody {...who} />;
  return (
    <button
      type="button"
      className={classes.who}
      title={t('who.nobody')}
      onClick={() => openDialog({ kind: 'sign-in', personId: null })}
    >
      <IconUserCircle size={17} stroke={1.6} aria-hidden="true" />
      <span className={classes.words}>{t('who.nobody')}</span>
    </button>
  );
}

function Somebody({ person, signedIn }: { person: Person; signedIn: SignedIn }) {
  const { t } = useTranslation('signing');
  const words = usePersonWords();
  const zone = usePreferences((state) => state.timeZone);
  const { people, inForce } = useSignatories();
  const isLocked = signedIn.key === undefined;
  const label = t(isLocked ? 'who.locked' : 'who.signedIn', words(person));
  const others = people.isSuccess && inForce.length > 1;
  const ask = (personId: string | null) => openDialog({ kind: 'sign-in', personId });
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <button type="button" className={classes.who} title={label}>
          <span className={classes.initials} data-locked={isLocked || undefined}>
            {isLocked ? (
              <IconLock size={13} stroke={1.8} aria-hidden="true" />
            ) : (
              initialsOf(person.name)
            )}
          </span>{' '}
          <span className="pd-hidden">{isLocked ? t('personInRole', words(person)) : label}</span>{' '}
          {isLocked && <span className={classes.words}>{t('who.lockedShort')}</span>}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {t('personInRole', words(person))}
          <span className="pd-caption pd-block">
            {isLocked
              ? t('who.lockedText')
              : t('who.until', { time: formatInstant(signedIn.until, zone, 'minute') })}
          </span>
        </Menu.Label>
        <Menu.Divider />
        {isLocked ? (
          <Menu.Item
            leftSection={<IconLockOpen size={15} stroke={1.6} />}
            onClick={() => ask(person.person_id)}
          >
            {t('who.unlock')}
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconLock size={15} stroke={1.6} />} onClick={lock}>
            {t('who.lock')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLogout size={15} stroke={1.6} />} onClick={signOut}>
          {t('who.signOut')}
        </Menu.Item>
        {others && (
          <Menu.Item
            leftSection={<IconUserCircle size={15} stroke={1.6} />}
            onClick={() => ask(null)}
          >
            {t('who.asAnother')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconUsers size={15} stroke={1.6} />}
          component={PlaceWay}
          href={settingsAddress('people')}
        >
          {t('who.people')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
