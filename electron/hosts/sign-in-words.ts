/** What the pages before the console say, in the languages of the console. */
import type { SignInProblem } from '../../shared/contract/sign-in.ts';
import type { LanguageCode } from '../../shared/languages.ts';

export interface SignInWords {
  /** Why a browser gets the page instead of the console. */
  readonly problems: Readonly<Record<SignInProblem, string>>;
  readonly key: string;
  readonly open: string;
  /** Where link and key are to be had. */
  readonly where: string;
  /** Where no key lets a browser in. */
  readonly advice: string;
}

export const signInWords: Readonly<Record<LanguageCode, SignInWords>> = {
  en: {
    problems: {
      notYet: 'This browser has not been let in yet.',
      linkSpent: 'This link has been used already, has expired, or is from an earlier start.',
      wrongKey: 'This is not the API key of this start.',
      otherUser: 'Only the user who started Proofdesk is let in here.',
    },
    key: 'API key of this start',
    open: 'Open the console',
    where:
      'Both the link and the key are printed where Proofdesk was started. They are new at each start.',
    advice:
      'Make a link for it in the settings of Proofdesk, under “Loopback server”, and open that here.',
  },
  de: {
    problems: {
      notYet: 'Dieser Browser wurde noch nicht eingelassen.',
      linkSpent:
        'Dieser Link wurde bereits benutzt, ist abgelaufen oder stammt von einem früheren Start.',
      wrongKey: 'Dies ist nicht der Startschlüssel.',
      otherUser: 'Eingelassen wird hier nur das Benutzerkonto, das Proofdesk gestartet hat.',
    },
    key: 'Startschlüssel',
    open: 'Konsole öffnen',
    where:
      'Link und Startschlüssel werden dort ausgegeben, wo Proofdesk gestartet wurde. Sie sind bei jedem Start neu.',
    advice:
      'Erstellen Sie dafür einen Link in den Einstellungen von Proofdesk, unter „Loopback-Server“, und öffnen Sie ihn hier.',
  },
};
