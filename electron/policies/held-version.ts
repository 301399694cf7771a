/** The version of a policy that holds, as a part of statements: the newest one from then on that was not withdrawn. */

/** SQL for a column of it; `dataset` and `now` are SQL, too. Null of a dataset without one. */
export function heldVersion(column: string, dataset: string, now: string): string {
  return `(SELECT p.${column} FROM policies AS p WHERE p.dataset = ${dataset} AND p.effective_at <= ${now}
    AND p.withdrawn_at IS NULL ORDER BY p.version DESC LIMIT 1)`;
}
