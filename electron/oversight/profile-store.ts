/** Decision profiles as they are kept, and the records that a profile is looked at with. */
import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import {
  pointedMembers,
  profileDocumentSchema,
  type Profile,
  type ProfileDocument,
} from '../../shared/contract/profiles.ts';
import { limits } from '../../shared/contract/limits.ts';
import { committedFields } from '../../shared/contract/records.ts';
import { jsonOrUndefined, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const profileStatements = {
  ofModel: `SELECT p.profile_id, p.document, p.created_at, e.bytes ->> '$.by.id' AS actor_id,
      e.bytes ->> '$.by.role' AS actor_role
    FROM profiles AS p
    JOIN facts AS f ON f.table_name = 'profiles' AND f.row = p.profile_id
    JOIN entries AS e ON e.seq = f.seq
    WHERE p.model_id = ? ORDER BY p.number DESC`,
  inForce: 'SELECT document FROM profiles WHERE model_id = ? ORDER BY number DESC LIMIT 1',
  newest: 'SELECT profile_id FROM profiles WHERE model_id = ? ORDER BY number DESC LIMIT 1',
  nextNumber: 'SELECT coalesce(max(number), 0) + 1 FROM profiles',
  hasCard: 'SELECT 1 FROM models WHERE model_id = ? LIMIT 1',
  newestRecords: `SELECT seq, id, created_at, confidence, policy_id FROM records
    WHERE model_id = ? ORDER BY position DESC LIMIT ?`,
  payloads: 'SELECT field, value FROM payloads WHERE seq = ?',
} as const;

interface ProfileRow {
  readonly profile_id: string;
  readonly document: string;
  readonly created_at: string;
  readonly actor_id: string;
  readonly actor_role: string;
}

interface RecordRow {
  readonly seq: number;
  readonly id: string;
  readonly created_at: string;
  readonly confidence: number | null;
  readonly policy_id: string | null;
}

const jsonSchema = z.json();
const storedSchema = z.record(z.string(), jsonSchema);

/** Over one connection. */
export class ProfileStore {
  readonly #ofModel: Statement<[string], ProfileRow>;
  readonly #inForce: Statement<[string], string>;
  readonly #newest: Statement<[string], string>;
  readonly #nextNumber: Statement<[], number>;
  readonly #hasCard: Statement<[string], number>;
  readonly #newestRecords: Statement<[string, number], RecordRow>;
  readonly #payloads: Statement<[number], [field: string, value: string]>;

  constructor(database: Database) {
    this.#ofModel = database.prepare(profileStatements.ofModel);
    this.#inForce = database.prepare<[string], string>(profileStatements.inForce).pluck();
    this.#newest = database.prepare<[string], string>(profileStatements.newest).pluck();
    this.#nextNumber = database.prepare<[], number>(profileStatements.nextNumber).pluck();
    this.#hasCard = database.prepare<[string], number>(profileStatements.hasCard).pluck();
    this.#newestRecords = database.prepare(profileStatements.newestRecords);
    this.#payloads = database.prepare<[number], [string, string]>(profileStatements.payloads).raw();
  }

  /** All of a model, the newest first. */
  ofModel(modelId: string): Profile[] {
    const rows = this.#ofModel.all(modelId);
    return rows.map((row, place) => ({
      profile_id: row.profile_id,
      model_id: modelId,
      n: rows.length - place,
      created_at: row.created_at,
      actor: { id: row.actor_id, role: row.actor_role },
      profile: documentOf(row.document),
    }));
  }

  /** The document of the one in force. */
  inForce(modelId: string): ProfileDocument | undefined {
    const text = this.#inForce.get(modelId);
    return text === undefined ? undefined : documentOf(text);
  }

  /** The id of the one in force. */
  newest(modelId: string): string | undefined {
    return this.#newest.get(modelId);
  }

  nextNumber(): number {
    return this.#nextNumber.get() ?? 1;
  }

  hasCard(modelId: string): boolean {
    return this.#hasCard.get(modelId) !== undefined;
  }

  /** Tells whether a model has a card, or a record. */
  isKnown(modelId: string): boolean {
    return this.hasCard(modelId) || this.#newestRecords.get(modelId, 1) !== undefined;
  }

  /**
   * The newest records of a model as far as a profile may point into them, the newest first: at most so many, and no
   * more than `limits.profile.readBytes` of them.
   */
  *newestRecords(modelId: string, most: number): Generator<JsonObject> {
    let bytes = 0;
    for (const row of this.#newestRecords.all(modelId, most)) {
      if (bytes > limits.profile.readBytes) return;
      const { id, created_at, confidence, policy_id } = row;
      const record: JsonObject = {
        id,
        created_at,
        ...(confidence === null ? {} : { confidence }),
        ...(policy_id === null ? {} : { policy_id }),
      };
      for (const [field, text] of this.#payloads.all(row.seq)) {
        bytes += text.length;
        const value = readable(field, text);
        if (value !== undefined) record[field] = value;
      }
      yield record;
    }
  }
}

/** The value of a committed field; undefined where it was altered to what is no JSON, or is not to be pointed at. */
function readable(field: string, text: string): JsonValue | undefined {
  const isPointed =
    committedFields.some((each) => each === field) && pointedMembers.some((each) => each === field);
  return isPointed ? jsonSchema.safeParse(jsonOrUndefined(text)).data : undefined;
}

/** The document of a stored profile; undefined where it was altered to none. */
export function documentOrUndefined(text: string): ProfileDocument | undefined {
  const stored = storedSchema.safeParse(jsonOrUndefined(text)).data;
  return stored && profileDocumentSchema.safeParse({ review: null, ...stored }).data;
}

/** The document of a stored profile; one from before profiles had rules of reviews asks for none. */
export function documentOf(text: string): ProfileDocument {
  const stored = storedSchema.parse(JSON.parse(text));
  return profileDocumentSchema.parse({ review: null, ...stored });
}
