"""Sends decisions to a Proofdesk ledger: in batches, in order, until the ledger has said what became of each.

One file, standard library alone, Python 3.9 or newer:

    from proofdesk import Proofdesk

    ledger = Proofdesk("http://127.0.0.1:4000/v1", api_key, spool="decisions.spool")
    ledger.log(model_id="credit-scorer", input={"age": 41}, output={"decision": "approve"})
    ledger.close()

`log` returns at once and never raises. A thread sends 100 decisions at a time, or what there is after a second. What
cannot be sent now is sent later: with a spool for ever, also by the next process of the same spool; without one for
15 minutes. Make one client in each process: a thread does not live on in a fork.

Files of a spool: PATH has one decision a line, PATH.cursor how many of its bytes are done, PATH.refused.ndjson what the
ledger does not take, and PATH.lock.* says which process has it. The client for Node has the same format.
"""

import atexit
import email.utils
import http.client
import json
import os
import secrets
import socket
import ssl
import threading
import time
import urllib.parse

__all__ = ["Clock", "FileSpool", "MemorySpool", "Proofdesk"]

QUEUE = 10_000
SEND_AT = 100
WAIT = 1.0
BATCH_ITEMS = 500
BATCH_BYTES = 4 * 1024 * 1024
ITEM_BYTES = 4 * 1024 * 1024
FIRST_DELAY = 0.5
LONGEST_DELAY = 60.0
LONGEST_ASKED = 3_600.0
GIVE_UP = 15 * 60.0
ANSWER = 60.0
SPOOL_BYTES = 1024 * 1024 * 1024
# From so many bytes on that are done, the rest of a spool is moved to a file of its own.
MOVED_BYTES = 64 * 1024 * 1024
CURSOR_DIGITS = 20
SIGN_OF_LIFE = 20.0
LIFELESS = 60.0
# Where the system has them: no links, and bytes as they are.
_OPEN_FLAGS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


class Clock:
    """The time, in seconds since 1970, and waiting for it."""

    def now(self):
        return time.time()

    def wait(self, condition, seconds):
        """Waits with `condition` held, until it is notified or so many seconds are over."""
        condition.wait(seconds)


