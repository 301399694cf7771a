/** The page a browser without a session gets: paste the API key. No script, no inline style. */
import {
  signInFields,
  signInPath,
  type SignInProblem,
  type SignInWay,
} from '../../shared/contract/sign-in.ts';
import { acceptedOf } from '../../shared/accepted.ts';
import { spokenOf, type LanguageCode } from '../../shared/languages.ts';
import { pageHeaders } from '../policy/content-security-policy.ts';
import { signInWords, type SignInWords } from './sign-in-words.ts';

export const signInStylePath = '/open.css';

/** The page may load its own style sheet and send its own form, and nothing else. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The language that a browser asks for; nothing else of what it sends is on a page. */
export function languageOf(request: Request): LanguageCode {
  return spokenOf(acceptedOf(request.headers.get('accept-language') ?? ''));
}

/**
 * Page with the one field that lets a browser in, or with where a link is to be had. `problem` says why it is
 * shown, but for a server door at the first visit, where the heading says it.
 */
export function signInPage(
  problem: SignInProblem,
  {
    way,
    language,
    status = 401,
    name = '',
  }: {
    readonly way: SignInWay;
    readonly language: LanguageCode;
    readonly status?: number;
    /** Of a server door. */
    readonly name?: string;
  },
): Response {
  const words = signInWords[language];
  const isPlain = way === 'api_key' && problem === 'notYet';
  const heading = way === 'api_key' ? words.heading(escaped(name)) : 'Proofdesk';
  const said = isPlain ? '' : `<p role="alert">${words.problems[problem]}</p>\n`;
  return page({
    status,
    language,
    main: `<h1>${heading}</h1>
${said}${way === 'link' ? '' : formOf(words, way)}<p>${words.where[way]}</p>`,
  });
}

function formOf({ key, open }: SignInWords, way: Exclude<SignInWay, 'link'>): string {
  return `<form method="post" action="${signInPath}">
<label for="${signInFields.key}">${key[way]}</label>
<input id="${signInFields.key}" name="${signInFields.key}" type="password" autocomplete="off" spellcheck="false" required autofocus>
<button type="submit">${open}</button>
</form>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Loads the console once more, now as a request of its own: on a navigation that another site
 * began (a link in a web terminal, say) the browser holds a SameSite=Strict cookie back.
 */
export function reloadPage(language: LanguageCode): Response {
  return page({
    status: 200,
    language,
    main: `<h1>Proofdesk</h1><p><a href="/">${signInWords[language].open}</a></p>`,
    head: '<meta http-equiv="refresh" content="0;url=/">',
  });
}

/** The style sheet of the page. */
export function signInStyle(): Response {
  return new Response(style, {
    headers: { ...pageHeaders(policy), 'content-type': 'text/css; charset=utf-8' },
  });
}

interface Page {
  readonly status: number;
  readonly language: LanguageCode;
  readonly main: string;
  readonly head?: string;
}

function page({ status, language, main, head = '' }: Page): Response {
  return new Response(
    `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${head}<title>Proofdesk</title>
<link rel="stylesheet" href="${signInStylePath}">
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`,
    {
      status,
      headers: {
        ...pageHeaders(policy),
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      },
    },
  );
}

const style = `:root { color-scheme: light dark; font: 13px/18px system-ui, sans-serif; }
body { margin: 0; color: light-dark(#1a1d24, #c9cdd4); background: light-dark(#fbfbfd, #15171c); }
main { max-width: 380px; margin: 15vh auto; padding: 24px; border: 1px solid light-dark(#e1e4ea, #2b2f37);
  border-radius: 6px; background: light-dark(#fff, #1f2229); }
h1 { margin: 0 0 12px; font-size: 18px; }
label { display: block; margin-bottom: 4px; font-weight: 600; }
input { box-sizing: border-box; width: 100%; height: 28px; padding: 0 8px; font: 12px ui-monospace, monospace; }
button { margin: 12px 0; height: 28px; padding: 0 12px; border: 0; border-radius: 4px; font: inherit;
  color: #fff; background: #4453c7; }
:focus-visible { outline: 2px solid light-dark(#4453c7, #8a97ff); outline-offset: 2px; }
`;
