/** Appends what becomes of alerts: each step is an entry, with its row in the same transaction. */
import type { Database, Statement } from 'better-sqlite3';
import type { Alert } from '../../shared/contract/alerts.ts';
import { jsonObjectOf, type JsonValue } from '../../shared/contract/json.ts';
import type { WatchRule } from '../../shared/contract/rules.ts';
import type { CreateId, RandomBytes } from '../../shared/ids.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import type { Actor } from '../../shared/ledger/entry-members.ts';
import { alertEntryText, alertRow, type AlertEntry } from '../ledger/alert-entries.ts';
import type { Journal } from '../ledger/journal.ts';
import type { Events } from '../webhooks/event-log.ts';
import { AlertStore, alertStatements } from './alert-store.ts';
import type { RuleStanding } from './rule-evaluator.ts';
import { commitmentsTo } from '../ledger/commitments.ts';

const saltBytes = 16;

export interface AlertWriterMeans {
  readonly createId: CreateId;
  readonly random: RandomBytes;
  readonly events: Events;
}

/** A rule as an evaluation found it. */
export interface EvaluatedRule extends RuleStanding {
  readonly ruleId: string;
}

/** The rules of a model's profile in force, as they were found. */
export interface Evaluated {
  readonly modelId: string;
  readonly profileId: string;
  readonly rules: readonly EvaluatedRule[];
}

/** Over the writer's connection. Whoever calls it holds the transaction. */
export class AlertWriter {
  readonly store: AlertStore;
  readonly #insert: Statement<[ReturnType<typeof alertRow>]>;
  readonly #means: AlertWriterMeans;

  constructor(database: Database, means: AlertWriterMeans) {
    this.store = new AlertStore(database);
    this.#insert = database.prepare(alertStatements.insert);
    this.#means = means;
  }

  /** Opens what is broken and was not, closes what is not any more. @returns how many of each */
  settle(
    journal: Journal,
    { modelId, profileId, rules }: Evaluated,
  ): { readonly opened: number; readonly closed: number } {
    const standing = new Map(this.store.standing(modelId).map((alert) => [alert.rule_id, alert]));
    let [opened, closed] = [0, 0];
    for (const { ruleId, broken, window, finding } of rules) {
      const alert = standing.get(ruleId);
      if (broken === (alert !== undefined)) continue;
      const entry = { modelId, profileId, ruleId, window };
      if (alert === undefined) {
        const alertId = this.#means.createId('alert');
        this.#append(
          journal,
          { ...entry, alertId, state: 'open' },
          { result: jsonObjectOf(finding) },
        );
        this.#means.events.emit({
          type: 'alert.raised',
          at: journal.now,
          data: { alert_id: alertId, model_id: modelId, rule_id: ruleId },
        });
        opened += 1;
      } else {
        const step = { ...entry, alertId: alert.alert_id, state: 'closed' } as const;
        this.#append(journal, step, { result: jsonObjectOf(finding) });
        closed += 1;
      }
    }
    return { opened, closed };
  }

  acknowledge(
    journal: Journal,
    alert: Alert,
    by: { readonly actor: Actor; readonly note: string },
  ) {
    const { actor, note } = by;
    this.#append(
      journal,
      { ...entryOf(alert), profileId: alert.profile.profile_id, state: 'acknowledged', actor },
      { note },
    );
  }

  /** Closes what a new profile watches no longer: a rule that is gone, or another one under its name. */
  closeGone(
    journal: Journal,
    profile: {
      readonly modelId: string;
      readonly profileId: string;
      readonly rules: readonly WatchRule[];
      readonly actor: Actor;
    },
  ): void {
    const { modelId, profileId, rules, actor } = profile;
    for (const alert of this.store.standing(modelId)) {
      const stays = rules.some(
        ({ id, kind }) => id === alert.rule_id && (alert.rule === null || kind === alert.rule.kind),
      );
      if (stays) continue;
      this.#append(journal, { ...entryOf(alert), profileId, state: 'closed', actor }, {});
    }
  }

  #append(
    journal: Journal,
    step: Omit<AlertEntry, 'id'>,
    committed: Readonly<Record<string, JsonValue>>,
  ): void {
    const values = Object.entries(committed).map(([field, value]) => ({
      field,
      salt: Buffer.from(this.#means.random(saltBytes)).toString('base64url'),
      value: canonicalJson(value),
    }));
    const commitments = commitmentsTo(values);
    const id = this.#means.createId('ev');
    const place = journal.appendEntry(
      (at) => alertEntryText(at, { ...step, id }, commitments),
      values,
    );
    const row = alertRow(
      { ...place, ...step, id, commitments },
      place.hash.slice('sha256:'.length),
    );
    this.#insert.run(row);
  }
}

function entryOf(alert: Alert) {
  const { alert_id: alertId, model_id: modelId, rule_id: ruleId, window } = alert;
  return { alertId, modelId, ruleId, window };
}
