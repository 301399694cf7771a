/** An API of a test: answers by method and path, and what was sent to it. */
import { vi } from 'vitest';

/** One call that changes something, as it came. */
export interface SentCall {
  readonly call: string;
  readonly body: unknown;
  readonly idempotencyKey: string | null;
}

/**
 * Stands in for the API until the test's mocks are restored. `answers` are by `GET /billing/accounts`,
 * those of a dry run by `POST /billing/invoices?dry_run`; a body, a `Response`, or what makes one of the
 * body that was sent, and may change meanwhile. What has none is answered 404.
 */
export function answerApi(answers: Readonly<Record<string, unknown>>): readonly SentCall[] {
  const sent: SentCall[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    const path = pathname.replace(/^.*\/v1/, '');
    const call = `${request.method} ${path}${searchParams.has('dry_run') ? '?dry_run' : ''}`;
    if (request.method !== 'GET') {
      const body = bodyOf(init);
      sent.push({ call, body, idempotencyKey: request.headers.get('idempotency-key') });
    }
    const known = Object.hasOwn(answers, call) ? answers[call] : undefined;
    const answer: unknown = typeof known === 'function' ? await known(bodyOf(init)) : known;
    if (answer instanceof Response) return answer.clone();
    if (answer !== undefined) return Response.json(answer);
    return refusal(404, 'not_found', `${call} has no answer here.`);
  });
  return sent;
}

function bodyOf(init: RequestInit | undefined): unknown {
  const text = init?.body;
  return typeof text === 'string' ? JSON.parse(text) : undefined;
}

/** An answer that refuses, in the API's shape. */
export function refusal(status: number, code: string, message: string): Response {
  return Response.json({ error: { code, message } }, { status });
}
