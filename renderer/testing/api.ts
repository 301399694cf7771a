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
 * those of a dry run by `POST /billing/invoices?dry_run`; a body or a `Response`, and may change
 * meanwhile. What has none is answered 404.
 */
export function answerApi(answers: Readonly<Record<string, unknown>>): readonly SentCall[] {
  const sent: SentCall[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    const path = pathname.replace(/^.*\/v1/, '');
    const call = `${request.method} ${path}${searchParams.has('dry_run') ? '?dry_run' : ''}`;
    if (request.method !== 'GET') {
      const text = init?.body;
      sent.push({
        call,
        body: typeof text === 'string' ? JSON.parse(text) : undefined,
        idempotencyKey: request.headers.get('idempotency-key'),
      });
    }
    const answer = Object.hasOwn(answers, call) ? answers[call] : undefined;
    if (answer instanceof Response) return Promise.resolve(answer.clone());
    if (answer !== undefined) return Promise.resolve(Response.json(answer));
    return Promise.resolve(refusal(404, 'not_found', `${call} has no answer here.`));
  });
  return sent;
}

/** An answer that refuses, in the API's shape. */
export function refusal(status: number, code: string, message: string): Response {
  return Response.json({ error: { code, message } }, { status });
}
