/** Figures of the ledger behind a connection: what that server says of itself under its own key, or said when it was there. */
import { z } from 'zod';
import { ledgerVerdictSchema } from '../../shared/contract/chain.ts';
import { instantSchema } from '../../shared/contract/common.ts';
import type { ConnectionFigures } from '../../shared/contract/connections.ts';
import { jsonOrUndefined } from '../../shared/contract/json.ts';
import { overviewSchema } from '../../shared/contract/overview.ts';
import { instant } from '../../shared/time.ts';
import type { AnswerCache } from './answer-cache.ts';
import { RemoteFailure, readText, type RemoteClient } from './remote-client.ts';
import { askRecords, KeyRefused, throwUnlessAnswer } from './server-check.ts';

/** What figures are read of: members that another version of the server answers otherwise are as if they were not told. */
const overviewShape = overviewSchema.pick({ generated_at: true }).extend({
  days: overviewSchema.shape.days.catch(null),
  reviews: z.looseObject({ waiting: z.int() }).nullable().catch(null),
});
const chainShape = z.object({
  verification: z
    .looseObject({
      latest: z
        .looseObject({ verdict: ledgerVerdictSchema, finished_at: instantSchema })
        .nullable(),
    })
    .nullable()
    .catch(null),
  standing: z
    .looseObject({ checkpoint: z.looseObject({ kept_at: instantSchema }).nullable() })
    .nullable()
    .catch(null),
});
type Told = Omit<ConnectionFigures, 'state' | 'reason' | 'as_of'>;

interface Answers {
  readonly overview: unknown;
  readonly chain: unknown;
}

/** Never rejects, except when `signal` aborts. */
export async function ledgerFigures(
  client: RemoteClient,
  cache: AnswerCache | undefined,
  signal: AbortSignal,
): Promise<ConnectionFigures> {
  try {
    await askRecords(client, signal);
    const [overview, chain] = [
      await ask(client, '/overview', signal),
      await ask(client, '/chain', signal),
    ];
    return { state: 'online', reason: null, as_of: null, ...toldBy({ overview, chain }) };
  } catch (error) {
    if (signal.aborted) throw error;
    const reason = error instanceof RemoteFailure ? error.reason : 'It cannot be reached.';
    if (error instanceof KeyRefused) {
      return { state: 'refused', reason, as_of: null, ...toldBy(nothing) };
    }
    const { readAt, answers } = await keptAnswers(cache);
    const asOf = readAt === undefined ? null : instant(readAt);
    return { state: 'offline', reason, as_of: asOf, ...toldBy(answers) };
  }
}

const nothing: Answers = { overview: undefined, chain: undefined };

/** Undefined where the server has no such answer for this key. */
async function ask(client: RemoteClient, path: string, signal: AbortSignal): Promise<unknown> {
  const answer = await client.get(path, signal);
  throwUnlessAnswer(answer);
  const text = await readText(answer);
  return answer.ok ? jsonOrUndefined(text) : undefined;
}

async function keptAnswers(
  cache: AnswerCache | undefined,
): Promise<{ readonly readAt: number | undefined; readonly answers: Answers }> {
  const [overview, chain] = [await cache?.find('/v1/overview'), await cache?.find('/v1/chain')];
  const times = [overview, chain].flatMap((each) => (each === undefined ? [] : [each.readAt]));
  return {
    readAt: times.length === 0 ? undefined : Math.min(...times),
    answers: {
      overview: overview && jsonOrUndefined(overview.body.toString('utf8')),
      chain: chain && jsonOrUndefined(chain.body.toString('utf8')),
    },
  };
}

function toldBy({ overview, chain }: Answers): Told {
  const seen = overviewShape.safeParse(overview).data;
  const stands = chainShape.safeParse(chain).data;
  const latest = stands?.verification?.latest;
  const today = seen?.generated_at.slice(0, 10);
  const newest = seen?.days?.at(-1);
  return {
    decisions_today: newest === undefined ? null : newest.date === today ? newest.total : 0,
    waiting_reviews: seen?.reviews?.waiting ?? null,
    verdict: latest?.verdict ?? null,
    verified_at: latest?.finished_at ?? null,
    checkpoint_at: stands?.standing?.checkpoint?.kept_at ?? null,
  };
}
