/** A table or view as it is chosen: from the form to the body of a look, and back. */
import { jsonOrUndefined } from '../../../../shared/contract/json.ts';
import { z } from 'zod';
import type { RelationRequest } from '../../../api/sources.ts';

export interface RelationForm {
  readonly connection_id: string;
  /** A part of a name that is looked for. */
  readonly search: string;
  /** JSON of schema and name; empty until one is chosen. Names may hold any sign, so that no sign could part them. */
  readonly relation: string;
}

export const emptyRelation: RelationForm = { connection_id: '', search: '', relation: '' };

/** Names a relation among others. */
export function relationValue(schema: string, name: string): string {
  return JSON.stringify([schema, name]);
}

const valueSchema = z.tuple([z.string(), z.string()]);

export function relationPlace({ connection_id: id, relation }: RelationForm): RelationRequest {
  const chosen = valueSchema.safeParse(jsonOrUndefined(relation));
  const [schema, name] = chosen.success ? chosen.data : ['public', ''];
  return { kind: 'postgres', connection_id: id, schema, relation: name };
}

/** A place as it was chosen. */
export function relationForm({ connection_id, schema = 'public', relation }: RelationRequest) {
  return { ...emptyRelation, connection_id, relation: relationValue(schema, relation) };
}
