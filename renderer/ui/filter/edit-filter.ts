/** Changes to a filter tree: each returns a new tree, what is not touched stays the same object. */
import {
  emptyGroup,
  isListOperator,
  noOperand,
  type ClauseOperator,
  type FilterClause,
  type FilterGroup,
  type FilterPart,
  type GroupJoin,
  type NewPartId,
  type Operand,
} from './filter-tree.ts';
import { operandTypeFor } from './operator-choices.ts';

/** Replaces the part with an id; `undefined` takes it out. */
function withPart(
  group: FilterGroup,
  id: string,
  change: (part: FilterPart) => FilterPart | undefined,
): FilterGroup {
  let changed = false;
  const parts = group.parts.flatMap((part): FilterPart[] => {
    if (part.id === id) {
      changed = true;
      const next = change(part);
      return next === undefined ? [] : [next];
    }
    if (part.kind !== 'group') return [part];
    const inner = withPart(part, id, change);
    if (inner !== part) changed = true;
    return [inner];
  });
  return changed ? { ...group, parts } : group;
}

export function removePart(root: FilterGroup, id: string): FilterGroup {
  return withPart(root, id, () => undefined);
}

export function changeClause(
  root: FilterGroup,
  id: string,
  change: Partial<Omit<FilterClause, 'kind' | 'id'>>,
): FilterGroup {
  return withPart(root, id, (part) => (part.kind === 'clause' ? { ...part, ...change } : part));
}

export function changeJoin(root: FilterGroup, id: string, join: GroupJoin): FilterGroup {
  if (root.id === id) return { ...root, join };
  return withPart(root, id, (part) => (part.kind === 'group' ? { ...part, join } : part));
}

/** Puts a part at the end of a group. */
export function addPart(root: FilterGroup, groupId: string, part: FilterPart): FilterGroup {
  if (root.id === groupId) return { ...root, parts: [...root.parts, part] };
  return withPart(root, groupId, (each) =>
    each.kind === 'group' ? { ...each, parts: [...each.parts, part] } : each,
  );
}

export function newClause(newId: NewPartId): FilterClause {
  return { kind: 'clause', id: newId(), field: '', operator: '$eq', operand: noOperand };
}

/** A group with one clause to fill in. */
export function newGroup(newId: NewPartId, join: GroupJoin): FilterGroup {
  return { ...emptyGroup(newId, join), parts: [newClause(newId)] };
}

/** The operand that goes on with another operator: what was typed stays where it can. */
export function operandWith(operator: ClauseOperator, operand: Operand): Operand {
  const [first = ''] = operand.texts;
  const texts =
    isListOperator(operator) && operand.type !== 'json' && first === '' ? [] : operand.texts;
  const type = operandTypeFor(operator, operand.type);
  return {
    type,
    texts: isListOperator(operator) ? texts : texts.slice(0, 1),
    options: operator === '$regex' ? operand.options : '',
  };
}