class Proofdesk:
    """A client. `on_receipt`, `on_refused` and `on_stopped` get a dict each, most often in the thread that sends:

    receipt: id, hash (SHA-256 of the entry, hex), created_at, idempotency_key
    refusal: status (0 where it was not sent), error (code, message, details), item (None where it was no JSON)
    stop:    status, error; nothing is sent until `retry` is called
    """

    def __init__(
        self,
        base_url,
        api_key,
        spool=None,
        on_receipt=None,
        on_refused=None,
        on_stopped=None,
        sync=False,
        clock=None,
        random_bytes=secrets.token_bytes,
    ):
        """`spool` is a path, or a spool. With `sync`, each line of a path is on the disk before `log` returns."""
        self._sender = _Sender(base_url, api_key)
        if isinstance(spool, (str, os.PathLike)):
            spool = FileSpool(spool, sync=sync)
        self._spool = MemorySpool() if spool is None else spool
        self._clock = Clock() if clock is None else clock
        self._random = random_bytes
        self._listeners = {"receipt": on_receipt, "refused": on_refused, "stopped": on_stopped}
        # Guards everything below, and the spool.
        self._changed = threading.Condition()
        self._batch_items = BATCH_ITEMS
        self._failures = 0
        self._failing_since = None
        self._retry_at = None
        self._stop = None
        self._is_closed = False
        self._is_telling = False
        self._waiting = 0
        self._taken = self._spool.waiting
        self._first_at = None if self._taken == 0 else self._clock.now()
        self._counts = {"confirmed": 0, "refused": 0, "dropped": 0}
        self._thread = threading.Thread(target=self._run, name="proofdesk", daemon=True)
        self._thread.start()
        atexit.register(self.close)

    def log(self, **decision):
        """Takes a decision: model_id, input, output, and what else `POST /records` takes. Never raises."""
        try:
            self._take(decision)
        except Exception:
            with self._changed:
                self._counts["dropped"] += 1

    def flush(self, within=30.0):
        """Sends what waits, without waiting for more.

        Returns True once all that was logged before is confirmed or refused; False after `within` seconds, or while
        sending is stopped.
        """
        with self._changed:
            up_to = self._taken
            end = self._clock.now() + within
            self._waiting += 1
            self._changed.notify_all()
            try:
                while not self._is_settled(up_to) and self._stop is None and not self._is_closed:
                    rest = end - self._clock.now()
                    if rest <= 0:
                        break
                    self._clock.wait(self._changed, rest)
                return self._is_settled(up_to)
            finally:
                self._waiting -= 1

    def _is_settled(self, up_to):
        if self._is_telling and threading.current_thread() is not self._thread:
            return False
        return self._taken - self._spool.waiting >= up_to

    def close(self, within=10.0):
        """Flushes, then ends. What a spool still holds is sent by the next client of it.

        Returns whether nothing is left.
        """
        if self._is_closed:
            return self._spool.waiting == 0
        is_empty = self.flush(within)
        with self._changed:
            if self._is_closed:
                return is_empty
            self._is_closed = True
            self._counts["dropped"] += self._spool.close()
            self._changed.notify_all()
        self._sender.close()
        if threading.current_thread() is not self._thread:
            self._thread.join(1.0)
        atexit.unregister(self.close)
        return is_empty

    def retry(self):
        """Sends again after a stop, or now instead of later."""
        with self._changed:
            self._stop = None
            self._retry_at = self._clock.now()
            self._changed.notify_all()

    def stats(self):
        """Decisions: waiting, confirmed, refused, dropped (lost), and damaged lines of the spool, left out."""
        with self._changed:
            return {"waiting": self._spool.waiting, **self._counts, "damaged": self._spool.damaged}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _take(self, decision):
        item = dict(decision)
        item.setdefault("idempotency_key", _item_key(self._clock.now(), self._random))
        try:
            line = _json(item)
        except (TypeError, ValueError, RecursionError) as error:
            self._refuse("not_json", "The decision is no JSON: %s" % error, None)
            return
        if len(line) > ITEM_BYTES:
            self._refuse("payload_too_large", "A decision has at most %d bytes." % ITEM_BYTES, item)
            return
        with self._changed:
            if self._is_closed or not self._spool.append(line):
                self._counts["dropped"] += 1
                return
            self._taken += 1
            if self._first_at is None:
                self._first_at = self._clock.now()
                self._changed.notify_all()
            elif self._spool.waiting == SEND_AT:
                self._changed.notify_all()

    def _refuse(self, code, message, item):
        """A decision that is not even sent."""
        refusal = {"status": 0, "error": {"code": code, "message": message}, "item": item}
        with self._changed:
            self._spool.refuse(_json(refusal))
            self._counts["refused"] += 1
        self._tell("refused", refusal)

    def _run(self):
        while True:
            with self._changed:
                while not self._is_closed and self._delay() > 0:
                    self._spool.sign_of_life()
                    self._clock.wait(self._changed, min(self._delay(), SIGN_OF_LIFE))
                if self._is_closed:
                    return
                self._retry_at = None
            try:
                self._send()
            except Exception:
                # The spool cannot be read or written now: as if the server were away.
                with self._changed:
                    self._delay_after_failure(0.0)

    def _delay(self):
        """Seconds until the next send."""
        if self._stop is not None or self._spool.waiting == 0:
            return LONGEST_DELAY
        now = self._clock.now()
        if self._retry_at is not None:
            return self._retry_at - now
        if self._spool.waiting >= SEND_AT or self._waiting > 0 or self._first_at is None:
            return 0.0
        return self._first_at + WAIT - now

    def _send(self):
        """One batch."""
        with self._changed:
            lines = self._spool.read(self._batch_items, BATCH_BYTES)
        if not lines:
            return
        try:
            status, retry_after, body = self._sender.post(b'{"records":[' + b",".join(lines) + b"]}")
        except (OSError, http.client.HTTPException, ValueError):
            status, retry_after, body = 503, None, b""
        told = []
        with self._changed:
            if not self._is_closed:
                told = self._hear(lines, status, retry_after, body)
            self._is_telling = True
        for kind, what in told:
            self._tell(kind, what)
        with self._changed:
            self._is_telling = False
            self._changed.notify_all()

    def _hear(self, lines, status, retry_after, body):
        """Reads an answer; returns what to tell, once nothing is guarded any more."""
        if 200 <= status < 300:
            results = _results(body, len(lines))
            # Without them something else answers at this address: a portal, a proxy.
            return self._fail(lines, 0.0) if results is None else self._settle(lines, results)
        if status in (408, 425, 429) or status >= 500:
            return self._fail(lines, _asked_delay(retry_after, self._clock.now()))
        error = _problem(_member(_parsed(body), "error"), status)
        # One decision that no batch may hold is found by halving.
        if status in (400, 413) and len(lines) == 1:
            return self._settle(lines, [{"status": status, "error": error}])
        if status in (400, 413):
            self._batch_items = (len(lines) + 1) // 2
            self._retry_at = self._clock.now()
            return []
        self._stop = {"status": status, "error": error}
        return [("stopped", self._stop)]

    def _fail(self, lines, asked):
        now = self._clock.now()
        if self._failing_since is None:
            self._failing_since = now
        if not self._spool.is_lasting and now - self._failing_since >= GIVE_UP:
            self._spool.remove(len(lines))
            self._counts["dropped"] += len(lines)
            self._failing_since = None
        self._delay_after_failure(asked)
        return []

    def _delay_after_failure(self, asked):
        """Doubled with each failure, and by chance anything up to that: many clients do not come back at once."""
        longest = min(FIRST_DELAY * 2**self._failures, LONGEST_DELAY)
        self._failures = min(self._failures + 1, 30)
        chance = (int.from_bytes(self._random(2), "big") + 1) / 65_536
        self._retry_at = self._clock.now() + max(asked, longest * chance)

    def _settle(self, lines, results):
        """The ledger has said what became of these lines: only then are they let go."""
        told = []
        for line, result in zip(lines, results):
            item = _parsed(line)
            if "error" in result:
                refusal = {"status": result["status"], "error": result["error"], "item": item}
                # Before the lines go: where it cannot be written, they stay and are sent again.
                self._spool.refuse(_json(refusal))
                told.append(("refused", refusal))
            else:
                key = _member(item, "idempotency_key")
                receipt = {name: result[name] for name in ("id", "hash", "created_at")}
                told.append(("receipt", {**receipt, "idempotency_key": key}))
        self._spool.remove(len(lines))
        self._failures = 0
        self._failing_since = None
        self._batch_items = min(BATCH_ITEMS, self._batch_items * 2)
        refused = sum(kind == "refused" for kind, _ in told)
        self._counts["refused"] += refused
        self._counts["confirmed"] += len(told) - refused
        self._first_at = None if self._spool.waiting == 0 else self._clock.now()
        return told

    def _tell(self, kind, what):
        listener = self._listeners[kind]
        if listener is None:
            return
        try:
            listener(what)
        except Exception:
            # The decision is settled all the same.
            pass


