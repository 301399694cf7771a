/** Database servers by host and port, as one text: `db.example:5432`, `[::1]:5432`. */

const defaultPort = 5_432;
const form =
  /^(?:\[(?<bracketed>[0-9A-Fa-f:.]{2,45})\]|(?<name>[A-Za-z0-9._-]{1,253}))(?::(?<port>\d{1,5}))?$/;
/** An IPv6 address needs no brackets where no port follows it. */
const bareAddress = /^(?=.*::|(?:[^:]*:){7})[0-9A-Fa-f:.]{2,45}$/;

/** The one text that names a server. @param host a name, or an address without brackets */
export function serverKey(host: string, port: number): string {
  const name = host.toLowerCase();
  return name.includes(':') ? `[${name}]:${port}` : `${name}:${port}`;
}

/** That text from what a person writes: a host, perhaps with a port, 5432 unless told. Undefined for anything else. */
export function serverKeyOf(text: string): string | undefined {
  if (bareAddress.test(text)) return serverKey(text, defaultPort);
  const { bracketed, name, port } = form.exec(text)?.groups ?? {};
  const host = bracketed ?? name;
  const number = port === undefined ? defaultPort : Number(port);
  if (host === undefined || number < 1 || number > 65_535) return undefined;
  return serverKey(host, number);
}
