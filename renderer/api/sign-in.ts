/** Signing in again without leaving the page: with the API key of this start, or with one of its links. */
import { signInFields, type SignInProblem } from '../../shared/contract/sign-in.ts';
import { reconnectNow } from './changes.ts';
import { requestSignIn } from './client.ts';

/** The form that lets a browser in by what was typed: the token of a link, else a key. */
export function signInForm(typed: string): URLSearchParams {
  const text = typed.trim();
  const token = URL.canParse(text)
    ? new URL(text).searchParams.get(signInFields.token)
    : new URLSearchParams(text.split('?')[1]).get(signInFields.token);
  return new URLSearchParams(
    token === null ? { [signInFields.key]: text } : { [signInFields.token]: token },
  );
}

/**
 * Signs in with what was typed; answers why not where it does not. The change stream finds out by itself
 * that the session is there, and everything goes on.
 * @throws ApiFailure where that is not answered
 */
export async function signIn(typed: string): Promise<SignInProblem | undefined> {
  const problem = await requestSignIn(signInForm(typed));
  if (problem === undefined) reconnectNow();
  return problem;
}
