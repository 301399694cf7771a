/** How a browser is let in at a host, and what the console is told where its session is over. */
import * as z from './when-asked.ts';

/** Where a browser is let in. */
export const signInPath = '/open';

/** Where a browser's session at a server door ends: asked with POST. */
export const signOutPath = '/close';

/** In an answer to the session of a browser that is an API key: the console has a way to sign out. */
export const keySessionHeader = 'proofdesk-key-session';

/** The fields of the form that lets a browser in; one of them is sent. */
export const signInFields = { key: 'api_key', token: 'token' } as const;

/**
 * In an answer 401 to whoever sent neither a session nor a key: what lets a browser in here. An answer
 * without it is about another key, such as that of a connection to a server elsewhere.
 */
export const signInHeader = 'proofdesk-sign-in';

/** `key`: the API key of this start, or a link; `link`: a link alone; `api_key`: any API key of the ledger. */
export const signInWays = ['key', 'link', 'api_key'] as const;
export const signInWaySchema = z.enum(signInWays);
export type SignInWay = z.infer<typeof signInWaySchema>;

/** Why a browser is not let in. `tooMany`: wrong keys of this client; `notReady`: no ledger is open yet. */
export const signInProblems = [
  'notYet',
  'linkSpent',
  'wrongKey',
  'otherUser',
  'unknownKey',
  'tooMany',
  'notReady',
] as const;
export type SignInProblem = (typeof signInProblems)[number];

/** The refusal of a sign-in of the console itself, which asks for JSON. */
export const signInRefusalSchema = z.object({
  problem: z.enum(signInProblems),
  way: signInWaySchema,
});
export type SignInRefusal = z.infer<typeof signInRefusalSchema>;
