/**
 * The one register of what can be done: the palette, the help sheet, menus, keys and the desktop menu
 * all read it, so that every key has a visible command and every command is found by name.
 */
import { useEffect, useId, useRef, type ComponentType } from 'react';
import { create } from 'zustand';
import { keyName, type KeyPress } from '../keyboard.ts';

/** Where a command's keys work: anywhere outside text fields, or in a focused grid only. */
export type CommandScope = 'global' | 'grid';
export type CommandGroup = 'go' | 'do' | 'row' | 'view';

export interface Command {
  /** Stable name, e.g. `record.copy-id`; also what the desktop menu sends. */
  readonly id: string;
  readonly title: string;
  readonly group: CommandGroup;
  /** Anywhere, unless told. */
  readonly scope?: CommandScope;
  /** Key names of `keyName`; the first is the one shown. */
  readonly keys?: readonly string[];
  readonly icon?: ComponentType<{ size?: number | string; stroke?: number | string }>;
  /** Asked when the command is about to be shown or run; absent means always. */
  readonly isEnabled?: () => boolean;
  /** Not offered in the palette: movement and the palette itself. */
  readonly unlisted?: boolean;
  readonly run: () => void;
}

export interface OfferedCommand extends Command {
  readonly scope: CommandScope;
}

interface CommandState {
  readonly sources: ReadonlyMap<string, readonly OfferedCommand[]>;
}

const useCommandStore = create<CommandState>(() => ({ sources: new Map() }));

/**
 * Offers commands while the component is mounted. They may close over anything: the newest ones are
 * run. The register itself changes only when ids, titles or keys do.
 */
export function useCommands(commands: readonly Command[]): void {
  const source = useId();
  const newest = useRef(commands);
  const published = useRef('');
  useEffect(() => {
    newest.current = commands;
    const outline = commands
      .map((each) => [each.id, each.title, ...(each.keys ?? [])].join('\u0000'))
      .join('\u0001');
    if (published.current === outline) return;
    published.current = outline;
    const find = (id: string) => newest.current.find((each) => each.id === id);
    const offered = newest.current.map((each) => ({
      scope: 'global' as const,
      ...each,
      isEnabled: () => find(each.id)?.isEnabled?.() ?? true,
      run: () => find(each.id)?.run(),
    }));
    useCommandStore.setState(({ sources }) => ({ sources: new Map(sources).set(source, offered) }));
  });
  useEffect(
    () => () => {
      published.current = '';
      useCommandStore.setState(({ sources }) => {
        const rest = new Map(sources);
        rest.delete(source);
        return { sources: rest };
      });
    },
    [source],
  );
}

/** Every command offered now, in the order of their sources. */
export function offeredCommands(): OfferedCommand[] {
  return [...useCommandStore.getState().sources.values()].flat();
}

/** Every command offered now; re-renders when the offer changes. */
export function useOfferedCommands(): OfferedCommand[] {
  const sources = useCommandStore((state) => state.sources);
  return [...sources.values()].flat();
}

/** Runs a command by name; false when nothing offers it now. */
export function runCommand(id: string): boolean {
  const command = offeredCommands().find((each) => each.id === id);
  if (command === undefined || command.isEnabled?.() === false) return false;
  command.run();
  return true;
}

/** Runs the command of a key press in a scope; true when there was one. */
export function runKey(press: KeyPress, scope: CommandScope): boolean {
  const name = keyName(press);
  const command = offeredCommands().find(
    (each) => each.scope === scope && each.keys?.includes(name) === true,
  );
  if (command === undefined || command.isEnabled?.() === false) return false;
  command.run();
  return true;
}
