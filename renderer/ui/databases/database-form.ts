/** The form of a connection to a database server: from what is typed to the body. */

export const emptyDatabase = {
  name: '',
  host: '',
  port: '5432',
  database: '',
  user: '',
  password: '',
  tls: 'verify-full',
  ca: '',
  holder_id: '',
  accept_writable_role: false,
};
export type DatabaseForm = typeof emptyDatabase;

/** What is typed where a number is wanted stays as it is, so that the schema can say what is wrong with it. */
const numberOr = (text: string) => (/^\d{1,5}$/.test(text.trim()) ? Number(text) : text);

export const databaseBody = ({ ca, holder_id: holder, port, ...values }: DatabaseForm) => ({
  ...values,
  name: values.name.trim(),
  host: values.host.trim(),
  port: numberOr(port),
  ...(ca.trim() === '' ? {} : { ca }),
  ...(holder.trim() === '' ? {} : { holder_id: holder.trim() }),
});
