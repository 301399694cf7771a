"""The client as a program of its own, for tests: commands and answers are lines of JSON, as in testing/driver.ts."""

import json
import pathlib
import sys
import threading
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

import proofdesk  # noqa: E402

_saying = threading.Lock()


def say(**what):
    with _saying:
        print(json.dumps(what), flush=True)


class FastClock(proofdesk.Clock):
    def __init__(self, speed):
        self._speed = speed
        self._begin = time.time()
        self.waits = []

    def now(self):
        return self._begin + (time.time() - self._begin) * self._speed

    def wait(self, condition, seconds):
        self.waits.append(seconds)
        condition.wait(seconds / self._speed)


def obey(ledger, clock, command):
    what = command["do"]
    if what == "log":
        for decision in command["decisions"]:
            ledger.log(**decision)
        return {"logged": len(command["decisions"])}
    if what == "flush":
        return {"flushed": ledger.flush(command["seconds"])}
    if what == "close":
        return {"closed": ledger.close(command["seconds"]), "stats": ledger.stats()}
    if what == "retry":
        ledger.retry()
        return {"retried": True}
    return {"stats": ledger.stats(), "waits": clock.waits}


def main():
    setting = json.loads(sys.argv[1])
    spool = setting.get("spool")
    clock = FastClock(setting["speed"])
    try:
        if spool is not None:
            spool = proofdesk.FileSpool(spool, maximum=setting.get("maximum_bytes", proofdesk.SPOOL_BYTES))
        ledger = proofdesk.Proofdesk(
            setting["base_url"],
            setting["api_key"],
            spool=spool,
            on_receipt=lambda receipt: say(receipt=receipt),
            on_refused=lambda refused: say(refused=refused),
            on_stopped=lambda stopped: say(stopped=stopped),
            clock=clock,
        )
    except OSError as error:
        say(failed=str(error))
        return
    say(opened=True)
    for line in sys.stdin:
        say(answer=obey(ledger, clock, json.loads(line)))


main()
