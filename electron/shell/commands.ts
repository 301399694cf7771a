/** What the shell and the console say to each other: names of channels and of menu commands. */

/** The console's own command names that the native menu can send (see its register of commands). */
export const menuCommands = [
  'decision.new',
  'import.open',
  'verification.start',
  'workspace.local',
  'workspace.demo',
  'workspace.reset-demo',
  'palette.open',
  'theme.toggle',
  'navigation.toggle',
  'help.open',
] as const;
export type MenuCommand = (typeof menuCommands)[number];

export const channels = {
  /** To the window: a command was chosen in the menu. */
  command: 'proofdesk:command',
  /** From the window: what the shell knows that the API cannot. */
  information: 'proofdesk:information',
} as const;

/** How the key of the ledger is kept: by the system's keychain, or readable to whoever has the file. */
export type KeyProtection = 'keychain' | 'unprotected' | 'unknown';

export interface ShellInformation {
  readonly version: string;
  readonly dataDirectory: string;
  readonly keyProtection: KeyProtection;
}
