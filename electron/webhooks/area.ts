/** Webhooks: endpoints that are told of events. */
import type { Area, WriteContext } from '../area.ts';
import { instant } from '../../shared/time.ts';
import { repeating } from '../database/schedule.ts';
import { Allowance } from './address-rules.ts';
import { Deliveries, endedSchema, takeSchema } from './deliveries.ts';
import { DeliveriesStore } from './deliveries-store.ts';
import { EndpointsStore, EndpointWriter } from './endpoints-store.ts';
import { EventsStore } from './events-store.ts';
import { webhookReadRoutes, webhookWriteRoutes } from './routes.ts';
import { endedTask, takeTask } from './sender.ts';

/** How often it is looked for news that were held long enough; milliseconds. */
const flushEvery = 15_000;

export const webhooksArea = {
  openReads: ({ database, jobsDatabase, now }) => ({
    handlers: webhookReadRoutes({
      endpoints: new EndpointsStore(database),
      events: new EventsStore(database),
      deliveries: new DeliveriesStore(jobsDatabase),
      now,
    }),
  }),
  openWrites: (context) => {
    const { database, jobsDatabase, facts, signingSeed: seed, workspace, supervisor } = context;
    const { schedule, events: log } = context;
    const endpoints = new EndpointsStore(database);
    const events = new EventsStore(database);
    const deliveries = new DeliveriesStore(jobsDatabase);
    const writer = new EndpointWriter(facts);
    const version = workspace.version;
    const queue = new Deliveries({
      ...context,
      endpoints,
      events,
      store: deliveries,
      seed,
      version,
    });
    return {
      handlers: webhookWriteRoutes({
        ...context,
        endpoints,
        events,
        deliveries,
        writer,
        queue,
        log,
        seed,
        idempotency: context.jobsIdempotency,
        allowance: new Allowance(workspace.webhookAllow),
        changed: () => supervisor.changed(['webhooks']),
      }),
      tasks: {
        [takeTask]: async (params) => queue.take(takeSchema.parse(params).busy),
        [endedTask]: endTask(context, { queue, writer, endpoints }),
      },
      close: repeating(schedule, flushEvery, () => void tellHeld(context)),
    };
  },
} satisfies Area;

/** Tells what was held for a minute, and lets go of what is too old. */
async function tellHeld(context: WriteContext): Promise<void> {
  const { workspace, lock, transaction, changed, heldNews, events, clock, isClosing } = context;
  if (isClosing() || workspace.kind === 'case') return;
  const now = instant(clock());
  const isDue = (heldNews.due ?? '9') <= now;
  if (!isDue && !events.isOld(now)) return;
  try {
    await lock.run(() =>
      transaction(() => {
        heldNews.flush(now);
        if (events.isOld(now)) events.prune(now);
      }),
    );
    if (isDue) changed([]);
  } catch (error) {
    const reason = String(error);
    context.log(JSON.stringify({ level: 'warn', event: 'news_not_told', reason }));
  }
}

/** Keeps how an attempt ended, and disables an endpoint that is to be. */
function endTask(
  { transaction, lock, supervisor, changed }: WriteContext,
  {
    queue,
    writer,
    endpoints,
  }: {
    readonly queue: Deliveries;
    readonly writer: EndpointWriter;
    readonly endpoints: EndpointsStore;
  },
) {
  return async (params: unknown): Promise<void> => {
    const disabling = queue.ended(endedSchema.parse(params));
    if (disabling === undefined) {
      supervisor.changed(['webhooks']);
      return;
    }
    const { endpointId, reason } = disabling;
    await lock.run(() =>
      transaction((now) => {
        if (endpoints.find(endpointId)?.disabledAt === null)
          writer.disable(endpointId, reason, now);
      }),
    );
    queue.disabled(endpointId);
    changed(['webhooks']);
  };
}
