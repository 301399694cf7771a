/** docs/auditor.py over many bundles, in one process. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

export const auditorPath = join(import.meta.dirname, '..', '..', '..', 'docs', 'auditor.py');

const saidSchema = z.object({ status: z.int(), last: z.string(), all: z.string() });
/** Exit code and what was said; the last line apart. */
export type Audited = z.infer<typeof saidSchema>;

/** Reads lists of arguments from its input, a line each, and says how each ends. An exception that gets out is told as one. */
const driver = `import contextlib, importlib.util, io, json, sys, traceback
spec = importlib.util.spec_from_file_location("auditor", sys.argv[1])
auditor = importlib.util.module_from_spec(spec)
spec.loader.exec_module(auditor)
for line in open(sys.argv[2], encoding="utf-8"):
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            status = auditor.main(json.loads(line))
    except SystemExit as error:
        status = error.code
    except BaseException:
        status = 99
        out.write(traceback.format_exc())
    said = out.getvalue()
    print(json.dumps({"status": status, "last": said.rstrip("\\n").split("\\n")[-1], "all": said}))
`;

/** Runs auditor.py with each list of arguments. @param folder for its input */
export function audit(folder: string, runs: readonly (readonly string[])[]): Audited[] {
  const input = join(folder, 'audits');
  writeFileSync(input, runs.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const { stdout, stderr, status } = spawnSync('python3', ['-c', driver, auditorPath, input], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => saidSchema.parse(JSON.parse(line)));
}
