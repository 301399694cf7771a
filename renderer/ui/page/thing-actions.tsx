/** What can be done with the thing that is open: its commands, its buttons in the head, and a menu of the rest. */
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconArrowLeft, IconCopy, IconDots, type Icon } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { copyText } from '../clipboard.ts';
import { useCommands, type Command } from '../commands/commands.ts';

export interface ThingAction {
  /** After the kind of thing in the name of its command. */
  readonly name: string;
  readonly title: string;
  readonly icon: Icon;
  /** False for a state of the thing, or a key, that does not let it be done. */
  readonly isOffered: boolean;
  readonly run: () => void;
  /** Words of its button; it stands in the menu without. */
  readonly button?: string;
  /** The one that is done most. */
  readonly isMain?: boolean;
  readonly isBusy?: boolean;
}

export function ThingActions({
  kind,
  actions,
  copy,
  back,
  more,
}: {
  kind: string;
  actions: readonly ThingAction[];
  copy: { readonly title: string; readonly value: string; readonly what: string };
  /** To the list, `#/sessions`. */
  back: { readonly title: string; readonly href: string };
  /** Name of the menu. */
  more: string;
}) {
  const { history } = useRouter();
  const copyValue = () => void copyText(copy.value, copy.what);
  useCommands([
    ...actions.map(({ name, title, icon, isOffered, run }): Command => ({
      id: `${kind}.${name}`,
      title,
      group: 'do',
      icon,
      isEnabled: () => isOffered,
      run,
    })),
    { id: `${kind}.copy-id`, title: copy.title, group: 'do', icon: IconCopy, run: copyValue },
    {
      id: `${kind}.back`,
      title: back.title,
      group: 'go',
      icon: IconArrowLeft,
      run: () => history.push(back.href.slice(1)),
    },
  ]);
  const offered = actions.filter(({ isOffered }) => isOffered);
  const rest = offered.filter(({ button }) => button === undefined);
  return (
    <>
      {offered.map(
        ({ name, button, icon: Sign, isMain = false, isBusy = false, run }) =>
          button !== undefined && (
            <Button
              key={name}
              variant={isMain ? 'filled' : 'default'}
              leftSection={<Sign size={14} stroke={isMain ? 2 : 1.75} />}
              loading={isBusy}
              onClick={run}
            >
              {button}
            </Button>
          ),
      )}
      <Menu position="bottom-end" width={210}>
        <Menu.Target>
          <ActionIcon aria-label={more}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCopy size={15} stroke={1.6} />} onClick={copyValue}>
            {copy.title}
          </Menu.Item>
          {rest.length > 0 && <Menu.Divider />}
          {rest.map(({ name, title, icon: Sign, run }) => (
            <Menu.Item key={name} leftSection={<Sign size={15} stroke={1.6} />} onClick={run}>
              {title}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
