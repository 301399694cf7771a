/** Files that the system asked the desktop application to open: the shell serves their bytes. */

/** The file behind an address of the shell; its bytes stay on disk until they are sent. */
export async function fetchOpened(name: string, address: string): Promise<File> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(await answer.text());
  return new File([await answer.blob()], name);
}
