/** How a browser is let in at the loopback server, and what the console is told where its session is over. */
import * as z from './when-asked.ts';

/** Where a browser is let in. */
export const signInPath = '/open';

/** The fields of the form that lets a browser in; one of them is sent. */
export const signInFields = { key: 'api_key', token: 'token' } as const;

/**
 * In an answer 401 to whoever sent neither a session nor a key: what lets a browser in here. An answer
 * without it is about another key, such as that of a connection to a server elsewhere.
 */
export const signInHeader = 'proofdesk-sign-in';

/** `key`: the API key of this start, or a link; `link`: a link alone. */
export const signInWays = ['key', 'link'] as const;
export const signInWaySchema = z.enum(signInWays);
export type SignInWay = z.infer<typeof signInWaySchema>;

/** Why a browser is not let in. */
export const signInProblems = ['notYet', 'linkSpent', 'wrongKey', 'otherUser'] as const;
export type SignInProblem = (typeof signInProblems)[number];

/** The answer 401 to a sign-in of the console itself, which asks for JSON. */
export const signInRefusalSchema = z.object({
  problem: z.enum(signInProblems),
  way: signInWaySchema,
});
export type SignInRefusal = z.infer<typeof signInRefusalSchema>;