class _Sender:
    """Posts batches over one connection, which is kept."""

    def __init__(self, base_url, api_key):
        url = urllib.parse.urlsplit(base_url)
        if url.scheme not in ("http", "https") or url.hostname is None:
            raise ValueError("The base URL begins with http:// or https:// and a name.")
        self._url = url
        self._path = url.path.rstrip("/") + "/records/batch"
        self._headers = {
            "Authorization": "Bearer " + api_key,
            "Content-Type": "application/json",
            "Accept": "application/json",
        }
        self._connection = None

    def post(self, body):
        """Returns status, Retry-After and body."""
        if self._connection is None:
            self._connection = self._connect()
        try:
            self._connection.request("POST", self._path, body, self._headers)
            answer = self._connection.getresponse()
            content = answer.read(BATCH_BYTES + 1)
            is_whole = answer.isclosed()
            status, retry_after = answer.status, answer.getheader("Retry-After")
        except BaseException:
            self.close()
            raise
        if not is_whole:
            self.close()
        return status, retry_after, content

    def _connect(self):
        if self._url.scheme == "https":
            context = ssl.create_default_context()
            return http.client.HTTPSConnection(
                self._url.hostname, self._url.port, timeout=ANSWER, context=context
            )
        return http.client.HTTPConnection(self._url.hostname, self._url.port, timeout=ANSWER)

    def close(self):
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class MemorySpool:
    """Decisions that wait in memory; the newest is the one that finds no room."""

    is_lasting = False
    damaged = 0

    def __init__(self, room=QUEUE):
        self._room = room
        self._lines = []

    @property
    def waiting(self):
        return len(self._lines)

    def append(self, line):
        if len(self._lines) >= self._room:
            return False
        self._lines.append(line)
        return True

    def read(self, items, size):
        read = []
        total = 0
        for line in self._lines:
            total += len(line)
            if len(read) == items or (read and total > size):
                break
            read.append(line)
        return read

    def remove(self, count):
        del self._lines[:count]

    def refuse(self, line):
        pass

    def sign_of_life(self):
        pass

    def close(self):
        lost = len(self._lines)
        self._lines = []
        return lost


