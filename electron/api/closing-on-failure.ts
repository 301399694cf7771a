/** Opens several things that are of use only together. */

interface Closable {
  close(): unknown;
}

/** Notes what was opened, and passes it on. */
export type KeepOpen = <Opened extends Closable>(opened: Opened) => Opened;

/** The result of `openAll`; when it fails, whatever it had opened is closed again, the last first. */
export async function closingOnFailure<Result>(
  openAll: (open: KeepOpen) => Promise<Result>,
): Promise<Result> {
  const opened: Closable[] = [];
  try {
    return await openAll((each) => {
      opened.push(each);
      return each;
    });
  } catch (error) {
    for (const each of opened.toReversed()) await each.close();
    throw error;
  }
}
