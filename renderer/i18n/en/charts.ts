/** Words of every chart. */
export const charts = {
  keys: 'Columns of the chart. Left and right go from one to the next, Enter opens what is behind it.',
  brush: 'With Shift held they select a period.',
  fewer: 'Fewer',
  more: 'More',
  showTable: 'Show as a table',
  hideTable: 'Hide the table',
};