class FileSpool:
    """Decisions that wait on a disk. Raises OSError where another process has the spool."""

    is_lasting = True

    def __init__(self, path, sync=False, maximum=SPOOL_BYTES):
        self._path = os.path.abspath(os.fspath(path))
        self._sync = sync
        self._maximum = maximum
        self._refused_file = None
        # Behind the lines of the file: what came while the disk took nothing.
        self._beside = MemorySpool()
        self._batch = []
        self._reads_beside = False
        self._cursor = 0
        self._end = 0
        self._lines = 0
        self.damaged = 0
        os.makedirs(os.path.dirname(self._path), mode=0o700, exist_ok=True)
        self._lock = _Lock(self._path)
        try:
            self._file = _open_own(self._path)
            self._cursor_file = _open_own(self._path + ".cursor")
            _remove(self._path + ".new")
            self._resume()
        except BaseException:
            self._lock.release()
            raise

    @property
    def waiting(self):
        return self._lines + self._beside.waiting

    def append(self, line):
        # In the order in which they came.
        if self._beside.waiting > 0:
            return self._beside.append(line)
        outcome = self._write(line)
        return False if outcome == "full" else outcome == "written" or self._beside.append(line)

    def sign_of_life(self):
        self._lock.sign_of_life()

    def read(self, items, size):
        self._settle_beside()
        self._batch = self._read_lines(items, size)
        self._reads_beside = not self._batch
        return self._beside.read(items, size) if self._reads_beside else [line for line, _ in self._batch]

    def remove(self, count):
        batch, self._batch = self._batch, []
        if self._reads_beside:
            self._beside.remove(count)
        elif count > 0:
            self._move_to(batch[count - 1][1], count)

    def refuse(self, line):
        if self._refused_file is None:
            self._refused_file = _open_own(self._path + ".refused.ndjson")
        size = os.fstat(self._refused_file).st_size
        # A line that broke off stays one of its own.
        is_torn = size > 0 and _read_at(self._refused_file, 1, size - 1) != b"\n"
        _write_all(self._refused_file, (b"\n" if is_torn else b"") + line + b"\n", size)
        if self._sync:
            os.fsync(self._refused_file)

    def close(self):
        self._settle_beside()
        for file in (self._file, self._cursor_file, self._refused_file):
            if file is not None:
                os.close(file)
        self._lock.release()
        return self._beside.close()

    def _resume(self):
        """Goes on where the process before stopped. A line that it did not write to its end is dropped."""
        size = os.fstat(self._file).st_size
        digits = _read_at(self._cursor_file, CURSOR_DIGITS, 0)
        cursor = int(digits) if digits.isdigit() else 0
        is_place = 0 < cursor <= size and _read_at(self._file, 1, cursor - 1) == b"\n"
        self._cursor = self._end = cursor if is_place else 0
        for at, chunk in self._chunks(self._cursor, size):
            self._lines += chunk.count(b"\n")
            last = chunk.rfind(b"\n")
            if last != -1:
                self._end = at + last + 1
        if self._end < size:
            self.damaged += 1
            os.ftruncate(self._file, self._end)

    def _chunks(self, start, end):
        at = start
        while at < end:
            chunk = _read_at(self._file, min(BATCH_BYTES + 64 * 1024, end - at), at)
            if not chunk:
                return
            yield at, chunk
            at += len(chunk)

    def _write(self, line):
        content = line + b"\n"
        if self._end + len(content) > self._maximum:
            return "full"
        try:
            # Always behind the last whole line: what a write that broke off left there is written over.
            _write_all(self._file, content, self._end)
            if self._sync:
                os.fsync(self._file)
        except OSError:
            self._cut_to(self._end)
            return "failed"
        self._end += len(content)
        self._lines += 1
        return "written"

    def _cut_to(self, end):
        try:
            os.ftruncate(self._file, end)
        except OSError:
            # The next start drops what is behind the last line.
            pass

    def _settle_beside(self):
        """Moves what waits in memory to the file, as far as the disk takes it."""
        while self._beside.waiting > 0:
            if self._write(self._beside.read(1, 1)[0]) != "written":
                return
            self._beside.remove(1)

    def _read_lines(self, items, size):
        """Lines behind the cursor, each with its end; the first is left out for good where it is no decision."""
        while self._cursor < self._end:
            most = min(BATCH_BYTES + 64 * 1024, self._end - self._cursor)
            lines = _lines_in(_read_at(self._file, most, self._cursor), self._cursor, items, size)
            if lines:
                return lines
            self.damaged += 1
            self._move_to(self._end_of_line(self._cursor), 1)
        return []

    def _end_of_line(self, start):
        for at, chunk in self._chunks(start, self._end):
            place = chunk.find(b"\n")
            if place != -1:
                return at + place + 1
        return self._end

    def _move_to(self, cursor, lines):
        self._cursor = cursor
        self._lines -= lines
        if cursor < self._end:
            if self._keep_cursor(cursor) and cursor > MOVED_BYTES and cursor > self._end / 2:
                self._move_rest()
            return
        # The cursor before the file: whoever dies in between sends again, and skips nothing.
        if self._keep_cursor(0):
            self._cut_to(0)
            self._cursor = self._end = 0

    def _keep_cursor(self, cursor):
        try:
            _write_all(self._cursor_file, b"%020d" % cursor, 0)
            return True
        except OSError:
            # The next start sends again what is done; the ledger knows it by its keys.
            return False

    def _move_rest(self):
        """Puts a file of what is not done in the place of one that is done for the most part."""
        path = self._path + ".new"
        rest = None
        try:
            rest = _open_own(path)
            for at, chunk in self._chunks(self._cursor, self._end):
                _write_all(rest, chunk, at - self._cursor)
            os.fsync(rest)
            if not self._keep_cursor(0):
                raise OSError("The cursor cannot be written.")
            os.replace(path, self._path)
        except OSError:
            # No room for it now: the file stays as it is.
            if rest is not None:
                os.close(rest)
            _remove(path)
            self._keep_cursor(self._cursor)
            return
        os.close(self._file)
        self._file = rest
        self._end -= self._cursor
        self._cursor = 0


