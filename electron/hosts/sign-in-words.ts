/** What the pages before the console say, in the languages of the console. */
import type { SignInProblem, SignInWay } from '../../shared/contract/sign-in.ts';
import type { LanguageCode } from '../../shared/languages.ts';

export interface SignInWords {
  /** Heading of the page at the server door of a name. */
  readonly heading: (name: string) => string;
  /** Why a browser gets the page instead of the console. */
  readonly problems: Readonly<Record<SignInProblem, string>>;
  /** Label of the field, where a key lets a browser in. */
  readonly key: Readonly<Record<Exclude<SignInWay, 'link'>, string>>;
  readonly open: string;
  /** Where what lets a browser in is to be had. */
  readonly where: Readonly<Record<SignInWay, string>>;
}

export const signInWords: Readonly<Record<LanguageCode, SignInWords>> = {
  en: {
    heading: (name) => `Sign in to ${name} with your API key`,
    problems: {
      notYet: 'This browser has not been let in yet.',
      linkSpent: 'This link has been used already, has expired, or is from an earlier start.',
      wrongKey: 'This is not the API key of this start.',
      otherUser: 'Only the user who started Proofdesk is let in here.',
      unknownKey: 'This key is not known here, or has expired.',
      tooMany: 'Too many wrong keys came from here. Wait a minute, then try again.',
      notReady: 'The ledger is not open yet. Try again in a moment.',
    },
    key: { key: 'API key of this start', api_key: 'API key' },
    open: 'Open the console',
    where: {
      key: 'Both the link and the key are printed where Proofdesk was started. They are new at each start.',
      link: 'Make a link for it in the settings of Proofdesk, under “Loopback server”, and open that here.',
      api_key: 'The console shows and does what your key may.',
    },
  },
  de: {
    heading: (name) => `Bei ${name} mit Ihrem API-Schlüssel anmelden`,
    problems: {
      notYet: 'Dieser Browser wurde noch nicht eingelassen.',
      linkSpent:
        'Dieser Link wurde bereits benutzt, ist abgelaufen oder stammt von einem früheren Start.',
      wrongKey: 'Dies ist nicht der Startschlüssel.',
      otherUser: 'Eingelassen wird hier nur das Benutzerkonto, das Proofdesk gestartet hat.',
      unknownKey: 'Dieser Schlüssel ist hier unbekannt oder abgelaufen.',
      tooMany:
        'Von hier kamen zu viele falsche Schlüssel. Warten Sie eine Minute und versuchen Sie es dann erneut.',
      notReady: 'Das Journal ist noch nicht geöffnet. Versuchen Sie es gleich noch einmal.',
    },
    key: { key: 'Startschlüssel', api_key: 'API-Schlüssel' },
    open: 'Konsole öffnen',
    where: {
      key: 'Link und Startschlüssel werden dort ausgegeben, wo Proofdesk gestartet wurde. Sie sind bei jedem Start neu.',
      link: 'Erstellen Sie dafür einen Link in den Einstellungen von Proofdesk, unter „Loopback-Server“, und öffnen Sie ihn hier.',
      api_key: 'Die Konsole zeigt und kann, was Ihr Schlüssel darf.',
    },
  },
};
