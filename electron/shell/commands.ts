/** What the shell and the console say to each other: names of channels and of menu commands. */

/** The commands that the native menu has before the window has said which there are. */
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
/** A name out of the console's register; the menu offers those that the window told of. */
export type MenuCommand = string;

/** One global command as the window offers it now. */
export interface OfferedCommand {
  readonly id: string;
  /** In the language of the window. */
  readonly title: string;
  readonly group: 'go' | 'do' | 'row' | 'view';
  /** As the console names them: `mod+k`, `alt+1`. */
  readonly keys: readonly string[];
  readonly enabled: boolean;
}

/** Commands of the window, and its names for the menus and for the shell's own question. */
export interface OfferedMenu {
  readonly titles: Readonly<
    Record<'file' | 'view' | 'go' | 'ledger' | 'help' | 'dataFolder', string>
  >;
  readonly commands: readonly OfferedCommand[];
  /** What is asked where the window would go with typed text in it. */
  readonly leaving: LeavingWords;
}

/** In the language of the window. */
export interface LeavingWords {
  readonly title: string;
  readonly text: string;
  readonly leave: string;
  readonly stay: string;
}

export const channels = {
  /** From the window: its commands, whenever they change. */
  offer: 'proofdesk:offer',
  /** To the window: a command was chosen in the menu. */
  command: 'proofdesk:command',
  /** To the window: the system asked to open something; `opened` tells what. */
  arrived: 'proofdesk:arrived',
  /** From the window: what the system asked to open since it asked last. */
  opened: 'proofdesk:opened',
  /** From the window: what the shell knows that the API cannot. */
  information: 'proofdesk:information',
} as const;

/** How the key of the ledger is kept: by the system's keychain, or readable to whoever has the file. */
export type KeyProtection = 'keychain' | 'unprotected' | 'unknown';

/** A link to a thing by its id or hash, or an evidence bundle whose bytes are at `address`. */
export type OpenedThing =
  | { readonly kind: 'link'; readonly text: string }
  | { readonly kind: 'bundle'; readonly name: string; readonly address: string };

export interface ShellInformation {
  readonly version: string;
  readonly dataDirectory: string;
  readonly keyProtection: KeyProtection;
}