class _Lock:
    """One process a spool: a file beside it for each that would have it, of which one stays.

    Two that come at once may both be refused; never do both get it. What a process left that is no more is removed.
    """

    def __init__(self, path):
        self._own = "%s.lock.%d.%s" % (path, os.getpid(), secrets.token_hex(4))
        holder = {"pid": os.getpid(), "started": _start_of(os.getpid()), "host": socket.gethostname()}
        file = os.open(self._own, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            os.write(file, _json(holder))
        finally:
            os.close(file)
        self._signed_at = time.monotonic()
        folder, name = os.path.split(path)
        for other in os.listdir(folder):
            file = os.path.join(folder, other)
            if not other.startswith(name + ".lock.") or file == self._own:
                continue
            if _is_held(file):
                _remove(self._own)
                raise OSError("Another process has the spool %s: %s is its." % (path, file))
            _remove(file)

    def sign_of_life(self):
        if time.monotonic() - self._signed_at < SIGN_OF_LIFE:
            return
        self._signed_at = time.monotonic()
        try:
            os.utime(self._own)
        except OSError:
            # Somebody has removed it; nothing that is kept here depends on it.
            pass

    def release(self):
        _remove(self._own)


def _is_held(path):
    try:
        with open(path, "rb") as file:
            holder = _parsed(file.read())
        is_fresh = time.time() - os.stat(path).st_mtime < LIFELESS
    except OSError:
        return False
    pid = _member(holder, "pid")
    # Being written right now, or of a machine whose processes are not ours to see; Windows lets no process look.
    if not isinstance(pid, int) or pid <= 0 or holder.get("host") != socket.gethostname():
        return is_fresh
    if os.name == "nt":
        return is_fresh or pid == os.getpid()
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    # A number that another process has by now is told by when that one was started.
    started, now = holder.get("started", ""), _start_of(pid)
    return started == "" or now == "" or started == now


def _start_of(pid):
    """Field 22 of /proc/PID/stat: ticks since the start of the machine; empty where there is none."""
    try:
        with open("/proc/%d/stat" % pid, encoding="latin-1") as file:
            stat = file.read()
        return stat[stat.rindex(")") + 2 :].split(" ")[19]
    except (OSError, ValueError, IndexError):
        return ""


def _open_own(path):
    """For its owner alone, and never by way of a link that somebody else has laid there."""
    file = os.open(path, os.O_RDWR | os.O_CREAT | _OPEN_FLAGS, 0o600)
    if hasattr(os, "fchmod"):
        os.fchmod(file, 0o600)
    return file


def _read_at(file, size, at):
    os.lseek(file, at, os.SEEK_SET)
    return os.read(file, size)


def _write_all(file, content, at):
    os.lseek(file, at, os.SEEK_SET)
    done = 0
    while done < len(content):
        done += os.write(file, content[done:])


def _remove(path):
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass


def _lines_in(chunk, at, items, size):
    lines = []
    start = 0
    while len(lines) < items:
        end = chunk.find(b"\n", start)
        if end == -1 or (lines and end > size):
            break
        line = chunk[start:end]
        if not isinstance(_parsed(line), dict):
            break
        lines.append((line, at + end + 1))
        start = end + 1
    return lines


def _json(value):
    return json.dumps(value, separators=(",", ":"), allow_nan=False).encode("ascii")


def _parsed(content):
    """The value of JSON in UTF-8; None where it is none."""
    try:
        return json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError):
        return None


