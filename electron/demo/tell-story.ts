/** Plays the stories of the demo through the API's own handlers. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { routeOf } from '../../shared/contract/routes.ts';
import { preparedActSchema, signingNames, type Signing } from '../../shared/contract/signing.ts';
import type { Task } from '../area.ts';
import type { AnyHandler, RouteReply } from '../route-handler.ts';
import { sentAt, type StoryStep, type StoryTask } from './story-step.ts';

const idSchema = z.object({
  session_id: z.string().optional(),
  request_id: z.string().optional(),
  invoice_id: z.string().optional(),
  payment_method_id: z.string().optional(),
  grant_id: z.string().optional(),
  id: z.string().optional(),
});

const doneSchema = z.object({ named: z.record(z.string(), z.string()).optional() });

/**
 * Sends every request of the story; `setTime` is told when each is sent, in milliseconds, the last ones
 * just before `now`.
 * @throws what a handler throws
 */
export async function tellStory(options: {
  /** In the order in which they are sent. */
  readonly story: Iterable<StoryStep | StoryTask>;
  readonly now: number;
  readonly setTime: (milliseconds: number) => void;
  readonly handlers: Readonly<Partial<Record<string, AnyHandler>>>;
  readonly tasks: Readonly<Partial<Record<string, Task>>>;
  /** What the handler of an operation takes of a valid body. */
  readonly prepare: (operation: string, body: unknown) => unknown;
}): Promise<void> {
  const names = new Map<string, string>();
  for (const step of options.story) {
    options.setTime(sentAt(step, options.now));
    if ('task' in step) {
      const { named = {} } = doneSchema.parse((await options.tasks[step.task]?.({})) ?? {});
      for (const [name, id] of Object.entries(named)) names.set(name, id);
      continue;
    }
    if (step.about !== undefined && !names.has(step.about)) continue;
    const { body } = await answerSigned(step, names, options);
    // A thread that is filling a large dataset still answers when it is asked whether it lives.
    await nextTurn();
    if (step.as === undefined || typeof body !== 'string') continue;
    const made = idSchema.parse(JSON.parse(body));
    const id =
      made.session_id ??
      made.request_id ??
      made.invoice_id ??
      made.payment_method_id ??
      made.grant_id ??
      made.id;
    names.set(step.as, id ?? '');
  }
}

interface Telling {
  readonly handlers: Readonly<Partial<Record<string, AnyHandler>>>;
  /** Makes of a valid body what the handler of an operation takes. */
  readonly prepare: (operation: string, body: unknown) => unknown;
}

/** What people sign is prepared first, and then sent with their signatures. */
async function answerSigned(
  step: StoryStep,
  names: ReadonlyMap<string, string>,
  telling: Telling,
): Promise<RouteReply> {
  const { operation, signed } = step;
  if (signed === undefined) return answer(step, names, telling, {});
  const { by, approver } = signed;
  const signing: Signing = {
    // Whoever is enrolled signs by the new key.
    ...(operation === 'createPerson' ? {} : { signer: by.personId }),
    ...(approver && { approver: approver.personId }),
  };
  const prepared = await answer(step, names, telling, { ...signing, prepare: true });
  const { texts } = preparedActSchema.parse(JSON.parse(z.string().parse(prepared.body)));
  return answer(step, names, telling, {
    ...signing,
    signed: texts.map(({ text, salts }) => ({
      text,
      salts,
      signature: by.sign(text),
      ...(approver && { approval: approver.sign(text) }),
    })),
  });
}

async function answer(
  step: StoryStep,
  names: ReadonlyMap<string, string>,
  { handlers, prepare }: Telling,
  signing: Signing,
): Promise<RouteReply> {
  const route = routeOf(step.operation);
  const handler = handlers[step.operation];
  if (route === undefined || handler === undefined) {
    throw new Error(`The story asks for ${step.operation}, which nobody answers.`);
  }
  const withIds = (members: object) =>
    Object.fromEntries(
      Object.entries(members).map(([name, value]: [string, unknown]) => [
        name,
        typeof value === 'string'
          ? value.replace(/^\{(.+)\}$/, (_all, key: string) => names.get(key) ?? '')
          : value,
      ]),
    );
  return handler({
    operationId: step.operation,
    requestId: 'req_demo',
    parameters: z.record(z.string(), z.string()).parse(withIds(step.parameters ?? {})),
    query: route.query?.parse(step.query ?? {}) ?? {},
    body: prepare(
      step.operation,
      withoutSigning(
        route.body?.parse(
          step.body === undefined ? undefined : { ...withIds(step.body), ...signing },
        ),
      ),
    ),
    signing,
    previous: { confirm: () => {} },
    upload: uploadOf(step),
    idempotency: undefined,
    caller: 'operator',
    principal: { kind: 'operator' },
    own: undefined,
    baseUrl: 'http://127.0.0.1/v1',
    signal: new AbortController().signal,
  });
}

/** A body as a handler takes it: how it is signed is told apart. */
function withoutSigning(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const isSigning = (name: string) => signingNames.some((each) => each === name);
  return Object.fromEntries(Object.entries(body).filter(([name]) => !isSigning(name)));
}

function uploadOf({ rows }: StoryStep): unknown {
  if (rows === undefined) return undefined;
  const bytes = new Blob([JSON.stringify(rows)]).stream();
  return { mediaType: 'application/json', bytes };
}
