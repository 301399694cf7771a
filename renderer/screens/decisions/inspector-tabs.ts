/** The tabs of the inspector, which an address can name, and what each cannot do without. */
import type { OperationId } from '../../../shared/contract/routes.ts';

export const inspectorTabs = [
  'overview',
  'content',
  'explanation',
  'interventions',
  'chain',
  'evidence',
] as const;
export type InspectorTab = (typeof inspectorTabs)[number];

export const inspectorTabNeeds: Readonly<Record<InspectorTab, OperationId>> = {
  overview: 'getRecord',
  content: 'getRecord',
  explanation: 'getRecord',
  interventions: 'listInterventions',
  chain: 'listEntries',
  evidence: 'getRecordEvidence',
};
