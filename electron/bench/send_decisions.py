"""Sends decisions to a host and prints the seconds that it took: send_decisions.py client|requests BASE_URL KEY COUNT.

`client` uses the client of shared/client with a spool; `requests` sends each decision in a request and a connection of
its own, as a program does that has no client.
"""

import json
import os
import sys
import tempfile
import time
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "shared", "client", "python"))

from proofdesk import Proofdesk  # noqa: E402


def decision(number):
    return {
        "model_id": "bench-python",
        "input": {"age": 18 + number % 60, "income": 20000 + number, "note": "x" * 300},
        "output": {"decision": "approve" if number % 2 == 0 else "refuse", "score": number / 7},
    }


def by_client(base_url, key, count):
    with tempfile.TemporaryDirectory() as folder:
        ledger = Proofdesk(base_url, key, spool=os.path.join(folder, "decisions.spool"))
        for number in range(count):
            ledger.log(**decision(number))
        if not ledger.close(120):
            raise SystemExit("Not everything was sent.")
        if ledger.stats()["confirmed"] != count:
            raise SystemExit(json.dumps(ledger.stats()))


def by_requests(base_url, key, count):
    headers = {"Authorization": "Bearer " + key, "Content-Type": "application/json"}
    for number in range(count):
        body = json.dumps(decision(number)).encode("utf-8")
        request = urllib.request.Request(base_url + "/records", data=body, headers=headers)
        with urllib.request.urlopen(request) as answer:
            answer.read()


def main():
    way, base_url, key, count = sys.argv[1:]
    started = time.monotonic()
    (by_client if way == "client" else by_requests)(base_url, key, int(count))
    print(time.monotonic() - started)


main()