def _member(value, name):
    return value.get(name) if isinstance(value, dict) else None


def _results(body, count):
    """The results, one for each decision; None where the answer is not of that shape."""
    results = _member(_parsed(body), "results")
    if not isinstance(results, list) or len(results) != count:
        return None
    read = [_result(each) for each in results]
    return None if None in read else read


def _result(value):
    status = _member(value, "status")
    if isinstance(status, bool) or not isinstance(status, int):
        return None
    if status not in (200, 201):
        return {"status": status, "error": _problem(_member(value, "error"), status)}
    receipt = {name: value.get(name) for name in ("id", "hash", "created_at")}
    return {"status": status, **receipt} if all(isinstance(each, str) for each in receipt.values()) else None


def _problem(value, status):
    code, message = _member(value, "code"), _member(value, "message")
    details = _member(value, "details")
    return {
        "code": code if isinstance(code, str) else "http_%d" % status,
        "message": message if isinstance(message, str) else "The server answered %d." % status,
        **({} if details is None else {"details": details}),
    }


def _asked_delay(retry_after, now):
    """Seconds that Retry-After asks for: a number or a date; 0 where it asks for nothing."""
    if retry_after is None:
        return 0.0
    text = retry_after.strip()
    if text.isascii() and text.isdigit():
        delay = float(text)
    else:
        try:
            delay = email.utils.parsedate_to_datetime(text).timestamp() - now
        except (TypeError, ValueError, IndexError, OverflowError):
            return 0.0
    return min(max(delay, 0.0), LONGEST_ASKED)


def _item_key(now, random_bytes):
    """A UUID of version 7 (RFC 9562), so that keys sort by time."""
    content = bytearray(int(now * 1_000).to_bytes(6, "big") + random_bytes(10))
    content[6] = 0x70 | (content[6] & 0x0F)
    content[8] = 0x80 | (content[8] & 0x3F)
    text = content.hex()
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))
