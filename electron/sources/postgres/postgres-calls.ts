/** Requests about servers of databases, each with what it takes and gives: plain data both ways. */
import type { Relation, ServerTrouble } from '../../../shared/contract/source-connections.ts';
import type { InspectedRelation, RelationLook } from './inspect-relation.ts';
import type { ReadRow } from '../read-row.ts';
import type { MemberRefusal } from '../read-row.ts';
import type { Login, ServerFault, ServerLook } from './server-types.ts';
import type { Condition, GroupOrder } from '../engine-orders.ts';
import type { RelationReading, RelationRowsOrder } from './postgres-engine.ts';

export interface PostgresCalls {
  server: {
    takes: { readonly login: Login };
    gives:
      | ServerLook
      | { readonly trouble: Exclude<ServerTrouble, 'role'>; readonly code: ServerFault };
  };
  relations: {
    takes: { readonly login: Login; readonly search: string | undefined; readonly limit: number };
    gives: Relation[];
  };
  inspectRelation: {
    takes: RelationLook;
    gives: InspectedRelation | { readonly refused: MemberRefusal };
  };
  /** Undefined where the rows are those of the snapshot. */
  checkRelation: { takes: { readonly reading: RelationReading }; gives: undefined };
  countRelation: {
    takes: { readonly reading: RelationReading; readonly condition: Condition };
    gives: number;
  };
  explainRelation: {
    takes: { readonly reading: RelationReading; readonly condition: Condition };
    gives: string[];
  };
  relationRows: {
    takes: { readonly reading: RelationReading; readonly order: RelationRowsOrder };
    gives: ReadRow[];
  };
  relationRowsAt: {
    takes: { readonly reading: RelationReading; readonly keys: readonly string[] };
    gives: ReadRow[];
  };
  groupRelation: {
    takes: { readonly reading: RelationReading; readonly order: GroupOrder };
    gives: (string | number | boolean | null)[][];
  };
}
