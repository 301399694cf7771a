/** Figures that only the ledger knows, asked for as a scrape needs them. */
import { backupSettingsSchema } from '../../shared/contract/backups.ts';
import { chainSchema } from '../../shared/contract/chain.ts';
import { checkpointSchema } from '../../shared/contract/checkpoints.ts';
import { paginated } from '../../shared/contract/common.ts';
import { limits } from '../../shared/contract/limits.ts';
import { webhookPageSchema } from '../../shared/contract/webhooks.ts';
import type { Engine } from '../engine/engine-client.ts';

/** Times are seconds since 1970; undefined for what never was. */
export interface LedgerFigures {
  readonly entries: number;
  readonly decisions: number;
  readonly lastCheckpoint: number | undefined;
  readonly lastBackup: number | undefined;
  readonly lastVerification: number | undefined;
  /** Whether the newest verification found nothing. */
  readonly isVerified: boolean | undefined;
  /** Deliveries of events that are yet to succeed. */
  readonly deliveriesWaiting: number;
}

/** How long an answer is used for the next scrapes; milliseconds. */
const freshMs = 5_000;

/** Asks the engine; undefined while no ledger answers. However many ask at once, it is asked once. */
export function figuresOf(
  engine: Pick<Engine, 'ask' | 'status'>,
  clock: () => number,
): () => Promise<LedgerFigures | undefined> {
  let asked:
    | { readonly at: number; readonly figures: Promise<LedgerFigures | undefined> }
    | undefined;
  return () => {
    const now = clock();
    if (asked !== undefined && Math.abs(now - asked.at) < freshMs) return asked.figures;
    const figures = ask(engine).catch(() => undefined);
    asked = { at: now, figures };
    return figures;
  };
}

async function ask(engine: Pick<Engine, 'ask' | 'status'>): Promise<LedgerFigures | undefined> {
  if (engine.status().state !== 'ready') return undefined;
  const [chain, checkpoints, backups, endpoints] = await Promise.all([
    engine.ask('/chain'),
    engine.ask('/chain/checkpoints?limit=1'),
    engine.ask('/backups/settings'),
    engine.ask(`/webhooks?limit=${limits.webhooks.ofLedger}`),
  ]);
  if (!chain.ok) return undefined;
  const { size, record_count: decisions, verification } = chainSchema.parse(await chain.json());
  const latest = verification?.latest ?? undefined;
  const [checkpoint] = checkpoints.ok
    ? paginated(checkpointSchema).parse(await checkpoints.json()).data
    : [];
  const backup = backups.ok ? backupSettingsSchema.parse(await backups.json()).last_success : null;
  const told = endpoints.ok ? webhookPageSchema.parse(await endpoints.json()).data : [];
  return {
    entries: size,
    decisions,
    lastCheckpoint: secondsOf(checkpoint?.kept_at),
    lastBackup: secondsOf(backup?.created_at),
    lastVerification: secondsOf(latest?.finished_at),
    isVerified: latest === undefined ? undefined : latest.findings_total === 0,
    deliveriesWaiting: told.reduce((sum, { waiting }) => sum + waiting, 0),
  };
}

function secondsOf(at: string | null | undefined): number | undefined {
  return at === null || at === undefined ? undefined : Date.parse(at) / 1_000;
}
