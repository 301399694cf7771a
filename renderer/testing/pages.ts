/** A list as the API answers it, whole on one page. */
export function pageOf<Row>(data: readonly Row[]) {
  return {
    data,
    pagination: { total: data.length, limit: 100, offset: 0, has_more: false },
  };
}
