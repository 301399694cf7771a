#!/usr/bin/env python3
"""Verifies Proofdesk evidence bundles and witnesses ledgers; docs/ledger-format.md says what is checked.

Standard library only, Python 3.9 or later. Nothing is asked of any network.
  auditor.py verify BUNDLE [--vkey KEY | --policy FILE] [--checkpoint NOTE]... [--state DIR] [--tsa CA.pem]
  auditor.py witness init|cosign|show --state DIR ...
  auditor.py selftest
Last line and exit code of verify: VERIFIED 0, CONSISTENT, KEY NOT CHECKED 3, NOT VERIFIED 1, CANNOT BE READ 2.
"""
import argparse, base64, binascii, datetime, hashlib, hmac, json, os, re, secrets, shutil, stat, subprocess, sys, tempfile, time, types, zipfile

FORMAT, SUBJECT = "proofdesk.bundle/v2", "ledger.subject/v1"
LARGEST = 2**53 - 1


class Wrong(Exception):
    """Input that is not what it should be: nothing can be said of it."""


def sha(data):
    return hashlib.sha256(data).digest()


def hash_text(data):
    return "sha256:" + sha(data).hex()


# ---- Canonical JSON (RFC 8785)


def es_number(value):
    """The text of a number as ECMAScript writes it."""
    if isinstance(value, int):
        return str(value)
    mantissa, _, exponent = repr(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    if not digits:
        return "0"
    count, sign = len(digits), "-" if value < 0 else ""
    if count <= point <= 21:
        return sign + digits + "0" * (point - count)
    if 0 < point <= 21:
        return sign + digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + digits
    tail = "." + digits[1:] if count > 1 else ""
    return f"{sign}{digits[0]}{tail}e{'+' if point > 0 else '-'}{abs(point - 1)}"


quote = json.encoder.encode_basestring  # the escapes of RFC 8785, and no others


def canonical(value):
    if isinstance(value, str):
        return quote(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (int, float)):
        return es_number(value)
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
    return "{" + ",".join(quote(name) + ":" + canonical(value[name]) for name in names) + "}"


def members_of(pairs):
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError("a member twice")
    return value


def whole_number(text):
    value = int(text) if len(text) < 18 else LARGEST + 1
    if abs(value) > LARGEST:
        raise ValueError("a number beyond 2^53 - 1")
    return value


def refuse_constant(name):
    raise ValueError(name)


decoder = json.JSONDecoder(object_pairs_hook=members_of, parse_int=whole_number, parse_constant=refuse_constant)


def parse(data, what):
    """The value of bytes that are one canonical JSON text."""
    try:
        text = data.decode("utf-8")
        value = decoder.decode(text)
        same = canonical(value) == text
    except (ValueError, RecursionError, OverflowError):
        raise Wrong(f"{what} is not JSON") from None
    if not same:
        raise Wrong(f"{what} is not in canonical form")
    return value


def from_base64(text, what):
    """Bytes of canonical base64."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise Wrong(f"{what} is not base64") from None
    if base64.b64encode(data).decode() != text:
        raise Wrong(f"{what} is not canonical base64")
    return data


# ---- Ed25519 (RFC 8032)

P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D, ROOT = -121665 * pow(121666, P - 2, P) % P, pow(2, (P - 1) // 4, P)


def point(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if y >= P or (x * x - square) % P or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return (x, y, 1, x * y % P)


def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def times(number, p):
    result = (0, 1, 1, 0)
    while number:
        if number & 1:
            result = add(result, p)
        p, number = add(p, p), number >> 1
    return result


BASE = point(bytes.fromhex("58" + "66" * 31))


def holds(key, text, signature):
    """Tells whether the signature over the text was made by the key."""
    if len(signature) != 64:
        return False
    a, r, s = point(key), point(signature[:32]), int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= L:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + text).digest(), "little") % L
    left, right = times(s, BASE), add(r, times(h, a))
    return all((left[i] * right[2] - right[i] * left[2]) % P == 0 for i in (0, 1))


def packed(p):
    inverse = pow(p[2], P - 2, P)
    x, y = p[0] * inverse % P, p[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def secret_scalar(seed):
    h = hashlib.sha512(seed).digest()
    return (int.from_bytes(h[:32], "little") & (1 << 254) - 8) | 1 << 254, h[32:]


def public_of(seed):
    return packed(times(secret_scalar(seed)[0], BASE))


def sign(seed, text):
    scalar, prefix = secret_scalar(seed)
    public = public_of(seed)
    r = int.from_bytes(hashlib.sha512(prefix + text).digest(), "little") % L
    first = packed(times(r, BASE))
    h = int.from_bytes(hashlib.sha512(first + public + text).digest(), "little") % L
    return first + ((r + h * scalar) % L).to_bytes(32, "little")


# ---- Verifier keys, notes, checkpoints (C2SP)

NOTE, COSIGNATURE = 1, 4


class Key:
    """A verifier key: name+key id+base64 of the algorithm's byte and the key."""

    def __init__(self, text, algorithm=NOTE):
        match = re.fullmatch(r"([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)", text)
        if not match:
            raise Wrong(f"{text[:200]} is not a verifier key")
        self.text, self.name, self.id = text, match[1], bytes.fromhex(match[2])
        material = from_base64(match[3], f"the key of {self.name}")
        if len(material) != 33 or material[0] != algorithm or sha(f"{self.name}\n".encode() + material)[:4] != self.id:
            raise Wrong(f"{text[:200]} is not a key of this kind, or has another's id")
        self.public = material[1:]


def vkey_of(name, public, algorithm):
    material = bytes([algorithm]) + public
    return f"{name}+{sha(name.encode() + bytes([10]) + material)[:4].hex()}+{base64.b64encode(material).decode()}"


class Note:
    """A checkpoint with its signature lines, read strictly; a parsed one is not a verified one."""

    def __init__(self, data, what):
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            raise Wrong(f"{what} is not UTF-8") from None
        body, gap, rest = text.partition("\n\n")
        lines = body.split("\n")
        if len(text) > 65536 or not gap or not rest.endswith("\n") or len(lines) != 3:
            raise Wrong(f"{what} is not a checkpoint")
        self.what, self.text, self.body = what, text, body + "\n"
        self.origin, size, root = lines
        if not re.fullmatch(r"[^\s+]+", self.origin) or not re.fullmatch(r"0|[1-9][0-9]{0,15}", size) or int(size) > LARGEST:
            raise Wrong(f"{what} is not a checkpoint")
        self.size, self.root = int(size), from_base64(root, f"the root of {what}")
        if len(self.root) != 32 or self.size < 1:
            raise Wrong(f"{what} has no root of 32 bytes")
        self.lines = []
        for line in rest[:-1].split("\n"):
            parts = line.split(" ")
            if len(parts) != 3 or parts[0] != "\u2014" or not re.fullmatch(r"[^\s+]+", parts[1]):
                raise Wrong(f"{what} has a line that is no signature")
            blob = from_base64(parts[2], f"a signature of {what}")
            if len(blob) < 5:
                raise Wrong(f"{what} has a line that is no signature")
            self.lines.append((parts[1], blob[:4], blob[4:]))
        if len({(name, key) for name, key, _ in self.lines}) < len(self.lines):
            raise Wrong(f"{what} has two signatures of one key")

    def is_signed(self, key):
        found = [blob for name, key_id, blob in self.lines if name == key.name and key_id == key.id]
        return len(found) == 1 and holds(key.public, self.body.encode(), found[0])

    def is_sorted(self):
        others = [name for name, _, _ in self.lines[1:]]
        return others == sorted(others)

    def is_first_signed(self, key):
        """Signed by the key in its first line, which those who cosign come after."""
        return self.lines[0][:2] == (key.name, key.id) and self.is_signed(key) and self.is_sorted()

    def cosigned_at(self, key):
        """Seconds since 1970 when this witness cosigned; None where it did not."""
        for name, key_id, blob in self.lines:
            if name != key.name or key_id != key.id or len(blob) != 72:
                continue
            at = int.from_bytes(blob[:8], "big")
            if at < 2**63 and holds(key.public, f"cosignature/v1\ntime {at}\n{self.body}".encode(), blob[8:]):
                return at
        return None


# ---- Trees (RFC 6962)


class Tree:
    """The head of leaves that come one after another."""

    def __init__(self):
        self.roots, self.size = [], 0

    def add(self, leaf):
        rest = self.size
        while rest & 1:
            leaf, rest = sha(b"\x01" + self.roots.pop() + leaf), rest >> 1
        self.roots.append(leaf)
        self.size += 1

    def head(self):
        result = None
        for root in reversed(self.roots):
            result = root if result is None else sha(b"\x01" + root + result)
        return sha(b"") if result is None else result


def head_of(leaves):
    tree = Tree()
    for leaf in leaves:
        tree.add(leaf)
    return tree.head()


def leaf_of(line):
    return sha(b"\x00" + line)


def is_included(leaf, index, size, path, root):
    """RFC 9162, 2.1.3.2."""
    if not 0 <= index < size:
        return False
    first, last = index, size - 1
    for each in path:
        if last == 0:
            return False
        if first & 1 or first == last:
            leaf = sha(b"\x01" + each + leaf)
            while not first & 1 and first:
                first, last = first >> 1, last >> 1
        else:
            leaf = sha(b"\x01" + leaf + each)
        first, last = first >> 1, last >> 1
    return last == 0 and leaf == root


def is_consistent(old, new, old_root, new_root, path):
    """RFC 9162, 2.1.4.2; an old size of 0 proves nothing."""
    if not 0 < old <= new:
        return False
    if old == new:
        return not path and old_root == new_root
    path = [old_root, *path] if old & (old - 1) == 0 else list(path)
    if not path:
        return False
    first, last = old - 1, new - 1
    while first & 1:
        first, last = first >> 1, last >> 1
    left = right = path[0]
    for each in path[1:]:
        if last == 0:
            return False
        if first & 1 or first == last:
            left, right = sha(b"\x01" + each + left), sha(b"\x01" + each + right)
            while not first & 1 and first:
                first, last = first >> 1, last >> 1
        else:
            right = sha(b"\x01" + right + each)
        first, last = first >> 1, last >> 1
    return last == 0 and left == old_root and right == new_root


def path_of(texts, what):
    hashes = [from_base64(text, what) for text in texts]
    if any(len(each) != 32 for each in hashes) or len(hashes) > 63:
        raise Wrong(f"{what} is not a path of hashes")
    return hashes


# ---- Trust policies (C2SP tlog-policy)


class Policy:
    def __init__(self, text):
        self.logs, self.witnesses, self.groups, self.quorum = [], {}, {}, None
        self.names, self.grouped = {"none"}, set()
        for number, line in enumerate(text.split("\n"), 1):
            try:
                self.read(line)
            except Wrong as error:
                raise Wrong(f"line {number} of the policy: {error}") from None
        if self.quorum is None:
            raise Wrong("no line of the policy says the quorum")

    def read(self, line):
        if re.search("[\x00-\x08\x0a-\x1f\x7f]", line):
            raise Wrong("has a control character")
        words = [word for word in re.split("[ \t]+", line) if word]
        if not words or words[0].startswith("#"):
            return
        kind, *rest = words
        if kind == "log" and 1 <= len(rest) <= 2:
            self.logs.append(self.fresh(Key(rest[0]), self.logs))
        elif kind == "witness" and 2 <= len(rest) <= 3:
            key = self.fresh(Key(rest[1], COSIGNATURE), self.witnesses.values())
            self.define(rest[0])
            self.witnesses[rest[0]] = key
        elif kind == "group" and len(rest) >= 3:
            name, threshold, *members = rest
            for member in members:
                if member == "none" or member in self.grouped or member not in self.names:
                    raise Wrong(f"{member} cannot be a member")
                self.grouped.add(member)
            self.define(name)
            least = {"any": 1, "all": len(members)}.get(threshold)
            if least is None and re.fullmatch("[1-9][0-9]{0,3}", threshold):
                least = int(threshold)
            if least is None or least > len(members):
                raise Wrong(f"{threshold} is not any, all or a number of members")
            self.groups[name] = (least, members)
        elif kind == "quorum" and len(rest) == 1 and self.quorum is None and rest[0] in self.names:
            self.quorum = rest[0]
        else:
            raise Wrong("is not a line of a policy")

    def define(self, name):
        if name in self.names:
            raise Wrong(f"{name} is a name already")
        self.names.add(name)

    def fresh(self, key, known):
        if any(each.public == key.public for each in known):
            raise Wrong("names a key of a line above")
        return key

    def is_met(self, cosigned):
        def witnessed(name):
            if name not in self.groups:
                return name == "none" or name in cosigned
            least, members = self.groups[name]
            return sum(map(witnessed, members)) >= least

        return witnessed(self.quorum)


# ---- Bundles: the files


class Bundle:
    """The files of a bundle, in a folder or a zip; names that lead out and links are refused."""

    def __init__(self, path):
        self.path, self.zip, self.set = path, None, None
        if os.path.isdir(path):
            self.names = list(self.walk(""))
            return
        try:
            self.zip = zipfile.ZipFile(path)
        except (OSError, zipfile.BadZipFile):
            raise Wrong(f"{path} is neither a folder nor a zip") from None
        infos = [info for info in self.zip.infolist() if not info.is_dir()]
        self.names = [info.filename for info in infos]
        if len(set(self.names)) < len(self.names):
            raise Wrong("the zip holds a name twice")
        if any(info.flag_bits & 1 or stat.S_ISLNK(info.external_attr >> 16) for info in infos):
            raise Wrong("the zip holds a link, or what is encrypted")
        for name in self.names:
            if name.startswith("/") or "\\" in name or ".." in name.split("/") or ":" in name:
                raise Wrong(f"the zip holds the name {name!r}")

    def walk(self, folder):
        for each in sorted(os.scandir(os.path.join(self.path, folder)), key=lambda each: each.name):
            if each.is_symlink():
                raise Wrong(f"{folder}{each.name} is a link")
            if each.is_dir():
                yield from self.walk(f"{folder}{each.name}/")
            else:
                yield folder + each.name

    @property
    def known(self):
        if self.set is None:
            self.set = frozenset(self.names)
        return self.set

    def open(self, name):
        if name not in self.known:
            raise Wrong(f"{name} is missing")
        return self.zip.open(name) if self.zip else open(os.path.join(self.path, name), "rb")

    def read(self, name, most=1 << 26):
        with self.open(name) as file:
            data = file.read(most + 1)
        if len(data) > most:
            raise Wrong(f"{name} is too long")
        return data

    def lines(self, name, digest):
        """Lines without their line feeds; the file's hash is added up beside."""
        with self.open(name) as file:
            for line in file:
                digest.update(line)
                if not line.endswith(b"\n"):
                    raise Wrong(f"the last line of {name} does not end")
                yield line[:-1]


KNOWN = re.compile(
    r"manifest\.json|entries\.ndjson|payloads\.ndjson|subjects\.ndjson|lines\.ndjson|shares\.ndjson|checkpoint\.note"
    r"|anchors/[1-9][0-9]{0,15}\.(note|tsr|proof)|consistency/[1-9][0-9]{0,15}\.proof|proofs/[A-Za-z0-9_-]{1,96}\.tlog-proof"
    r"|keys/ledger\.(vkey|pub\.pem)|README\.txt|auditor\.py|view/report\.pdf|SHA256SUMS|SHA256SUMS\.note"
)
ALWAYS = (
    "README.txt SHA256SUMS SHA256SUMS.note manifest.json checkpoint.note entries.ndjson payloads.ndjson"
    " auditor.py keys/ledger.vkey keys/ledger.pub.pem view/report.pdf"
).split()

# ---- Entries

INSTANT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z")
HASH = re.compile(r"sha256:[0-9a-f]{64}")
OF_ROWS = ("transformation", "operation", "aggregation")
ACTIONS = ("approve", "modify", "override", "reverse", "annotate", "escalate", "retract")
REQUIRED = {
    "ledger.genesis/v1": "alg canon created_at origin seq type vkey",
    "ledger.record/v1": "commit created_at id model_id previous_hash seq type",
    "ledger.intervention/v1": "action actor commit created_at id n previous_hash record_hash record_id seq type",
    "ledger.erasure/v1": "actor created_at legal_basis seq targets type",
    "ledger.clock/v1": "created_at observed reason seq type",
    "ledger.fact/v1": "by created_at id seq set table type",
    "ledger.batch/v1": "created_at from previous root seq table to type",
    "ledger.index/v1": "created_at records rows seq type",
    "ledger.rowerasure/v1": "actor count created_at dataset_id id legal_basis scope seq type",
    "ledger.keyrotate/v1": "created_at previous_vkey seq signatures type vkey",
    "ledger.model/v1": "card created_at id seq type",
    "ledger.evidence/v1": "created_at id kind seq type",
    "ledger.invoice/v1": "account_id adjustments_cents commit created_at currency due_day id issued_at month number pdf seq"
    " subtotal_cents tax_bps tax_cents total_cents type usage_cents usage_to",
    "ledger.invoice/v2": "account_id amounts commit created_at credits currency due_day fees_cents id issued_at month number pdf"
    " pool_cents seq shares subtotal_cents tax_bps tax_cents total_cents type usage_to",
    "ledger.restore/v1": "created_at seq type",
    "ledger.archive/v1": "created_at seq type",
}
OPTIONAL = {
    "ledger.invoice/v2": "taxes",
    "ledger.record/v1": "account_id confidence policy_id",
    "ledger.intervention/v1": "meaning signature supersedes",
    "ledger.erasure/v1": "approval request_id signature",
    "ledger.fact/v1": "approval commit signature",
    "ledger.batch/v1": "dataset_id",
    "ledger.rowerasure/v1": "approval commit rows signature",
}
INVOICES = ("ledger.invoice/v1", "ledger.invoice/v2")
PRIVACY = ("grant_id", "policy_version", "epsilon_micro", "spent_micro")
FREE = ("ledger.model/v1", "ledger.evidence/v1", "ledger.restore/v1", "ledger.archive/v1", "ledger.keyrotate/v1")
# Who may sign what.
REVIEWERS, ADMINS, HOLDERS = ("admin", "compliance_officer"), ("admin",), ("data_holder",)
REVIEWED = ("person_letters", "profiles", "review_policies")


def is_instant(value):
    if not isinstance(value, str) or not INSTANT.fullmatch(value):
        return False
    try:
        datetime.datetime.strptime(value, "%Y-%m-%dT%H:%M:%S.%fZ")
    except ValueError:
        return False
    return True


def millis(instant):
    """Milliseconds since 1970 of an instant that is_instant accepted."""
    moment = datetime.datetime.strptime(instant, "%Y-%m-%dT%H:%M:%S.%fZ")
    return (moment - datetime.datetime(1970, 1, 1)) // datetime.timedelta(milliseconds=1)


TEXTS = (
    "account_id action alg canon dataset_id id legal_basis meaning model_id observed origin policy_id previous_hash previous_vkey"
    " reason record_hash record_id supersedes table vkey"
).split()


def is_whole(value):
    return isinstance(value, int) and not isinstance(value, bool)


def is_count(value, least=0):
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def is_who(value):
    return isinstance(value, dict) and sorted(value) == ["id", "role"] and all(isinstance(each, str) for each in value.values())


def is_head(value):
    return isinstance(value, dict) and sorted(value) == ["count", "root"] and is_count(value["count"]) and is_hash(value["root"])


def is_hash(value):
    return isinstance(value, str) and HASH.fullmatch(value) is not None


def is_key(value):
    return isinstance(value, str) or (isinstance(value, list) and len(value) > 1 and all(isinstance(each, (str, int, float)) for each in value))


def check_members(entry, kind, where):
    """Members that are read further on have the form that they must have; those of other entries are free."""
    texts = [name for name in TEXTS if name in entry and not (kind == "ledger.fact/v1" and name == "id")]
    right = kind in FREE and kind != "ledger.keyrotate/v1" or all(isinstance(entry[name], str) for name in texts)
    if kind in FREE:
        right = right and isinstance(entry.get("previous_hash", ""), str)
    right = right and is_count(entry.get("n", 1), 1)
    if kind == "ledger.rowerasure/v1":
        hexed = isinstance(entry.get("rows", "00"), str) and re.fullmatch("([0-9a-f]{2})+", entry.get("rows", "00"))
        right = right and hexed and is_count(entry["count"]) and entry["scope"] in ("rows", "dataset")
        right = right and is_who(entry["actor"]) and ("rows" in entry) == (entry["scope"] == "rows")
    if kind in ("ledger.intervention/v1", "ledger.erasure/v1"):
        right = right and is_who(entry["actor"])
    if kind == "ledger.fact/v1":
        right = right and is_who(entry["by"]) and is_key(entry["id"]) and (entry["set"] is None or isinstance(entry["set"], dict))
    if kind == "ledger.batch/v1":
        right = right and is_count(entry["from"], 1) and is_count(entry["to"], 1) and is_hash(entry["root"])
        right = right and (entry["previous"] is None or is_count(entry["previous"], 1))
    if kind == "ledger.index/v1":
        right = right and is_head(entry["records"]) and is_head(entry["rows"])
    if kind in INVOICES:
        amounts = [entry[name] for name in entry if name.endswith("_cents")] + [entry["tax_bps"]]
        right = right and all(is_whole(each) for each in amounts)
    if "taxes" in entry and kind in INVOICES:
        taxes = entry["taxes"]
        right = right and isinstance(taxes, list) and len(taxes) > 0
        names = {"bps", "subtotal_cents", "tax_cents"}
        right = right and all(isinstance(each, dict) and set(each) == names and all(map(is_whole, each.values())) for each in taxes)
    if kind == "ledger.invoice/v2":
        credits, amounts = entry["credits"], entry["amounts"]
        right = right and isinstance(amounts, dict) and all(is_whole(each) and each != 0 for each in amounts.values())
        right = right and isinstance(credits, dict) and sorted(credits) == ["holders", "platform", "prepaid"]
        right = right and all(is_count(each) for each in credits.values()) and is_count(entry["pool_cents"]) and is_head(entry["shares"])
    if not right:
        raise Wrong(f"{where} has a member that is not of its form")


def read_entry(line, where):
    entry = parse(line, where)
    if not isinstance(entry, dict) or entry.get("type") not in REQUIRED:
        raise Wrong(f"{where} is of no type that is known here")
    kind = entry["type"]
    required, optional = set(REQUIRED[kind].split()), set(OPTIONAL.get(kind, "").split())
    missing, more = required - set(entry), set(entry) - required - optional
    if missing or (more and kind not in FREE):
        raise Wrong(f"{where} has not the members of {kind}")
    if not isinstance(entry["seq"], int) or isinstance(entry["seq"], bool) or not is_instant(entry["created_at"]):
        raise Wrong(f"{where} has no place or time")
    check_members(entry, kind, where)
    commit = entry.get("commit", {})
    if not isinstance(commit, dict) or not all(isinstance(each, str) and HASH.fullmatch(each) for each in commit.values()):
        raise Wrong(f"{where} has a commitment that is none")
    return entry


NOTHING = {"count": 0, "root": "sha256:" + hashlib.sha256().hexdigest()}
ALERT_STEPS = (("open", "acknowledged"), ("open", "closed"), ("acknowledged", "closed"))
ALERT_MEMBERS = "alert_id created_at id kind model_id profile_id rule_id seq state type window".split()


def alert_fault(entry):
    """What is wrong with a step of an alert by itself; None for nothing."""
    more = set(entry) - set(ALERT_MEMBERS) - {"actor", "commit"}
    if more or not set(ALERT_MEMBERS) <= set(entry):
        return "has not the members of an alert"
    texts = all(isinstance(entry[name], str) for name in ("alert_id", "model_id", "profile_id", "rule_id"))
    if not texts or ("actor" in entry and not is_who(entry["actor"])):
        return "has a member that is not of its form"
    window = entry["window"]
    if not isinstance(window, dict) or sorted(window) != ["from", "to"] or not is_instant(window["to"]):
        return "has no window"
    if window["from"] is not None and (not is_instant(window["from"]) or window["from"] > window["to"]):
        return "has no window"
    acts, commit = "actor" in entry, sorted(entry.get("commit", {}))
    allowed = {"open": [(False, ["result"])], "acknowledged": [(True, ["note"])], "closed": [(False, ["result"]), (True, [])]}
    return None if (acts, commit) in allowed.get(entry["state"], []) else "says other things than its state"


def targets_of(entry, where):
    """Whose values an erasure takes: `{fields, hash, id}` of each."""
    targets = entry["targets"]
    if not isinstance(targets, list) or not targets:
        raise Wrong(f"{where} names nothing that it erases")
    for target in targets:
        if not isinstance(target, dict) or sorted(target) != ["fields", "hash", "id"] or not isinstance(target["fields"], list):
            raise Wrong(f"{where} names nothing that it erases")
        if not all(isinstance(each, str) for each in (target["id"], target["hash"], *target["fields"])):
            raise Wrong(f"{where} names nothing that it erases")
    return targets


def is_by_hash(name):
    """Tells whether several entries have the id that an erasure names: facts of a row, and steps of an alert."""
    return "/" in name or name.startswith("alert_")


def whole(value):
    """A whole number as facts hold it: beyond 2^53 - 1 as its digits."""
    if isinstance(value, str) and re.fullmatch("-?[0-9]{1,40}", value):
        return int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise Wrong("a fact has no whole number where it must")
    return value


def hdiv(numerator, denominator):
    """The quotient, rounded to the nearest whole number, halves away from zero."""
    rounded = (2 * abs(numerator) + denominator) // (2 * denominator)
    return -rounded if numerator < 0 else rounded


def amounts_fault(entry):
    """What is wrong with the amounts of an invoice; None for nothing."""
    taxes = entry.get("taxes", [{"bps": entry["tax_bps"], "subtotal_cents": entry["subtotal_cents"], "tax_cents": entry["tax_cents"]}])
    if any(each["tax_cents"] != hdiv(each["subtotal_cents"] * each["bps"], 10_000) for each in taxes):
        return "has another tax than its subtotal gives"
    for name in ("subtotal_cents", "tax_cents"):
        if sum(each[name] for each in taxes) != entry[name]:
            return "has taxes that do not add up to its amounts"
    if entry["total_cents"] != entry["subtotal_cents"] + entry["tax_cents"]:
        return "has a total that is not its subtotal and its tax"
    if entry["type"] == "ledger.invoice/v2" and sum(entry["amounts"].values()) != entry["subtotal_cents"]:
        return "has amounts that do not add up to its subtotal"
    return None


def lines_fault(entry, lines):
    """What is wrong with the lines of an invoice; None for nothing."""
    kinds, subtotal = {}, 0
    for line in lines if isinstance(lines, list) else [None]:
        amount = line.get("amount") if isinstance(line, dict) else None
        if not is_whole(amount) or not isinstance(line.get("kind"), str):
            return "has lines that are none"
        subtotal += amount
        kinds[line["kind"]] = kinds.get(line["kind"], 0) + amount
    if entry["type"] == "ledger.invoice/v2":
        told = {"amounts": {kind: amount for kind, amount in kinds.items() if amount}, "subtotal_cents": subtotal}
    else:
        usage = max(0, kinds.get("usage", 0) + kinds.get("late_usage", 0))
        told = {"adjustments_cents": kinds.get("adjustment", 0), "subtotal_cents": subtotal, "usage_cents": usage}
    wrong = [name for name, amount in told.items() if entry[name] != amount]
    return f"has lines that do not add up to its {wrong[0]}" if wrong else None


def label_of(entry):
    label = entry.get("id", f"seq-{entry['seq']}")
    shared = entry["type"] in ("ledger.fact/v1", "ledger.rowerasure/v1")
    return label if isinstance(label, str) and not shared else f"seq-{entry['seq']}"


def subject_of(entry):
    key = entry["id"] if isinstance(entry["id"], str) else canonical(entry["id"])
    return f"{entry['table']}/{key}"


def signed_text(entry, origin):
    members = {name: value for name, value in entry.items() if name not in ("seq", "created_at")}
    for name in ("signature", "approval"):
        if isinstance(members.get(name), dict):
            members[name] = {each: value for each, value in members[name].items() if each != "value"}
    return canonical({**members, "origin": origin}).encode()


# ---- Figures: decisions counted again

CLASSES = ("favourable", "adverse", "undecided", "unknown", "absent")
DECIDING, CHANGING = ("approve", "modify", "override", "reverse"), ("modify", "override", "reverse")
FIGURE = "actor basis commit count created_at id ids_root kind ledger_size measure model_id profile_id seq type".split()
TABLES = {"outcomes": [], "changes": ["reviewed", "changed", "outcome", "effect"], "confidence": ["confidence"]}
MEASURES = (*TABLES, "groups", "drift")
ABSENT, OTHER = '{"absent":true}', '{"other":true}'
DAY = r"([0-9]{4})-([0-9]{2})-([0-9]{2})"
MOMENT = re.compile(DAY + r"[Tt ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:[.,]([0-9]+))?)?(?:[Zz]|([+-])([0-9]{2})(?::?([0-9]{2}))?)")
FIRST, LAST = -62135596800000, 253402300799999


def is_figure(entry):
    """Tells whether the entry of a figure has its members, and those of their form."""
    if sorted(entry) != FIGURE or sorted(entry["commit"]) != ["result", "where"] or not is_who(entry["actor"]):
        return False
    texts = all(isinstance(entry[name], str) for name in ("model_id", "profile_id"))
    known = entry["measure"] in MEASURES and entry["basis"] in ("model", "effect")
    return texts and known and is_count(entry["count"]) and is_hash(entry["ids_root"]) and entry["ledger_size"] == entry["seq"]


def units(text):
    return text.encode("utf-16-be", "surrogatepass")


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def pointed(record, path):
    """The scalar at a JSON Pointer, in a list; an empty list where there is none."""
    value = record
    for token in path.split("/")[1:]:
        token = token.replace("~1", "/").replace("~0", "~")
        if isinstance(value, list) and re.fullmatch("0|[1-9][0-9]*", token) and len(token) < 16 and int(token) < len(value):
            value = value[int(token)]
        elif isinstance(value, dict) and token in value:
            value = value[token]
        else:
            return []
    return [] if isinstance(value, (dict, list)) else [value]


def fact_text(values, null=False):
    """The text of a scalar that is there; a null is absent, but for an outcome."""
    if not values or (values[0] is None and not null):
        return ABSENT
    text = canonical(values[0])
    return OTHER if len(units(text)) > 400 else text


def iso_millis(value):
    """Milliseconds since 1970 of a day or an instant with its offset; None for anything else."""
    if not isinstance(value, str):
        return None
    match = re.fullmatch(DAY, value) or MOMENT.fullmatch(value)
    if match is None:
        return None
    parts = list(match.groups()) + [None] * 7
    hour, minute, second = (int(each or 0) for each in parts[3:6])
    fraction = int(((parts[6] or "") + "000")[:3])
    ends = hour == 24 and not minute and not second and not int(parts[6] or 0)
    offset = (int(parts[8] or 0), int(parts[9] or 0))
    if (hour > 23 and not ends) or minute > 59 or second > 59 or offset[0] > 23 or offset[1] > 59:
        return None
    try:
        days = datetime.date(*map(int, parts[:3])).toordinal() - datetime.date(1970, 1, 1).toordinal()
    except ValueError:
        return None
    shift = (offset[0] * 60 + offset[1]) * 60_000 * (-1 if parts[7] == "-" else 1)
    return ((days * 24 + hour) * 60 + minute) * 60_000 + second * 1_000 + fraction - shift


class Decision:
    """One record, as a profile reads it and as it was when the figure was counted."""

    def __init__(self, profile, record, entry, steps, outcome_of):
        self.profile, self.record, self.entry = profile, record, entry
        replaced = {each.get("supersedes") for each in steps}
        standing = [each for each in steps if each["id"] not in replaced and each.get("meaning") != "proposal"]
        decided = [each for each in standing if each["action"] in DECIDING]
        words = [each for each in standing if each["action"] in DECIDING or each["action"] == "escalate"]
        changing = [each for each in decided if each["action"] in CHANGING]
        self.reviewed = bool(decided)
        self.changed = bool(words) and words[-1]["action"] in CHANGING
        self.outcome = self.effect = self.outcome_in(record)
        if changing:
            self.effect = self.outcome_in({"output": outcome_of(changing[-1]["id"])})

    def outcome_in(self, record):
        outcome = self.profile["outcome"]
        return ABSENT if outcome is None else fact_text(pointed(record, outcome["path"]), True)

    def named(self, kind, field):
        return next(each for each in self.profile[kind] if f"{kind[:-1]}.{each['name']}" == field)

    def number(self, path):
        values = pointed(self.record, path)
        return values[0] if values and is_number(values[0]) else None

    def value(self, field):
        """The text of a field, or a number."""
        if field in ("outcome", "effect"):
            return self.effect if field == "effect" else self.outcome
        if field in ("reviewed", "changed"):
            return canonical(self.reviewed if field == "reviewed" else self.changed)
        if field == "confidence":
            return self.entry.get("confidence")
        if field == "version":
            return fact_text(pointed(self.record, self.profile["version"]["path"]))
        if field == "amount":
            return self.number(self.profile["amount"]["path"])
        if field.startswith("group."):
            group = self.named("groups", field)
            return self.band(group) if "bands" in group else fact_text(pointed(self.record, group["path"]))
        column = self.named("columns", field)
        return self.number(column["path"]) if column["kind"] == "number" else fact_text(pointed(self.record, column["path"]))

    def band(self, group):
        value, edges = self.number(group["path"]), group["bands"]
        if value is None:
            return ABSENT
        at = sum(value >= edge for edge in edges)
        if at == 0:
            return canonical(f"< {es_number(edges[0])}")
        edge = edges[at - 1]
        if at == len(edges):
            return canonical(f"\u2265 {es_number(edge)}")
        if any(isinstance(each, float) and not each.is_integer() for each in edges):
            return canonical(f"{es_number(edge)} \u2013 < {es_number(edges[at])}")
        return canonical(es_number(edge) if edges[at] == edge + 1 else f"{es_number(edge)}\u2013{es_number(edges[at] - 1)}")

    def cell(self, field):
        """The text of a field in a table: confidence by its bin."""
        value = self.value(field)
        if field == "confidence" and value is not None:
            at = min(9, int(10 * value))
            value = at - 1 if value < at / 10 else at
        return ABSENT if value is None else value if isinstance(value, str) else canonical(value)

    def millis(self):
        decided = self.profile["decided_at"]
        values = pointed(self.record, decided["path"]) if decided else []
        at = None
        if values and decided["format"] == "iso":
            at = iso_millis(values[0])
        elif values and is_number(values[0]):
            at = values[0] * (1_000 if decided["format"] == "unix_s" else 1) // 1
        return int(at) if at is not None and FIRST <= at <= LAST else millis(self.entry["created_at"])


class FigureRun:
    """A figure counted again from the records of its bundle."""

    def __init__(self, figure, profile, result, fail):
        self.figure, self.profile, self.result, self.fail = figure, profile, result, fail
        self.classes = {canonical(value): name for name in CLASSES[:3] for value in (profile["outcome"] or {}).get(name, [])}
        self.measure, self.is_drift = figure["measure"], figure["measure"] == "drift"
        self.fields = [each["field"] for each in result["fields"]] if self.is_drift else result["fields"]
        self.lost, self.all, self.counts = 0, 0, {}
        if self.is_drift:
            windows = [(name, result[name]) for name in ("baseline", "current")]
            self.windows = {name: (millis(each["from"]) if each["from"] else FIRST, millis(each["to"]) if each["to"] else LAST + 1) for name, each in windows}
            self.sums = {name: 0 for name in self.windows}
            self.buckets = [[{"baseline": 0, "current": 0} for _ in each["buckets"]] for each in result["fields"]]

    def are_fields_right(self):
        if self.is_drift:
            known = {"amount", "confidence", "outcome", "effect", "version"}
            known -= {name for name in ("amount", "version") if self.profile[name] is None}
            known |= {f"{kind[:-1]}.{each['name']}" for kind in ("groups", "columns") for each in self.profile[kind]}
            return set(self.fields) <= known
        groups = [f"group.{each['name']}" for each in self.profile["groups"]]
        if self.measure == "groups":
            return 0 < len(self.fields) <= 3 and len(set(self.fields)) == len(self.fields) and set(self.fields) <= set(groups)
        return self.fields == TABLES.get(self.measure)

    def sources(self):
        """Members of a record that are counted from, and whether outcomes of people count."""
        profile, named = self.profile, set(self.fields)
        paths = [profile[name]["path"] for name in ("version", "amount") if name in named]
        paths += [each["path"] for kind in ("groups", "columns") for each in profile[kind] if f"{kind[:-1]}.{each['name']}" in named]
        paths += [profile["outcome"]["path"]] if profile["outcome"] else []
        paths += [profile["decided_at"]["path"]] if self.is_drift and profile["decided_at"] else []
        return {path.split("/")[1] for path in paths}, self.figure["basis"] == "effect" or "effect" in named

    def add(self, decision):
        self.all += 1
        if self.is_drift:
            self.add_drift(decision)
            return
        key = "[" + ",".join(map(decision.cell, self.fields)) + "]"
        outcome = decision.effect if self.figure["basis"] == "effect" else decision.outcome
        name = "absent" if outcome == ABSENT else self.classes.get(outcome, "unknown")
        counts = self.counts.setdefault(key, dict.fromkeys(CLASSES, 0))
        counts[name] += 1

    def add_drift(self, decision):
        at = decision.millis()
        inside = [name for name, (first, end) in self.windows.items() if first <= at < end]
        if not inside:
            self.fail("windows", "do not hold a record of the figure")
        for name in inside:
            self.sums[name] += 1
        for field, counted in zip(self.result["fields"], self.buckets):
            place = self.bucket(field["buckets"], decision.value(field["field"]))
            if place is None:
                self.fail(f"buckets of {field['field']}", "do not take a record of the figure")
                continue
            for name in inside:
                counted[place][name] += 1

    @staticmethod
    def bucket(buckets, value):
        places = {each["kind"]: at for at, each in enumerate(buckets) if each["kind"] in ("absent", "other")}
        if value is None or value == ABSENT:
            return places.get("absent")
        for at, each in enumerate(buckets):
            if each["kind"] == "range" and is_number(value):
                if (each["above"] is None or value > each["above"]) and (each["up_to"] is None or value <= each["up_to"]):
                    return at
        text = value if isinstance(value, str) else canonical(value)
        named = [at for at, each in enumerate(buckets) if each["kind"] == "value" and canonical(each["value"]) == text]
        return named[0] if named else places.get("other")

    def compare(self):
        if self.is_drift:
            self.compare_drift()
            return
        rows = self.result["rows"]
        told = {canonical(row["values"]): row for row in rows}
        keys = [canonical(row["values"]) for row in rows]
        if keys != sorted(set(keys), key=units):
            self.fail("rows", "are not in order")
        for key in sorted(set(told) | set(self.counts)):
            row, counts = told.get(key, dict.fromkeys(CLASSES, 0)), self.counts.get(key, dict.fromkeys(CLASSES, 0))
            for name in CLASSES:
                missing = row[name] - counts[name]
                if missing < 0 or (missing > 0 and not self.lost):
                    self.fail(f"{name} of {key}" if self.fields else name, f"is {row[name]}, the records come to {counts[name]}")
        if sum(row[name] for row in rows for name in CLASSES) != self.all + self.lost:
            self.fail("rows", f"do not come to its {self.all + self.lost} records")

    def compare_drift(self):
        for name in self.windows:
            self.compare_count(name, self.result[name]["count"], self.sums[name])
        for field, counted in zip(self.result["fields"], self.buckets):
            for name in self.windows:
                where = f"{name} of {field['field']}"
                if sum(each[name] for each in field["buckets"]) != self.result[name]["count"]:
                    self.fail(where, "does not come to the count of the window")
                for at, (bucket, counts) in enumerate(zip(field["buckets"], counted), 1):
                    self.compare_count(f"{where}, bucket {at}", bucket[name], counts[name])

    def compare_count(self, where, told, counted):
        if not 0 <= told - counted <= self.lost:
            self.fail(where, f"is {told}, the records come to {counted}")


class Run:
    """One verification of one bundle. Findings are printed as they are made."""

    def __init__(self, bundle, options, say=print):
        self.bundle, self.options, self.say, self.failures, self.remarks = bundle, options, say, 0, []
        self.sums = {}

    def fail(self, where, what):
        self.failures += 1
        self.say(f"FAIL  {where}: {what}")

    def run(self):
        self.read_frame()
        self.check_names()
        self.check_entries()
        self.check_payloads()
        self.check_indexes()
        self.check_subjects()
        self.check_payout()
        self.check_figure()
        self.check_anchors()
        self.check_earlier()
        self.check_sums()
        return self.verdict()

    def check_names(self):
        required = set(ALWAYS) | {f"consistency/{size}.proof" for size in self.order.get("since", [])}
        if self.kind in ("selection", "payout", "figure"):
            required.add("subjects.ndjson")
        if self.kind == "payout":
            required |= {"lines.ndjson", "shares.ndjson"}
        for name in self.bundle.names:
            optional = name.startswith("anchors/") or (self.kind != "full" and name.startswith("proofs/"))
            if name not in required and not (optional and KNOWN.fullmatch(name)):
                self.fail(name, "is no file of such a bundle")
        for name in required - self.bundle.known:
            self.fail(name, "is missing")

    # -- Manifest, keys, checkpoint

    def read_frame(self):
        data = self.bundle.read("manifest.json")
        if not data.endswith(b"\n"):
            raise Wrong("manifest.json does not end its line")
        self.manifest = manifest = parse(data[:-1], "manifest.json")
        if not isinstance(manifest, dict) or sorted(manifest) != ["entries", "format", "order", "origin", "size", "vkey", "withheld"]:
            raise Wrong("manifest.json has not the members of a manifest")
        if manifest["format"] != FORMAT:
            raise Wrong(f"the bundle is not of the format {FORMAT}")
        for name in ("entries", "size"):
            if not isinstance(manifest[name], int) or isinstance(manifest[name], bool) or manifest[name] < 1:
                raise Wrong(f"manifest.json has no {name}")
        self.order = self.read_order(manifest["order"])
        self.kind = self.order["kind"]
        if not isinstance(manifest["vkey"], str) or not isinstance(manifest["origin"], str):
            raise Wrong("manifest.json names no key or origin")
        self.genesis_key = Key(manifest["vkey"])
        self.note = Note(self.bundle.read("checkpoint.note", 1 << 17), "checkpoint.note")
        vkey = self.bundle.read("keys/ledger.vkey", 1 << 12)
        try:
            self.key = Key(vkey.decode("utf-8")[:-1])
        except UnicodeDecodeError:
            raise Wrong("keys/ledger.vkey is not UTF-8") from None
        pem = f"-----BEGIN PUBLIC KEY-----\n{base64.b64encode(bytes.fromhex('302a300506032b6570032100') + self.key.public).decode()}\n-----END PUBLIC KEY-----\n"
        if vkey != f"{self.key.text}\n".encode() or self.bundle.read("keys/ledger.pub.pem", 1 << 12) != pem.encode():
            self.fail("keys", "are not each the key of the ledger, on one line")
        origin = manifest["origin"]
        if not origin == self.genesis_key.name == self.key.name == self.note.origin:
            self.fail("manifest.json", "names another ledger than its keys or its checkpoint")
        if self.note.size != manifest["size"]:
            self.fail("manifest.json", "names another size than the checkpoint")
        if not self.note.lines or self.note.lines[0][:2] != (self.key.name, self.key.id) or not self.note.is_signed(self.key):
            self.fail("checkpoint.note", "is not signed by the key of the ledger, in its first line")
        if not self.note.is_sorted():
            self.fail("checkpoint.note", "has cosignatures out of order")
        self.withheld = set()
        for each in manifest["withheld"] if isinstance(manifest["withheld"], list) else [None]:
            if not isinstance(each, dict) or sorted(each) != ["field", "id"] or not all(isinstance(value, str) for value in each.values()):
                raise Wrong("manifest.json does not say what is withheld")
            self.withheld.add((each["id"], each["field"]))
        if manifest["withheld"] != [{"field": field, "id": name} for name, field in sorted(self.withheld)]:
            self.fail("manifest.json", "does not say in order, and once, what is withheld")

    def read_order(self, order):
        def is_count(value, least):
            return isinstance(value, int) and not isinstance(value, bool) and value >= least

        kind = order.get("kind") if isinstance(order, dict) else None
        size = self.manifest["size"]
        members = sorted(set(order) - {"since"}) if isinstance(order, dict) else []
        if "since" in order if isinstance(order, dict) else False:
            since = order["since"]
            if not isinstance(since, list) or not since or not all(is_count(each, 1) and each <= size for each in since) or since != sorted(set(since)):
                raise Wrong("manifest.json names earlier sizes that are none")
        if kind == "full" and members == ["kind"]:
            return order
        if kind == "range" and members == ["from", "kind", "to"] and is_count(order["from"], 1):
            if is_count(order["to"], order["from"]) and order["to"] < size:
                return order
        if kind == "selection" and members == ["kind", "record_ids"] and isinstance(order["record_ids"], list):
            ids = order["record_ids"]
            if ids and all(isinstance(each, str) and each for each in ids) and len(set(ids)) == len(ids):
                return order
        if kind == "payout" and members == ["kind", "payout_id"] and isinstance(order["payout_id"], str) and order["payout_id"]:
            return order
        if kind == "figure" and members == ["figure_id", "kind"] and isinstance(order["figure_id"], str) and order["figure_id"]:
            return order
        raise Wrong("manifest.json has no order that is known here")

    # -- Entries

    def check_entries(self):
        digest = hashlib.sha256()
        self.tree, self.keys, self.people = Tree(), [(0, self.genesis_key)], {}
        self.commits, self.erased, self.hashes, self.chains = {}, set(), {}, {}
        self.meanings, self.record_of, self.signers, self.said, self.decided = {}, {}, {}, {}, {}
        self.person_keys, self.told_of, self.again, self.invoices = set(), set(), None, {}
        self.subjects, self.indexes, self.holders = {"records": {}, "rows": {}}, {}, {}
        self.facts, self.requests = {}, set()
        self.roots, self.wanted = {}, self.wanted_sizes()
        self.chosen, self.proofs, self.signed_by = 0, 0, set()
        self.payout, self.accruals, self.sessions, self.line_batches, self.whole_rows = None, [], {}, {}, set()
        self.shared, self.paid_invoices, self.notes = {}, set(), set()
        self.figure, self.figure_records, self.figure_steps, self.figure_profiles, self.taken = None, [], {}, {}, {}
        self.alerts, self.row_sources, self.snapshots, self.elsewhere = {}, {}, {}, {}
        self.record_before = self.evidence_before = None
        self.grants, self.prices = {}, {}
        self.sequence, self.batches, self.records = [], {}, set()
        last = ""
        for line in self.bundle.lines("entries.ndjson", digest):
            number = len(self.sequence)
            entry = read_entry(line, f"line {number + 1} of entries.ndjson")
            seq, leaf = entry["seq"], leaf_of(line)
            where = f"entry {seq}"
            if entry["created_at"] < last:
                self.fail(where, "is dated before the entry that precedes it")
            self.check_clock(entry, last, where)
            last = entry["created_at"]
            self.check_entry(entry, line, leaf, where)
            if not self.belongs(entry, where):
                self.fail(where, "does not belong to what was ordered")
            self.sequence.append((seq, entry["type"]))
            self.tree.add(leaf)
            if self.kind == "full" and self.tree.size in self.wanted:
                self.roots[self.tree.size] = self.tree.head()
            if self.kind != "full":
                self.check_place(entry, leaf, where)
        self.sums["entries.ndjson"] = digest.hexdigest()
        self.check_sequence()
        self.check_order()
        if self.kind == "full" and self.tree.head() != self.note.root:
            self.fail("entries.ndjson", "has not the root of the checkpoint")
        in_force = [key for first, key in self.keys if first <= self.note.size][-1]
        if in_force.text != self.key.text:
            self.fail("keys/ledger.vkey", "is not the key in force at the checkpoint")

    def wanted_sizes(self):
        sizes = {note.size for note in self.options.checkpoints}
        known = self.options.known(self.manifest["origin"])
        if known:
            sizes.add(known["size"])
        sizes.update(self.order.get("since", []))
        return sizes

    def belongs(self, entry, where):
        """Tells whether an entry is one that the order asks for."""
        seq, kind, order = entry["seq"], entry["type"], self.order
        if self.kind == "full" or seq == 0 or kind == "ledger.keyrotate/v1":
            return True
        is_person = kind == "ledger.fact/v1" and entry["table"] == "people"
        if self.kind == "range":
            first, last = order["from"], order["to"]
            if first <= seq <= last:
                self.chosen += 1
                return True
            targets = targets_of(entry, where) if kind == "ledger.erasure/v1" else []
            within = any(first <= self.place_of(each)[1] <= last for each in targets)
            of_person = any(each["id"].startswith("people/") and self.place_of(each)[0] is not None for each in targets)
            return is_person or of_person or (seq > last and within)
        if kind == "ledger.erasure/v1":
            return any(self.place_of(each)[0] is not None for each in targets_of(entry, where))
        if is_person or (kind == "ledger.index/v1" and seq == self.note.size - 1):
            return True
        if self.kind == "payout":
            return self.belongs_to_payout(entry)
        if self.kind == "figure":
            return self.belongs_to_figure(entry)
        ids = order["record_ids"]
        if kind == "ledger.record/v1":
            if self.chosen >= len(ids) or entry["id"] != ids[self.chosen]:
                return False
            self.chosen += 1
            return True
        if kind == "ledger.intervention/v1":
            return entry["record_id"] in self.records
        return False

    def place_of(self, target):
        """The label and seq of the entry that an erasure names; facts of a row have one id, and steps of an alert: their hash counts."""
        label = self.facts.get(target["hash"], (None, None))[0] if is_by_hash(target["id"]) else target["id"]
        known = self.hashes.get(label)
        return (label, known[1]) if known else (None, -1)

    def belongs_to_payout(self, entry):
        """Takes in what a payout rests on: its own facts, invoices and credit notes with shares, accruals, sessions, and batches of metered use."""
        if entry["type"] == "ledger.invoice/v2":
            self.shared[entry["id"]] = entry["shares"]
            return True
        if entry["type"] == "ledger.batch/v1" and entry["table"] == "usage_events":
            self.line_batches[entry["seq"]] = entry
            return True
        if entry["type"] != "ledger.fact/v1":
            return False
        table, key, subject = entry["table"], entry["id"], subject_of(entry)
        first, values = subject not in self.whole_rows, entry["set"] or {}
        if table == "payouts" and key == self.order["payout_id"]:
            self.payout = values if first else self.payout
        elif table == "accruals" and isinstance(key, list):
            if first:
                self.accruals.append((key, values))
        elif table == "sessions" and isinstance(key, str):
            if first:
                self.sessions[key] = (values.get("dataset_id"), values.get("holder_id"))
        elif table == "invoices" and isinstance(key, str):
            if values.get("status") == "PAID":
                self.paid_invoices.add(key)
        elif table == "credit_notes" and isinstance(key, str):
            if first:
                if not is_head(values.get("shares")):
                    return False
                # What it takes from holders counts as it is issued.
                self.shared[key] = values["shares"]
                self.paid_invoices.add(key)
                self.notes.add(key)
        else:
            return False
        self.whole_rows.add(subject)
        return True

    def belongs_to_figure(self, entry):
        """Takes in what a figure was counted from: records before it, interventions on them, its profile, and itself."""
        kind = entry["type"]
        if kind == "ledger.record/v1" and self.figure is None:
            self.figure_records.append(entry)
        elif kind == "ledger.intervention/v1" and entry["record_id"] in self.records:
            self.figure_steps.setdefault(entry["record_id"], []).append(entry)
        elif kind == "ledger.fact/v1" and entry["table"] == "profiles" and isinstance(entry["id"], str):
            self.figure_profiles.setdefault(entry["id"], entry["set"] or {})
            self.whole_rows.add(subject_of(entry))
        elif kind == "ledger.evidence/v1" and entry.get("kind") == "figure" and entry.get("id") == self.order["figure_id"]:
            self.figure = entry
        else:
            return False
        return True

    def check_figure(self):
        """The records are those that the figure names, and come to its counts."""
        if self.kind != "figure":
            return
        figure = self.figure
        if figure is None or not is_figure(figure):
            self.fail("entries.ndjson", "lacks the figure, or it is none")
            return
        where = f"figure {figure['id']}"
        if list(self.figure_profiles) != [figure["profile_id"]]:
            self.fail(where, "was counted over other entries, or by another profile, than are here")
            return
        ids = head_of(leaf_of(each["id"].encode()) for each in self.figure_records)
        if (figure["count"], figure["ids_root"]) != (len(self.figure_records), "sha256:" + ids.hex()):
            self.fail(where, f"counts {figure['count']} records, and those here, {len(self.figure_records)}, are not they")
            return
        fact = self.figure_profiles[figure["profile_id"]]
        if fact.get("model_id") != figure["model_id"] or any(each["model_id"] != figure["model_id"] for each in self.figure_records):
            self.fail(where, "counts records of another model")
        values = self.shown.get(figure["id"], {})
        erased = {field for field in ("result", "where") if (figure["id"], field) in self.taken}
        if {"result", "where"} - erased - set(values):
            self.fail(where, "does not show what it counts")
            return
        if "result" in erased:
            self.remarks.append("what the figure told was erased: it is of these records, and is not counted again")
            return
        try:
            self.count_figure(figure, fact["document"], values["result"])
        except (KeyError, TypeError, IndexError, AttributeError, StopIteration, OverflowError):
            self.fail(where, "has a profile or a result that is none")

    def count_figure(self, figure, profile, result):
        run = FigureRun(figure, profile, result, lambda place, what: self.fail(f"figure {figure['id']}, {place}", what))
        if not run.are_fields_right():
            run.fail("fields", "are not those of its measure")
            return
        members, effects = run.sources()
        size = figure["ledger_size"]
        for entry in self.figure_records:
            steps = [each for each in self.figure_steps.get(entry["id"], []) if each["seq"] < size]
            taken = [self.taken.get((entry["id"], name), -1) for name in members]
            taken += [self.taken.get((each["id"], "outcome"), -1) for each in steps] if effects else []
            if any(seq >= size for seq in taken):
                run.lost += 1
                continue
            named = {name: entry[name] for name in ("id", "created_at", "confidence", "policy_id") if name in entry}
            record = {**self.shown.get(entry["id"], {}), **named}
            run.add(Decision(profile, record, entry, steps, lambda label: self.shown.get(label, {}).get("outcome")))
        run.compare()
        if run.lost:
            self.remarks.append(f"{run.lost} of {figure['count']} records lost values since the figure was recorded, and are not counted again")

    def check_payout(self):
        """The payout is the sum of its shares and accruals; each of these is its holder's, and rests on lines that are sealed."""
        if self.kind != "payout":
            return
        if self.payout is None:
            self.fail("entries.ndjson", "lacks the payout")
            return
        self.share_datasets = set()
        amount, tree = self.check_shares(), Tree()
        for key, values in self.accruals:
            if len(key) != 2 or values.get("holder_id") != self.payout.get("holder_id") or whole(values.get("gross")) - whole(values.get("fee")) != whole(values.get("net")):
                self.fail("entries.ndjson", f"has an accrual that is not the holder's share less the fee: {canonical(key)}")
            net = whole(values.get("net"))
            amount += net
            tree.add(leaf_of(canonical(["accruals", *key, net if net <= LARGEST else str(net)]).encode()))
        if self.payout.get("accruals", NOTHING) != {"count": tree.size, "root": "sha256:" + tree.head().hex()}:
            self.fail("entries.ndjson", "has not the accruals that the payout names")
        if whole(self.payout.get("amount")) != amount + whole(self.payout.get("tax", 0)):
            self.fail("entries.ndjson", "has a payout that is not the sum of its shares and accruals, and its tax")
        if "lines.ndjson" in self.bundle.known:
            self.check_lines()

    def check_shares(self):
        """Each share is one that the entry of an invoice names, which is paid, and the holder's; their sum."""
        digest, amount, tree, idle = hashlib.sha256(), 0, Tree(), set(self.shared)
        for place, line in enumerate(self.bundle.lines("shares.ndjson", digest) if "shares.ndjson" in self.bundle.known else (), 1):
            where = f"line {place} of shares.ndjson"
            proof = parse(line, where)
            if not isinstance(proof, dict) or sorted(proof) != ["document", "index", "line", "path"] or not isinstance(proof["path"], list) or not isinstance(proof["line"], list):
                raise Wrong(f"{where} is no proof")
            document, index, told = proof["document"], proof["index"], proof["line"]
            named = self.shared.get(document) if isinstance(document, str) else None
            if named is None or document not in self.paid_invoices:
                self.fail(where, "is of no invoice that is here and paid")
                continue
            if not is_count(index) or len(told) != 9 or told[:3] != ["shares", document, index + 1] or not isinstance(told[4], str):
                self.fail(where, "is not the share that it is said to be")
                continue
            gross, fee, net = (whole(each) for each in told[6:])
            if told[5] != self.payout.get("holder_id") or gross - fee != net:
                self.fail(where, "is not the holder's share less the fee")
                continue
            leaf = leaf_of(canonical(told).encode())
            if not is_included(leaf, index, named["count"], path_of(proof["path"], where), bytes.fromhex(named["root"][7:])):
                self.fail(where, "is not proven by its invoice")
                continue
            amount += net
            tree.add(leaf)
            idle.discard(document)
            # What a credit note takes back was used, and paid for, before.
            if document not in self.notes:
                self.share_datasets.add(told[4])
        self.sums["shares.ndjson"] = digest.hexdigest()
        if self.payout.get("shares", NOTHING) != {"count": tree.size, "root": "sha256:" + tree.head().hex()}:
            self.fail("shares.ndjson", "has not the shares that the payout names")
        if idle:
            self.fail("shares.ndjson", "has no share of an invoice or a credit note that is here")
        return amount

    def check_lines(self):
        digest, last, tree = hashlib.sha256(), 0, Tree()
        batches, sessions = set(self.line_batches), set(self.sessions)
        accrued = {key[1] for key, _ in self.accruals if len(key) == 2}
        datasets = accrued | self.share_datasets
        for place, line in enumerate(self.bundle.lines("lines.ndjson", digest), 1):
            where = f"line {place} of lines.ndjson"
            proof = parse(line, where)
            if not isinstance(proof, dict) or sorted(proof) != ["batch", "index", "line", "path"] or not isinstance(proof["path"], list) or not isinstance(proof["line"], list):
                raise Wrong(f"{where} is no proof")
            batch, index, told = self.line_batches.get(proof["batch"]) if isinstance(proof["batch"], int) else None, proof["index"], proof["line"]
            if batch is None or not isinstance(index, int) or isinstance(index, bool) or len(told) < 4:
                self.fail(where, "is of no batch that is here")
                continue
            dataset, holder = self.sessions.get(told[3], (None, None)) if isinstance(told[3], str) else (None, None)
            if told[0] != "usage_events" or told[1] != batch["from"] + index or told[1] <= last:
                self.fail(where, "is not the line that it is said to be")
                continue
            is_accrued = dataset in accrued and holder == self.payout.get("holder_id")
            if not is_accrued and dataset not in self.share_datasets:
                self.fail(where, "is not of a dataset that is paid for")
                continue
            leaf = leaf_of(canonical(told).encode())
            if not is_included(leaf, index, batch["to"] - batch["from"] + 1, path_of(proof["path"], where), bytes.fromhex(batch["root"][7:])):
                self.fail(where, "is not proven by its batch")
                continue
            last = told[1]
            tree.add(leaf)
            batches.discard(batch["seq"])
            sessions.discard(told[3])
            datasets.discard(dataset)
        self.sums["lines.ndjson"] = digest.hexdigest()
        if self.payout.get("lines") != {"count": tree.size, "root": "sha256:" + tree.head().hex()}:
            self.fail("lines.ndjson", "has not the lines that the payout names")
        if batches or sessions or datasets:
            self.fail("lines.ndjson", "has no line of a share, an accrual, a session or a batch that is here")

    def check_order(self):
        if self.kind != "full" and self.proofs != sum(name.startswith("proofs/") for name in self.bundle.names):
            self.fail("proofs", "are not one for each entry")
        if self.kind == "selection" and self.chosen != len(self.order["record_ids"]):
            self.fail("entries.ndjson", "lacks a chosen record, or has them out of order")
        if self.kind in ("selection", "payout", "figure") and self.told_of - self.signed_by:
            self.fail("entries.ndjson", "has facts of people who signed nothing here")

    def check_clock(self, entry, last, where):
        if entry["type"] != "ledger.clock/v1":
            return
        dated = max(last, entry["observed"]) if self.kind == "full" else None
        wrong = not is_instant(entry["observed"]) or entry["reason"] not in ("ahead", "behind") or entry["created_at"] < entry["observed"]
        if wrong or (dated is not None and entry["created_at"] != dated):
            self.fail(where, "does not declare the clock as it must be")

    def check_entry(self, entry, line, leaf, where):
        seq, kind, label, text = entry["seq"], entry["type"], label_of(entry), hash_text(line)
        if (seq == 0) != (kind == "ledger.genesis/v1"):
            self.fail(where, "is the genesis where it must not be, or is not where it must be")
        if seq == 0 and (entry["vkey"] != self.genesis_key.text or entry["origin"] != self.genesis_key.name or (entry["alg"], entry["canon"]) != ("sha256", "RFC8785")):
            self.fail(where, "is not the genesis of this key")
        if label in self.hashes:
            self.fail(where, "has an id that another entry has")
        if kind == "ledger.record/v1":
            self.records.add(entry["id"])
        self.hashes[label] = (text, seq)
        for field, value in entry.get("commit", {}).items():
            self.commits[label, field] = value
        self.check_signed(entry, where)
        if kind == "ledger.record/v1" or seq == 0:
            self.check_record(entry, text, where)
        elif kind == "ledger.intervention/v1":
            self.check_intervention(entry, text, leaf, where)
        elif kind == "ledger.erasure/v1":
            self.check_erasure(entry, leaf, where)
        elif kind == "ledger.keyrotate/v1":
            self.check_rotation(entry, where)
        elif kind == "ledger.fact/v1":
            self.check_fact(entry, leaf, where)
        elif kind == "ledger.batch/v1":
            self.check_batch(entry, where)
        elif kind == "ledger.index/v1":
            self.indexes[seq] = entry
        elif kind == "ledger.invoice/v1" or kind == "ledger.invoice/v2":
            self.check_invoice(entry, label, where)
        elif kind == "ledger.evidence/v1" and entry["kind"] == "alert":
            self.check_alert(entry, where)
        elif kind == "ledger.evidence/v1" and entry["kind"] == "figure":
            if not is_figure(entry):
                self.fail(where, "is no figure")
        elif kind == "ledger.evidence/v1":
            self.check_price(entry, where)
            self.check_source(entry, where)
            self.check_evidence(entry, text, where)

    def check_evidence(self, entry, text, where):
        if "previous_hash" not in entry:
            return
        if self.kind == "full" and entry["previous_hash"] != (self.evidence_before or self.hashes["seq-0"][0]):
            self.fail(where, "does not link to the evidence before it")
        self.evidence_before = text

    def check_alert(self, entry, where):
        """Opened, acknowledged at most once, closed: each step of one rule, with what it has to say and nothing else."""
        fault = alert_fault(entry)
        if fault:
            self.fail(where, fault)
            return
        rule, before = (entry["model_id"], entry["rule_id"]), self.alerts.get(entry["alert_id"])
        self.facts[self.hashes[label_of(entry)][0]] = (label_of(entry), entry["alert_id"])
        self.alerts[entry["alert_id"]] = (rule, entry["state"])
        if self.kind != "full":
            return
        if before is None:
            if entry["state"] != "open":
                self.fail(where, "is about an alert that nothing opened")
        elif before[0] != rule:
            self.fail(where, "is about another rule than its alert")
        elif (before[1], entry["state"]) not in ALERT_STEPS:
            self.fail(where, "does not follow the state of its alert")

    def check_record(self, entry, text, where):
        before = self.record_before
        chained = self.kind == "full" or (self.kind == "range" and before is not None and before[0] > 0)
        previous = None if before is None else before[1]
        if entry["seq"] > 0 and chained and entry["previous_hash"] != previous:
            self.fail(where, "does not link to the record before it")
        self.record_before = (entry["seq"], text)

    def check_intervention(self, entry, text, leaf, where):
        record, n = entry["record_id"], entry["n"]
        if entry["action"] not in ACTIONS or not isinstance(n, int) or n < 1:
            self.fail(where, "is no intervention that is known here")
        known = self.hashes.get(record)
        before = self.chains.get(record, (0, known[0] if known else None))
        if known and entry["record_hash"] != known[0]:
            self.fail(where, "is about another record than it names")
        if known and (n, entry["previous_hash"]) != (before[0] + 1, before[1]):
            self.fail(where, "does not follow what came before it on its record")
        self.chains[record] = (n, text)
        self.record_of[entry["id"]] = record
        self.add_subject("records", record, entry["seq"], leaf)
        self.meanings[entry["id"]] = entry.get("meaning")
        by = entry.get("signature", {}).get("by") if isinstance(entry.get("signature"), dict) else None
        self.signers[entry["id"]] = (by, self.person_key(by))
        said = self.said[entry["id"]] = (entry["action"], record, "outcome" in entry.get("commit", {}))
        proposal = entry.get("supersedes")
        decides = entry["action"] in ("approve", "modify", "override", "reverse") and entry.get("meaning") != "proposal"
        if self.meanings.get(proposal) == "proposal" and decides:
            other, key = self.signers[proposal]
            self.decided[entry["id"]] = proposal
            if self.said[proposal] != said:
                self.fail(where, "decides otherwise than the proposal")
            if None in (by, other) or other == by or (key is not None and key == self.person_key(by)):
                self.fail(where, "decides upon a proposal without a second person")

    def check_erasure(self, entry, leaf, where):
        records, rows = set(), set()
        for target in targets_of(entry, where):
            name, label = target["id"], self.place_of(target)[0]
            if label is None:
                wrong = self.kind == "full"
            else:
                wrong = self.hashes[label][0] != target["hash"] or (is_by_hash(name) and self.facts[target["hash"]][1] != name)
            if wrong:
                self.fail(where, "erases another entry than it names")
            for field in target["fields"]:
                self.erased.add((label, field))
                self.taken[label, field] = entry["seq"]
            if name.startswith(("alert_", "fig_")):
                continue  # nothing is indexed about an alert or a figure
            if "/" in name:
                rows.update([name] + ([f"holders/{self.holders[name]}"] if name in self.holders else []))
            else:
                records.add(self.record_of.get(name, name))
        for record in records:
            self.add_subject("records", record, entry["seq"], leaf)
        for row in rows:
            self.add_subject("rows", row, entry["seq"], leaf)

    def check_rotation(self, entry, where):
        text = canonical({name: value for name, value in entry.items() if name != "signatures"}).encode()
        old, new = Key(entry["previous_vkey"]), Key(entry["vkey"])
        signatures = entry["signatures"]
        both = isinstance(signatures, dict) and sorted(signatures) == ["previous_vkey", "vkey"] and all(
            holds(key.public, text, from_base64(signatures[name], f"a signature of {where}")) for key, name in ((old, "previous_vkey"), (new, "vkey"))
        )
        known = [key.text for _, key in self.keys]
        if not both or old.text != known[-1] or new.text in known or new.name != old.name:
            self.fail(where, "is not a change of key that both keys signed")
            return
        self.keys.append((entry["seq"] + 1, new))

    def check_fact(self, entry, leaf, where):
        if entry["set"] is not None and not isinstance(entry["set"], dict):
            raise Wrong(f"{where} says nothing of its row")
        subject, values = subject_of(entry), entry["set"] or {}
        self.add_subject("rows", subject, entry["seq"], leaf)
        self.note_privacy(entry, values)
        self.note_source(entry, values)
        if entry.get("commit"):
            self.facts[self.hashes[label_of(entry)][0]] = (label_of(entry), subject)
        if entry["table"] in ("accruals", "payouts"):
            holder = self.holders.setdefault(subject, values.get("holder_id"))
            self.add_subject("rows", f"holders/{holder}", entry["seq"], leaf)

    def note_privacy(self, entry, values):
        """What grants of statistics may spend, and what policies ask for an answer."""
        policy, dataset, version = values.get("policy"), values.get("dataset_id"), values.get("version")
        statistics = policy.get("statistics") if isinstance(policy, dict) else None
        price = statistics.get("epsilon_per_answer") if isinstance(statistics, dict) else None
        if entry["table"] == "policies" and isinstance(dataset, str) and is_number(version) and is_number(price):
            self.prices[dataset, version] = int(price * 1_000_000 + 0.5)
        if entry["table"] == "grants" and isinstance(entry["id"], str):
            grant = self.grants.setdefault(entry["id"], {"spent": 0, "given": False})
            grant.update({name: values[name] for name in ("dataset_id", "kind", "epsilon_micro") if name in values})
            grant["given"] = grant["given"] or values.get("action") == "grant"

    def check_price(self, entry, where):
        """An answer of statistics costs what its policy says, and its grant has spent what its answers cost."""
        told = [entry[name] for name in PRIVACY if name in entry]
        if not told:
            return
        counts = len(told) == len(PRIVACY) and all(is_count(each, 1) for each in told[1:])
        if not counts or not isinstance(told[0], str) or entry["kind"] != "aggregation" or not isinstance(entry.get("dataset_id"), str):
            self.fail(where, "tells no price of an answer")
            return
        if self.kind != "full":
            return
        grant, version, epsilon, spent = told
        known = self.grants.get(grant, {"given": False})
        if not known["given"] or known.get("kind") != "statistics" or known.get("dataset_id") != entry["dataset_id"]:
            self.fail(where, "names no grant of statistics of its dataset")
            return
        if self.prices.get((entry["dataset_id"], version)) != epsilon:
            self.fail(where, "tells another price than the policy of its dataset")
            return
        known["spent"] += epsilon
        most = known.get("epsilon_micro")
        if known["spent"] != spent or not is_count(most) or spent > most:
            self.fail(where, "does not tell what its grant has spent")

    def note_source(self, entry, values):
        """Where the rows of datasets are that the ledger does not hold, and what of them a session sees."""
        table, name = entry["table"], entry["id"]
        if not isinstance(name, str):
            return
        if table == "dataset_sources" and "kind" in values:
            self.row_sources.setdefault(name, (values["kind"], values.get("record_ids")))
        if table == "sessions" and isinstance(values.get("source_sha256"), str):
            self.snapshots.setdefault(name, values["source_sha256"])

    def check_source(self, entry, where):
        """Evidence of rows elsewhere names their source and snapshot, as its session and dataset have them."""
        source, of_rows = entry.get("source"), entry["kind"] in OF_ROWS
        if "source" in entry:
            right = of_rows and isinstance(source, dict) and sorted(source) == ["kind", "record_ids", "snapshot_sha256"]
            right = right and all(isinstance(each, str) for each in source.values()) and HASH.fullmatch(source["snapshot_sha256"])
            if not right or source["kind"] not in ("files", "postgres") or source["record_ids"] not in ("given", "key", "position"):
                self.fail(where, "does not say where its rows are")
                return
            told = (source["kind"], source["snapshot_sha256"])
            self.elsewhere[told] = self.elsewhere.get(told, 0) + 1
        if self.kind != "full" or not of_rows:
            return
        session, dataset = (entry.get(name) if isinstance(entry.get(name), str) else None for name in ("session_id", "dataset_id"))
        if (source or {}).get("snapshot_sha256") != self.snapshots.get(session):
            self.fail(where, "tells another snapshot of its rows than its session")
        elif source and self.row_sources.get(dataset) != (source["kind"], source["record_ids"]):
            self.fail(where, "tells another source of its rows than its dataset")

    def tell_elsewhere(self):
        for (kind, snapshot), count in list(self.elsewhere.items())[:20]:
            self.remarks.append(f"{count} entries of evidence are about rows elsewhere ({kind}), snapshot {snapshot}: nothing of these rows is computed again")
        if len(self.elsewhere) > 20:
            self.remarks.append(f"evidence is about {len(self.elsewhere) - 20} more snapshots of rows elsewhere")

    def check_batch(self, entry, where):
        stream = (entry["table"], entry.get("dataset_id"))
        before = self.batches.get(stream)
        if self.kind == "full":
            expected = (before[0] + 1, before[1]) if before else (1, None)
            if (entry["from"], entry["previous"]) != expected or entry["to"] < entry["from"]:
                self.fail(where, "does not go on where the batch before it ended")
        self.batches[stream] = (entry["to"], entry["seq"])

    def person_key(self, person):
        return self.people.get(person, {}).get("public")

    def check_invoice(self, entry, label, where):
        fault = amounts_fault(entry)
        if fault:
            self.fail(where, fault)
        self.invoices[label] = entry

    # -- Who signed: judged by what the entries before say of people

    def check_signed(self, entry, where):
        kind, actor = entry["type"], entry.get("actor") or entry.get("by") or {}
        for name in ("signature", "approval"):
            if name not in entry:
                continue
            signature = entry[name]
            if not isinstance(signature, dict) or sorted(signature) != ["at", "by", "key", "value"] or not is_instant(signature["at"]):
                raise Wrong(f"{where} has a {name} that is none")
            if not all(isinstance(each, str) for each in signature.values()):
                raise Wrong(f"{where} has a {name} that is none")
            self.signed_by.add(signature["by"])
        if kind == "ledger.fact/v1" and entry["table"] == "people":
            self.check_person(entry, where)
        elif kind in ("ledger.fact/v1", "ledger.intervention/v1", "ledger.erasure/v1", "ledger.rowerasure/v1"):
            self.check_act(entry, actor, where)
        # What a restore does again stands right behind it.
        if kind == "ledger.restore/v1" or (kind == "ledger.erasure/v1" and entry["seq"] == self.again):
            self.again = entry["seq"] + 1

    def check_act(self, entry, actor, where):
        kind, signature, approval = entry["type"], entry.get("signature"), entry.get("approval")
        for_person, table = kind == "ledger.erasure/v1" and "request_id" in entry, entry.get("table")
        if kind == "ledger.fact/v1" and table == "person_requests" and isinstance(entry["id"], str):
            self.requests.add(entry["id"])
        # What a restored ledger erases again may be of a request that it does not have.
        if for_person and self.kind == "full" and entry["seq"] != self.again and entry["request_id"] not in self.requests:
            self.fail(where, "names a request that is not there before it")
        reviewed = for_person or kind == "ledger.intervention/v1" or table in REVIEWED
        held = kind == "ledger.rowerasure/v1" or (kind == "ledger.fact/v1" and table in ("grants", "policies"))
        of_holder = HOLDERS if held else None
        roles = REVIEWERS if reviewed else ADMINS if kind == "ledger.erasure/v1" else of_holder
        if signature is None:
            # What a restored ledger erases again is declared in the name of who erased it at first.
            if approval is not None or (actor.get("id") in self.people and kind not in ("ledger.erasure/v1", "ledger.rowerasure/v1")):
                self.fail(where, "is not signed by the person who acts")
            return
        person = self.judge(entry, "signature", roles, where)
        if (actor.get("id"), actor.get("role")) != (signature["by"], person.get("role")):
            self.fail(where, "is signed by another person, or in another role, than it says")
        if approval is None:
            return
        second = self.judge(entry, "approval", roles, where)
        if approval["by"] == signature["by"] or second.get("public") == person.get("public"):
            self.fail(where, "is approved by the person who signed it")

    def check_person(self, entry, where):
        """A fact about a person is an enrolment, another key, or a revocation."""
        row, values, by = entry["id"], entry["set"], entry["by"]
        signature, approval, known = entry.get("signature"), entry.get("approval"), self.people.get(row)
        vkey = values.get("vkey") if values is not None else None
        if not isinstance(row, str):
            raise Wrong(f"{where} is about nobody")
        self.told_of.add(row)
        if vkey is None:
            self.check_revocation(entry, where)
            if known is not None:
                known["revoked"] = True
            return
        others = {"account_id", "enrolled_at", "holder_id", "role", "vkey"} if known is None else {"vkey"}
        key = Key(vkey) if isinstance(vkey, str) else None
        if key is None or key.name != row or set(values) - others or not isinstance(values.get("role", ""), str):
            self.fail(where, "is neither an enrolment, another key nor a revocation")
            return
        if key.public in self.person_keys:
            self.fail(where, "gives a person a key that is or was somebody's")
        self.person_keys.add(key.public)
        if signature is None or signature["by"] != row:
            self.fail(where, "is not signed with the new key")
        else:
            self.hold(entry, "signature", key, where)
        if known is not None:
            if approval is None or approval["by"] != row or by["id"] != row:
                self.fail(where, "is not approved with the key before it")
            else:
                self.judge(entry, "approval", None, where)
            known.update({"key": key, "public": key.public})
            return
        if approval is not None:
            admin = self.judge(entry, "approval", ADMINS, where)
            if (by["id"], by["role"]) != (approval["by"], admin.get("role")):
                self.fail(where, "is approved by another person, or in another role, than it says")
        elif self.has_admin() or by["id"].startswith("usr_"):
            self.fail(where, "enrols somebody whom no admin approved, though one is in force")
        self.people[row] = {"key": key, "public": key.public, "revoked": False, "role": values.get("role")}

    def check_revocation(self, entry, where):
        row, values, by, signature = entry["id"], entry["set"], entry["by"], entry.get("signature")
        revoked = values.get("revoked_at") if values is not None else entry["created_at"]
        if (row not in self.people and self.kind == "full") or "approval" in entry or not is_instant(revoked) or set(values or {}) - {"revoked_at"}:
            self.fail(where, "is neither an enrolment, another key nor a revocation")
        elif signature is not None:
            person = self.judge(entry, "signature", None, where)
            if (by["id"], by["role"]) != (signature["by"], person.get("role")):
                self.fail(where, "is signed by another person, or in another role, than it says")
            if person.get("role") != "admin" and signature["by"] != row:
                self.fail(where, "has a signature of somebody who is no admin")
        elif by["id"] == "clock":
            # Only a full bundle holds all that may stand between it and the restore.
            behind = self.kind != "full" or entry["seq"] == self.again
            if not behind or values is None or "commit" in entry or revoked > entry["created_at"]:
                self.fail(where, "revokes somebody unsigned, and does not stand behind a restore")
            self.again = entry["seq"] + 1
        elif by["id"] != "operator" or self.has_admin(row):
            self.fail(where, "revokes somebody unsigned, though an admin is in force")

    def judge(self, entry, name, roles, where):
        """A signature by a person who is enrolled, in force, and of a role that may sign this; what is known of that person."""
        by = entry[name]["by"]
        person = self.people.get(by)
        if person is None:
            self.fail(where, f"is signed by {by}, whose key is not in the bundle")
            return {}
        self.hold(entry, name, person["key"], where)
        if person["revoked"]:
            self.fail(where, f"is signed by {by}, who was revoked before")
        if roles is not None and person["role"] not in roles:
            self.fail(where, f"has a {name} of somebody whose role may not do this")
        return person

    def hold(self, entry, name, key, where):
        signature = entry[name]
        value = from_base64(signature["value"], f"the {name} of {where}")
        if signature["key"] != key.id.hex() or not holds(key.public, signed_text(entry, self.genesis_key.name), value):
            self.fail(where, f"has a {name} that does not hold")
        if not 0 <= millis(entry["created_at"]) - millis(signature["at"]) <= 300_000:
            self.fail(where, f"has a {name} dated after it, or more than five minutes before it")

    def has_admin(self, besides=None):
        return any(each["role"] == "admin" and not each["revoked"] and person != besides for person, each in self.people.items())

    def add_subject(self, tree, subject, seq, leaf):
        self.subjects[tree].setdefault(subject, []).append((seq, leaf))

    def check_place(self, entry, leaf, where):
        name = f"proofs/{label_of(entry)}.tlog-proof"
        if name not in self.bundle.known:
            self.fail(name, "is missing")
            return
        self.proofs += 1
        text, gap, note = self.bundle.read(name, 1 << 18).partition(b"\n\n")
        self.sums[name] = hashlib.sha256(text + gap + note).hexdigest()
        first, second, *path = (text.decode("utf-8", "replace") + "\n").split("\n")
        path = path[:-1] if path else path
        if first != "c2sp.org/tlog-proof@v1" or second != f"index {entry['seq']}" or note.decode("utf-8", "replace") != self.note.text:
            self.fail(name, "is not the proof of this entry under this checkpoint")
            return
        if not is_included(leaf, entry["seq"], self.note.size, path_of(path, name), self.note.root):
            self.fail(name, f"does not lead from {where} to the checkpoint")

    def check_sequence(self):
        sequence = [seq for seq, _ in self.sequence]
        if len(sequence) != self.manifest["entries"] or not sequence or sequence[0] != 0 or any(a >= b for a, b in zip(sequence, sequence[1:])):
            self.fail("entries.ndjson", "has entries too few, too many, or out of order")
        if self.kind == "full" and sequence != list(range(self.note.size)):
            self.fail("entries.ndjson", "has not every entry that the checkpoint covers")
        if self.kind == "range":
            first, last = self.order["from"], self.order["to"]
            if [seq for seq in sequence if first <= seq <= last] != list(range(first, last + 1)):
                self.fail("entries.ndjson", "has not every entry of the range")

    # -- Values

    def check_payloads(self):
        digest, before = hashlib.sha256(), (-1, "")
        open_commits, outcomes = dict(self.commits), {}
        self.shown = {}
        self.values = 0
        for line in self.bundle.lines("payloads.ndjson", digest):
            self.values += 1
            where = f"line {self.values} of payloads.ndjson"
            payload = parse(line, where)
            if not isinstance(payload, dict) or sorted(payload) != ["field", "id", "salt", "value"]:
                raise Wrong(f"{where} is no payload")
            label, field, salt = payload["id"], payload["field"], payload["salt"]
            if not all(isinstance(each, str) for each in (label, field, salt)):
                raise Wrong(f"{where} is no payload")
            preimage = canonical(["ledger.field/v1", salt, field, payload["value"]])
            expected = open_commits.pop((label, field), None)
            if expected is None:
                self.fail(f"{label} {field}", "is a value that no entry commits to, or is there twice")
                continue
            if hash_text(preimage.encode()) != expected:
                self.fail(f"{label} {field}", "is not what the entry commits to")
            if (label, field) in self.erased:
                self.fail(f"{label} {field}", "was erased, and is here")
            place = (self.hashes[label][1], field)
            if place <= before:
                self.fail(f"{label} {field}", "is out of order")
            before = place
            if self.kind == "figure":
                self.shown.setdefault(label, {})[field] = payload["value"]
            if field == "outcome" and label in self.said:
                outcomes[label] = canonical(payload["value"])
                if outcomes.get(self.decided.get(label), outcomes[label]) != outcomes[label]:
                    self.fail(label, "decides otherwise than the proposal")
            if field == "lines" and label in self.invoices:
                fault = lines_fault(self.invoices.pop(label), payload["value"])
                if fault:
                    self.fail(label, fault)
        self.sums["payloads.ndjson"] = digest.hexdigest()
        for label, field in open_commits:
            if (label, field) not in self.erased and (label, field) not in self.withheld:
                self.fail(f"{label} {field}", "is missing, and nothing says why")
        for label, field in self.withheld:
            if (label, field) not in open_commits or (label, field) in self.erased:
                self.fail(f"{label} {field}", "is said to be withheld, and is not")

    # -- What is about what

    def index_of(self, tree, seq):
        lines = []
        for subject, entries in self.subjects[tree].items():
            leaves = [leaf for at, leaf in entries if at < seq]
            if leaves:
                key = sha(f"{SUBJECT}\n{subject}".encode()).hex()
                lines.append((key, canonical([SUBJECT, key, len(leaves), "sha256:" + head_of(leaves).hex()])))
        return {"count": len(lines), "root": "sha256:" + head_of(leaf_of(line.encode()) for _, line in sorted(lines)).hex()}

    def check_indexes(self):
        if self.kind != "full":
            return
        chosen = sorted(self.indexes)
        for seq in chosen if self.options.indexes == "all" else chosen[-16:]:
            for tree in ("records", "rows"):
                if self.indexes[seq][tree] != self.index_of(tree, seq):
                    self.fail(f"entry {seq}", f"does not say truly what is about its {tree}")

    def check_subjects(self):
        if self.kind not in ("selection", "payout", "figure"):
            return
        size = self.note.size
        index = self.indexes.get(size - 1)
        if index is None:
            self.fail("entries.ndjson", "lacks the index at the end, so that something may be left out")
            return
        rows = sorted({f"people/{each}" for each in self.signed_by} | self.whole_rows)
        chosen = [each["id"] for each in self.figure_records] if self.kind == "figure" else self.order.get("record_ids", [])
        expected = [("records", each) for each in chosen] + [("rows", each) for each in rows]
        digest, number = hashlib.sha256(), 0
        if "subjects.ndjson" not in self.bundle.known:
            return
        for number, line in enumerate(self.bundle.lines("subjects.ndjson", digest), 1):
            where = f"line {number} of subjects.ndjson"
            proof = parse(line, where)
            if number > len(expected) or not isinstance(proof, dict) or proof.get("id") != expected[number - 1][1]:
                self.fail(where, "is about nothing that was chosen, or is out of order")
                continue
            tree, name = expected[number - 1]
            self.check_subject(tree, name, proof, index[tree], where)
        self.sums["subjects.ndjson"] = digest.hexdigest()
        if number < len(expected):
            self.fail("subjects.ndjson", f"does not prove what is about {expected[number][1]}")

    def check_subject(self, tree, name, proof, index, where):
        key = sha(f"{SUBJECT}\n{name}".encode()).hex()
        count, root = index["count"], bytes.fromhex(index["root"][7:])

        def opened(leaf):
            if not isinstance(leaf, dict) or sorted(leaf) != ["index", "line", "path"] or not isinstance(leaf["path"], list):
                raise Wrong(f"{where} is no proof")
            if not isinstance(leaf["index"], int) or isinstance(leaf["index"], bool) or not isinstance(leaf["line"], str):
                raise Wrong(f"{where} is no proof")
            path = path_of(leaf["path"], where)
            if not is_included(leaf_of(leaf["line"].encode()), leaf["index"], count, path, root):
                return None
            line = parse(leaf["line"].encode(), where)
            return line if isinstance(line, list) and len(line) == 4 and line[0] == SUBJECT else None

        entries = self.subjects[tree].get(name, [])
        if "line" in proof:
            line = opened({each: proof[each] for each in proof if each != "id"})
            if line is None or line[1] != key:
                self.fail(where, f"does not prove what is about {name}")
            elif (line[2], line[3]) != (len(entries), "sha256:" + head_of(leaf for _, leaf in entries).hex()):
                self.fail(where, f"counts other entries about {name} than are here")
            return
        left, right = proof.get("left"), proof.get("right")
        first, last = opened(left) if left else None, opened(right) if right else None
        at = left["index"] + 1 if left else 0
        enclosed = (not left or (first and first[1] < key)) and (not right or (last and key < last[1]))
        if not enclosed or at != (right["index"] if right else count) or set(proof) - {"id", "left", "right"} or entries:
            self.fail(where, f"does not prove that nothing is about {name}")

    # -- What others vouched for, and earlier states

    def key_at(self, size):
        return [key for first, key in self.keys if first <= size][-1]

    def read_path(self, name):
        data = self.bundle.read(name, 1 << 14).decode("utf-8", "replace")
        if data and not data.endswith("\n"):
            raise Wrong(f"the last line of {name} does not end")
        return path_of(data.split("\n")[:-1], name)

    def check_anchors(self):
        for name in self.bundle.names:
            match = re.fullmatch(r"anchors/([0-9]+)\.(note|tsr|proof)", name)
            if not match:
                continue
            base, kind = f"anchors/{match[1]}", match[2]
            if kind != "note":
                if f"{base}.note" not in self.bundle.known:
                    self.fail(name, "has no checkpoint")
                continue
            data = self.bundle.read(name, 1 << 17)
            note = Note(data, name)
            if note.size != int(match[1]) or note.origin != self.genesis_key.name or note.size > self.note.size:
                self.fail(name, "speaks of another ledger")
            elif not note.is_first_signed(self.key_at(note.size)):
                self.fail(name, "is not signed by the key in force at it")
            elif f"{base}.proof" not in self.bundle.known or not is_consistent(note.size, self.note.size, note.root, self.note.root, self.read_path(f"{base}.proof")):
                self.fail(name, "is not the beginning of the checkpoint, by its proof")
            elif f"{base}.tsr" in self.bundle.known:
                stamped = b"\n".join(data.split(b"\n")[:5]) + b"\n"
                if sha(stamped) not in self.bundle.read(f"{base}.tsr", 1 << 16):
                    self.fail(f"{base}.tsr", "is a time stamp of something else")

    def check_earlier(self):
        for size in self.order.get("since", []):
            name = f"consistency/{size}.proof"
            if name not in self.bundle.known:
                continue
            root, *path = self.read_path(name) or [b""]
            if root == self.roots.get(size, root) and is_consistent(size, self.note.size, root, self.note.root, path):
                self.roots[size] = root
            else:
                self.fail(name, "does not lead to the checkpoint")

    # -- Sums

    def check_sums(self):
        text = self.bundle.read("SHA256SUMS")
        listed = {}
        lines = text.decode("utf-8", "replace").split("\n")
        for line in lines[:-1]:
            match = re.fullmatch(r"([0-9a-f]{64})  ([^\n]+)", line)
            if not match or match[2] in listed:
                self.fail("SHA256SUMS", "has a line that is none, or twice")
                continue
            listed[match[2]] = match[1]
        if lines[-1] or list(listed) != sorted(listed):
            self.fail("SHA256SUMS", "is not in order")
        for name in self.bundle.names:
            if name in ("SHA256SUMS", "SHA256SUMS.note"):
                continue
            actual = self.sums.get(name) or self.hash_file(name)
            if listed.pop(name, None) != actual:
                self.fail(name, "has not the hash in SHA256SUMS")
        for name in listed:
            self.fail(name, "is missing")
        body = f"{FORMAT}\n{self.genesis_key.name}\n{self.note.size}\n{sha(text).hex()}\n"
        note = self.bundle.read("SHA256SUMS.note", 1 << 16).decode("utf-8", "replace")
        head, gap, line = note.partition("\n\n")
        parts = line[:-1].split(" ") if line.endswith("\n") else []
        blob = from_base64(parts[2], "SHA256SUMS.note") if len(parts) == 3 else b""
        if head + "\n" != body or not gap or parts[:2] != ["\u2014", self.key.name] or blob[:4] != self.key.id or not holds(self.key.public, body.encode(), blob[4:]):
            self.fail("SHA256SUMS.note", "is not signed by the key of the ledger over these sums")

    def hash_file(self, name):
        digest = hashlib.sha256()
        with self.bundle.open(name) as file:
            for piece in iter(lambda: file.read(1 << 20), b""):
                digest.update(piece)
        return digest.hexdigest()

    # -- What is known from outside

    def verdict(self):
        trusted = self.compare_keys()
        trusted = self.compare_policy() or trusted
        for note in self.options.checkpoints:
            self.compare_checkpoint(note.what, note)
        known = self.options.known(self.genesis_key.name)
        if known:
            self.compare_root("the kept state", known["size"], bytes.fromhex(known["root"]))
        said = f"{len(self.sequence)} entries, {self.values} values, checkpoint of {self.note.size} entries of {self.genesis_key.name}"
        self.tell_elsewhere()
        for remark in self.remarks:
            self.say(f"note  {remark}")
        if self.withheld:
            self.say(f"note  {len(self.withheld)} values are withheld")
        if self.failures:
            self.say(f"NOT VERIFIED: {said}")
            return 1
        if not trusted:
            self.say(f"CONSISTENT, KEY NOT CHECKED: compare {self.genesis_key.name}+{self.genesis_key.id.hex()} with a key that you have from elsewhere; {said}")
            return 3
        self.options.keep(self.genesis_key, self.note)
        self.say(f"VERIFIED: {said}")
        return 0

    def compare_keys(self):
        given, known = self.options.vkey, self.options.known(self.genesis_key.name)
        trusted = False
        for key, what in ((given, "the key that was given"), (Key(known["vkey"]) if known else None, "the key in the kept state")):
            if key is None:
                continue
            if key.text in (self.genesis_key.text, self.key.text):
                trusted = True
            elif key.name == self.genesis_key.name:
                self.fail("UNKNOWN_KEY", f"this ledger's name is known with another key: {what} is {key.text}")
            else:
                self.fail("keys", f"{what} is of another ledger, {key.name}")
        return trusted

    def compare_policy(self):
        policy = self.options.policy
        if policy is None:
            return False
        latest = time.time() + 86_400
        times = {name: self.note.cosigned_at(key) for name, key in policy.witnesses.items()}
        cosigned = {name for name, at in times.items() if at is not None and at <= latest}
        for name in sorted(cosigned):
            self.remarks.append(f"{name} cosigned {time.strftime('%Y-%m-%d %H:%M:%S', time.gmtime(times[name]))} UTC")
        if not policy.is_met(cosigned):
            self.fail("checkpoint.note", "has not the cosignatures that the policy asks for")
        named = [key for key in policy.logs if key.name == self.genesis_key.name]
        if any(key.text in (self.genesis_key.text, self.key.text) for key in named):
            return True
        if named:
            self.fail("UNKNOWN_KEY", "the policy names another key for this ledger")
        elif policy.logs:
            self.fail("keys", "the policy names no key of this ledger")
        return not policy.logs and policy.quorum != "none"

    def compare_checkpoint(self, what, note):
        if note.origin != self.genesis_key.name:
            self.fail(what, "is of another ledger")
            return
        signers = [key for first, key in self.keys if first <= note.size][-1:]
        if not any(note.is_signed(key) for key in signers):
            self.fail("UNKNOWN_KEY", f"{what} is signed by another key than this ledger's")
            return
        self.compare_root(what, note.size, note.root)

    def compare_root(self, what, size, root):
        if size > self.note.size:
            self.remarks.append(f"the bundle is older than {what} ({size} entries)")
        elif size == self.note.size:
            if root != self.note.root:
                self.fail("FORKED", f"{what} has another root at {size} entries")
        elif size in self.roots:
            if root != self.roots[size]:
                self.fail("FORKED", f"{what} has another root at {size} entries")
        else:
            self.remarks.append(f"{what} ({size} entries) cannot be compared: the bundle holds no proof from it")


# ---- Options


class Options:
    def __init__(self, vkey=None, policy=None, checkpoints=(), state=None, indexes="newest"):
        self.vkey = Key(vkey) if vkey else None
        self.policy = Policy(read_text(policy)) if policy else None
        self.checkpoints = [Note(read_bytes(path), path) for path in checkpoints]
        self.state, self.indexes = state, indexes

    def path(self, origin):
        return os.path.join(self.state, sha(origin.encode()).hex()[:32] + ".json")

    def known(self, origin):
        """What was verified of a ledger before: key, size and root."""
        if self.state is None or not os.path.exists(self.path(origin)):
            return None
        known = parse(read_bytes(self.path(origin)), "the kept state")
        return known if known.get("origin") == origin else None

    def keep(self, key, note):
        if self.state is None:
            return
        known = self.known(key.name)
        if known and known["size"] >= note.size:
            return
        if known is None:
            print(f"note  first use of {key.name}: its key is kept in {self.state}")
        write_whole(self.path(key.name), canonical({"origin": key.name, "root": note.root.hex(), "size": note.size, "vkey": key.text}).encode())


def read_bytes(path):
    try:
        with open(path, "rb") as file:
            return file.read(1 << 24)
    except OSError as error:
        raise Wrong(f"{path}: {error.strerror}") from None


def read_text(path):
    try:
        return read_bytes(path).decode("utf-8")
    except UnicodeDecodeError:
        raise Wrong(f"{path} is not UTF-8") from None


def write_whole(path, data):
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=os.path.dirname(path))
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(draft, path)


# ---- Witness (C2SP tlog-witness, by file)


class Refusal(Exception):
    """An answer of the protocol that is not a cosignature."""

    def __init__(self, status, text):
        super().__init__(text)
        self.status = status


class Witness:
    """A witness's key and, for each ledger, the greatest checkpoint that it cosigned."""

    def __init__(self, state):
        self.path = os.path.join(state, "witness.json")
        self.state = parse(read_bytes(self.path), self.path)

    @staticmethod
    def init(state, name):
        path = os.path.join(state, "witness.json")
        if os.path.exists(path):
            raise Wrong(f"{path} is there already")
        if not re.fullmatch(r"[^\s+]+", name):
            raise Wrong(f"{name!r} cannot name a witness")
        write_whole(path, canonical({"logs": {}, "name": name, "seed": secrets.token_bytes(32).hex()}).encode())
        return Witness(state)

    @property
    def vkey(self):
        return vkey_of(self.state["name"], public_of(bytes.fromhex(self.state["seed"])), COSIGNATURE)

    def trust(self, vkey):
        key = Key(vkey)
        log = self.state["logs"].get(key.name)
        if log and log["vkey"] != vkey:
            raise Wrong(f"{key.name} is known here with another key")
        self.state["logs"].setdefault(key.name, {"root": "", "size": 0, "vkey": vkey})
        self.save()

    def save(self):
        write_whole(self.path, canonical(self.state).encode())

    def cosign(self, request, now):
        """The signature line for a request as `add-checkpoint` has it. Raises Refusal."""
        head, gap, rest = request.partition(b"\n\n")
        lines = head.decode("utf-8", "replace").split("\n")
        match = re.fullmatch(r"old (0|[1-9][0-9]{0,15})", lines[0])
        if not gap or not match or len(lines) > 64:
            raise Refusal(400, "the request is not one for a cosignature")
        note, old = Note(rest, "the checkpoint"), int(match[1])
        log = self.state["logs"].get(note.origin)
        if log is None:
            raise Refusal(404, f"{note.origin} is not known here")
        if not note.is_signed(Key(log["vkey"])):
            raise Refusal(403, "the checkpoint is not signed by the key that is known here")
        if old > note.size:
            raise Refusal(400, "the old size is above that of the checkpoint")
        if old != log["size"]:
            raise Refusal(409, str(log["size"]))
        if old == note.size and old > 0 and note.root.hex() != log["root"]:
            self.keep_evidence(request)
            raise Refusal(409, f"another root at {old} entries: the request is kept as evidence")
        path = path_of(lines[1:], "the proof")
        if (old == 0 and path) or (0 < old and not is_consistent(old, note.size, bytes.fromhex(log["root"]), note.root, path)):
            self.keep_evidence(request)
            raise Refusal(422, "the proof does not lead from what was cosigned to the checkpoint")
        log["size"], log["root"] = note.size, note.root.hex()
        self.save()
        seed, key = bytes.fromhex(self.state["seed"]), Key(self.vkey, COSIGNATURE)
        signature = sign(seed, f"cosignature/v1\ntime {now}\n{note.body}".encode())
        blob = key.id + now.to_bytes(8, "big") + signature
        return f"\u2014 {key.name} {base64.b64encode(blob).decode()}\n"

    def keep_evidence(self, request):
        name = f"refused-{sha(request).hex()[:16]}.txt"
        write_whole(os.path.join(os.path.dirname(self.path), name), request)


# ---- Self test: the golden vectors of docs/ledger-format.md

VECTORS = r"""{"origin":"ledger.example/demo","seeds":{"ledger":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f","witness":"202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f","person":"404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f"},"vkey":"ledger.example/demo+7b8488d1+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4","entries":["{\"alg\":\"sha256\",\"canon\":\"RFC8785\",\"created_at\":\"2026-01-01T00:00:00.000Z\",\"origin\":\"ledger.example/demo\",\"seq\":0,\"type\":\"ledger.genesis/v1\",\"vkey\":\"ledger.example/demo+7b8488d1+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4\"}","{\"commit\":{\"input\":\"sha256:912fd8974b5a2b0f7045fdb9344ed23bfea4594c0bee5643648f227a3a08d398\",\"output\":\"sha256:2de2e24a5a3fca9236802a2e9e7b101593404f56e0bd3222e4e1a0dadab02d09\"},\"confidence\":0.93,\"created_at\":\"2026-01-01T00:00:01.000Z\",\"id\":\"rec_00000000000000000000000001\",\"model_id\":\"credit-scorer\",\"previous_hash\":\"sha256:ba43f262bfec710046a0d5e9375125938e8b4217ba9da0b0276ffc9cbcf8b441\",\"seq\":1,\"type\":\"ledger.record/v1\"}","{\"commit\":{\"input\":\"sha256:7ef7bbebffb4a8a55f9a3f67230baa391153c6aa591d5057de02b5a5d107d1a7\",\"output\":\"sha256:87b707f010ccb26583be9cf3eb48059da8832375e1e368612237cd5efd3716db\"},\"confidence\":0.93,\"created_at\":\"2026-01-01T00:00:02.000Z\",\"id\":\"rec_00000000000000000000000002\",\"model_id\":\"credit-scorer\",\"previous_hash\":\"sha256:33abf2a0db0c8228f63f5f3355ae67ae746e455676d9150194acfde8001671ea\",\"seq\":2,\"type\":\"ledger.record/v1\"}","{\"action\":\"override\",\"actor\":{\"id\":\"usr_7\",\"role\":\"compliance_officer\"},\"commit\":{\"outcome\":\"sha256:cba5d3d0ae17d5db87126d91d79c22bcfeb23b96efb69edaea0701ebf25e9d09\",\"reason\":\"sha256:ee1fdbae5d53d72d63031a05a3907ee2cee249e7b9f1a2e9ec79eacec01d76d4\"},\"created_at\":\"2026-01-01T00:01:00.000Z\",\"id\":\"int_00000000000000000000000001\",\"n\":1,\"previous_hash\":\"sha256:86461abbc12e7abfb9504415e46c297542f9430331c5bbbc6f266af11719b871\",\"record_hash\":\"sha256:86461abbc12e7abfb9504415e46c297542f9430331c5bbbc6f266af11719b871\",\"record_id\":\"rec_00000000000000000000000002\",\"seq\":3,\"type\":\"ledger.intervention/v1\"}","{\"by\":{\"id\":\"operator\",\"role\":\"operator\"},\"commit\":{\"name\":\"sha256:77c0e49c53963bdb3b073aa135bea9c6f5e121a06d159e9a1126a1fdea285686\"},\"created_at\":\"2026-01-01T00:02:00.000Z\",\"id\":\"usr_00000000000000000000000001\",\"seq\":4,\"set\":{\"enrolled_at\":\"2026-01-01T00:02:00.000Z\",\"role\":\"compliance_officer\",\"vkey\":\"usr_00000000000000000000000001+b2fb3cf4+ASVDuS/xCVURR2rcg2nbbdyTNmWhGXjdoUBO4QZsqVWd\"},\"signature\":{\"at\":\"2026-01-01T00:01:59.000Z\",\"by\":\"usr_00000000000000000000000001\",\"key\":\"b2fb3cf4\",\"value\":\"bBgPsaTL/+Fq3LmGhGLwsOcp0izRPICppfm6E4ZF4zt2PdW4vsE+MWtANvgKsJx/WRDtbPyJBj1K8J3gRQ3vDA==\"},\"table\":\"people\",\"type\":\"ledger.fact/v1\"}","{\"by\":{\"id\":\"operator\",\"role\":\"operator\"},\"commit\":{\"method\":\"sha256:dde66f640983be40f13a731677da5eb12bf1f212ddb85a12a776822054dd1343\"},\"created_at\":\"2026-02-02T00:00:00.000Z\",\"id\":\"pay_00000000000000000000000001\",\"seq\":5,\"set\":{\"amount\":4644,\"currency\":\"USD\",\"invoice\":\"inv_00000000000000000000000001\",\"paid_at\":\"2026-02-02T00:00:00.000Z\",\"status\":\"COMPLETED\"},\"table\":\"payments\",\"type\":\"ledger.fact/v1\"}","{\"by\":{\"id\":\"clock\",\"role\":\"clock\"},\"created_at\":\"2026-02-03T00:00:00.000Z\",\"id\":\"inv_00000000000000000000000001\",\"seq\":6,\"set\":{\"paid_at\":\"2026-02-02T00:00:00.000Z\",\"status\":\"PAID\"},\"table\":\"invoices\",\"type\":\"ledger.fact/v1\"}","{\"created_at\":\"2026-02-03T00:00:00.000Z\",\"from\":1,\"previous\":null,\"root\":\"sha256:b445ed494719060a8dd164c1160d7797861c77ecc17faed18034dcf36330318d\",\"seq\":7,\"table\":\"usage_events\",\"to\":3,\"type\":\"ledger.batch/v1\"}","{\"created_at\":\"2026-02-03T00:00:01.000Z\",\"records\":{\"count\":1,\"root\":\"sha256:42c93a087826824655da491415c86c7039ca606ee20dd499698f4fe10c832371\"},\"rows\":{\"count\":3,\"root\":\"sha256:f2284ef305bf81d5f2d81ca6519917e4bc0c105ef6175bd6ba9acb3d53e1d9dd\"},\"seq\":8,\"type\":\"ledger.index/v1\"}","{\"action\":\"override\",\"actor\":{\"id\":\"usr_00000000000000000000000001\",\"role\":\"compliance_officer\"},\"commit\":{\"outcome\":\"sha256:94f71fc9dd03617b2c3dde22ab3f7f88656d3d6dddde453c7d3f6a5cf4917f64\",\"reason\":\"sha256:2bc898630d6ecf4bd0b92d042d10c1c0aa75deddf0152dc3bbe4bfdcec51b303\"},\"created_at\":\"2026-02-03T00:05:00.000Z\",\"id\":\"int_00000000000000000000000002\",\"meaning\":\"proposal\",\"n\":1,\"previous_hash\":\"sha256:33abf2a0db0c8228f63f5f3355ae67ae746e455676d9150194acfde8001671ea\",\"record_hash\":\"sha256:33abf2a0db0c8228f63f5f3355ae67ae746e455676d9150194acfde8001671ea\",\"record_id\":\"rec_00000000000000000000000001\",\"seq\":9,\"signature\":{\"at\":\"2026-02-03T00:04:58.000Z\",\"by\":\"usr_00000000000000000000000001\",\"key\":\"b2fb3cf4\",\"value\":\"bACe6KQH8Noo927wt2T1tLW9YLI/0DgHkNcs3VO0Ei4NhVDsDngSpydXKLlbxmvgArDoFotyr3Oy/U2EoWNzBA==\"},\"type\":\"ledger.intervention/v1\"}"],"hashes":["sha256:ba43f262bfec710046a0d5e9375125938e8b4217ba9da0b0276ffc9cbcf8b441","sha256:33abf2a0db0c8228f63f5f3355ae67ae746e455676d9150194acfde8001671ea","sha256:86461abbc12e7abfb9504415e46c297542f9430331c5bbbc6f266af11719b871","sha256:6cbfc7d7f7d4e38000339934f6b545dd0b33d8458a634e25482b24af9a98d44c","sha256:3d504629790e3a0f35c2d1f2abeef684536c96cc2df5866d1ce7a2078fb5b001","sha256:4fde0ae720c75f327f9e92bb463db6992fd61f4dd34a266885f84193fb103960","sha256:4bc629c8d4dc921bfbc6e7bb09400d92f2b27f14df75a4793e205819c4f2bd9e","sha256:c4f216e4f9114f3529e2f251e076d4c308aac302f90cedc0b26b9c1c85578afc","sha256:7ca8516ecd9b4e9846d9acf65aea4a7001b596206b4523f322b8bf1c47e25e3c","sha256:fce79b3a712f4b0b08ad34b0c3e2367996bff1818a61096241ac2331b157373f"],"values":[{"seq":4,"field":"name","salt_byte":65,"value":"Eva Mayer"},{"seq":5,"field":"method","salt_byte":66,"value":{"brand":"visa","last4":"4242","type":"card"}},{"seq":9,"field":"outcome","salt_byte":97,"value":{"decision":"approve"}},{"seq":9,"field":"reason","salt_byte":96,"value":"Income was verified by payslip."}],"person":{"vkey":"usr_00000000000000000000000001+b2fb3cf4+ASVDuS/xCVURR2rcg2nbbdyTNmWhGXjdoUBO4QZsqVWd","signed_texts":{"4":"{\"by\":{\"id\":\"operator\",\"role\":\"operator\"},\"commit\":{\"name\":\"sha256:77c0e49c53963bdb3b073aa135bea9c6f5e121a06d159e9a1126a1fdea285686\"},\"id\":\"usr_00000000000000000000000001\",\"origin\":\"ledger.example/demo\",\"set\":{\"enrolled_at\":\"2026-01-01T00:02:00.000Z\",\"role\":\"compliance_officer\",\"vkey\":\"usr_00000000000000000000000001+b2fb3cf4+ASVDuS/xCVURR2rcg2nbbdyTNmWhGXjdoUBO4QZsqVWd\"},\"signature\":{\"at\":\"2026-01-01T00:01:59.000Z\",\"by\":\"usr_00000000000000000000000001\",\"key\":\"b2fb3cf4\"},\"table\":\"people\",\"type\":\"ledger.fact/v1\"}","9":"{\"action\":\"override\",\"actor\":{\"id\":\"usr_00000000000000000000000001\",\"role\":\"compliance_officer\"},\"commit\":{\"outcome\":\"sha256:94f71fc9dd03617b2c3dde22ab3f7f88656d3d6dddde453c7d3f6a5cf4917f64\",\"reason\":\"sha256:2bc898630d6ecf4bd0b92d042d10c1c0aa75deddf0152dc3bbe4bfdcec51b303\"},\"id\":\"int_00000000000000000000000002\",\"meaning\":\"proposal\",\"n\":1,\"origin\":\"ledger.example/demo\",\"previous_hash\":\"sha256:33abf2a0db0c8228f63f5f3355ae67ae746e455676d9150194acfde8001671ea\",\"record_hash\":\"sha256:33abf2a0db0c8228f63f5f3355ae67ae746e455676d9150194acfde8001671ea\",\"record_id\":\"rec_00000000000000000000000001\",\"signature\":{\"at\":\"2026-02-03T00:04:58.000Z\",\"by\":\"usr_00000000000000000000000001\",\"key\":\"b2fb3cf4\"},\"type\":\"ledger.intervention/v1\"}"}},"usage_lines":["[\"usage_events\",1,\"acct_1\",\"sess_00000000000000000000000001\",\"sess_00000000000000000000000001/1\",\"2026-01-05T09:00:01.250Z\",\"2026-01-05\",\"read\",\"0\",\"1250\",\"1234567890\",\"1\",\"0\",\"6250000000\",\"148148147\",\"20000000\"]","[\"usage_events\",2,\"acct_1\",\"sess_00000000000000000000000001\",\"ev_00000000000000000000000007\",\"2026-01-05T09:10:00.000Z\",\"2026-01-05\",\"transform\",\"0\",\"0\",\"0\",\"1\",\"0\",\"0\",\"0\",\"20000000\"]","[\"usage_events\",3,\"acct_1\",\"sess_00000000000000000000000001\",\"sess_00000000000000000000000001/time/9061\",\"2026-01-05T11:31:01.000Z\",\"2026-01-05\",\"time\",\"2516944\",\"0\",\"0\",\"0\",\"31461800000\",\"0\",\"0\",\"0\"]"],"usage_leaves":["db96182d5f991e9f25430f057c769ce09470ab552e9fd4f79f0145b1e5cb081b","fda2ce2b316fb623fa161355ccf365b12ebb5ab305fb4e30392d3d73ef23bc41","01f323adf69db6036a0b8d53e8beb90cb7a35273f108aad0133fbbc21442ea23"],"row_line":"[\"dataset_rows\",\"ds_00000000000000000000000001\",1,\"UVFRUVFRUVFRUVFRUVFRUQ\",\"rec_00000000000000000000000009\",\"{\\\"record_id\\\":\\\"rec_00000000000000000000000009\\\",\\\"age\\\":41}\"]","row_leaf":"661fa894479a5332224cb04e69642f30e97ea643221080f877bc052919edf5e1","subjects":{"records":[{"subject":"rec_00000000000000000000000002","entries":[3],"line":"[\"ledger.subject/v1\",\"03078d79e6121ab9649af3ff887302c44d0c95e0a1e79de8b1c7acb9a996a041\",1,\"sha256:2d03126991502eb66d0d35222f43a5bddd9f175e5406e9f7ae3490b480378ece\"]"}],"rows":[{"subject":"payments/pay_00000000000000000000000001","entries":[5],"line":"[\"ledger.subject/v1\",\"2796b21a2c985dbfada8b6f28f03260c8f7e5d07074982d93436f26e8ce3a860\",1,\"sha256:ae5d4272b44f2af47c1def793e154c22946fbfc4e0d32da6b9d3c51ee226ae49\"]"},{"subject":"invoices/inv_00000000000000000000000001","entries":[6],"line":"[\"ledger.subject/v1\",\"296930857d050bf0e035a380d2c1bfa79d89008f4f6e80fb136eaef6b1dab59f\",1,\"sha256:7050757a78511dc491372813a52d2e295ea43c27a751c77604cd2745bd251c48\"]"},{"subject":"people/usr_00000000000000000000000001","entries":[4],"line":"[\"ledger.subject/v1\",\"5161d12101fb091759bef574207cfe141e1c5d0054ea565c8a3ef86c12adc6af\",1,\"sha256:3df45a1e9f89db7bac99c6c043817d16aefe2a5e9fc5bf11bd4dce41e624337f\"]"}],"absent":{"subject":"rec_00000000000000000000000001","key":"0d544d4c4812fcff0789450d8c427eeca3d5d6aa53b65b38f48992909b558ab7"}},"checkpoints":[{"size":4,"body":"ledger.example/demo\n4\nV5eEF2DrDS/uOdl+haup3ZUkM0VeoTLw38frxvKQ1iU=\n","signature":"\u2014 ledger.example/demo e4SI0RuoNZ1a10FaWIRFt0PuzT/I5AjSxZ+910YbBAMMSlIWRatJGYvI/36Ri23UbRjt8r8N9f5XDdrablsmkRjpkAg="},{"size":10,"body":"ledger.example/demo\n10\nkKemQ1PHfDZ0FchpRNYQBeOguBsX9rZokFqfpNgS/Zc=\n","signature":"\u2014 ledger.example/demo e4SI0QznWanRfohSpCYa6xtk1rZI7LuxCrIvPq+WJAVopSUHhhmkDqE/1YvhUfgdjQn0Bb3zfnKFrsznc1XaKQCpzAk="}],"witness":{"vkey":"witness.example/w1+20324abe+BCmsuuFBvMrwsi4alNNNC8c2HlJtC/4SyJeUvJMilm3X","time":1767225720,"size":4,"line":"\u2014 witness.example/w1 IDJKvgAAAABpVbl4mGoXA1UVwzQaST2PDDYrNd8YR7bYQYgJSBxEPbtXxIv57Q5wp2qvlNIRrYbcPMlIRxDofaHLQfSsfkT/AV+/CQ=="},"sums":{"text":"0000000000000000000000000000000000000000000000000000000000000000  README.txt\n","digest":"cbf2cf4108ca710660af8f07985528da0037761dcda33a372f3f4a8d53c9150e","size":10,"signature":"e4SI0axZreC95ispyJPgcxYtLRcFla6fnvdhlh30w99rblSIvXP/FqvMZfvuwcNORYk5udKnArLnsCiANIBcgO3wwAg="},"time_stamp":{"size":4,"imprint":"8d4d157d32cc2e675112d6f9e7375715da971bc6f3893b4374a9813c884f54e9","nonce":"436b2eecd085698a","query":"30430201013031300d0609608648016503040201050004208d4d157d32cc2e675112d6f9e7375715da971bc6f3893b4374a9813c884f54e90208436b2eecd085698a0101ff"},"person_key":{"passphrase":"correct horse battery","salt_byte":7,"nonce_byte":9,"created_at":"2026-01-01T00:00:00.000Z","key":"b399e31f5bf292ec3aa8d73b05856986591b7f40f8ebd89c1b4104ec57ffa30c","sealed":"PzG+/T5qSye5WCZJ/8B7DbRAsxhCU3x1Fo5W5uBeM2eKBJuJjsGzKZYrA+HqSkVJhXwTU99smpwwih1be8V7zA=="},"figure":{"entry":"{\"actor\":{\"id\":\"usr_00000000000000000000000001\",\"role\":\"compliance_officer\"},\"basis\":\"model\",\"commit\":{\"result\":\"sha256:0ae3ec0ac2b583d21e0957998ccce947e4bcc8f6c908f0581c56d59d3a1dc296\",\"where\":\"sha256:e345e30ae9899d1628334af45bd39f0db1cc9dcc57c1001fb3367c795a6d87c6\"},\"count\":6,\"created_at\":\"2026-02-04T00:00:00.000Z\",\"id\":\"fig_00000000000000000000000001\",\"ids_root\":\"sha256:10fd06164cb661d625ab3086b7da5ba9e3f314853935064b911a37e23b07f0c7\",\"kind\":\"figure\",\"ledger_size\":20,\"measure\":\"groups\",\"model_id\":\"lending\",\"profile_id\":\"prof_00000000000000000000000001\",\"seq\":20,\"type\":\"ledger.evidence/v1\"}","hash":"sha256:1522219a1c4498482233b12d503c4ed04b39291d3ba43a03695af43dbd46211c","values":[{"field":"result","salt_byte":112,"value":{"fields":["group.sex","group.age"],"rows":[{"favourable":0,"adverse":1,"undecided":0,"unknown":0,"absent":0,"values":["f","25\u201339"]},{"favourable":0,"adverse":1,"undecided":0,"unknown":0,"absent":0,"values":["f","40\u201361"]},{"favourable":1,"adverse":0,"undecided":0,"unknown":0,"absent":0,"values":["f","< 25"]},{"favourable":0,"adverse":0,"undecided":1,"unknown":0,"absent":0,"values":["m","25\u201339"]},{"favourable":0,"adverse":0,"undecided":0,"unknown":0,"absent":1,"values":["m","40\u201361"]},{"favourable":0,"adverse":1,"undecided":0,"unknown":0,"absent":0,"values":["m","\u2265 62"]}]}},{"field":"where","salt_byte":113,"value":{}}],"profile":{"amount":null,"columns":[],"decided_at":null,"groups":[{"name":"sex","path":"/input/sex"},{"bands":[25,40,62],"name":"age","path":"/input/age"}],"outcome":{"adverse":["no",null],"favourable":["yes"],"path":"/output/outcome","undecided":["later"]},"reasons":null,"review":null,"small_group":30,"subject":null,"version":null},"records":[{"entry":{"id":"rec_00000000000000000000000011","created_at":"2026-02-01T00:00:00.000Z","confidence":0.05},"values":{"input":{"sex":"f","age":24},"output":{"outcome":"yes"}}},{"entry":{"id":"rec_00000000000000000000000012","created_at":"2026-02-01T00:00:01.000Z","confidence":0.3},"values":{"input":{"sex":"f","age":25},"output":{"outcome":"no"}}},{"entry":{"id":"rec_00000000000000000000000013","created_at":"2026-02-01T00:00:02.000Z","confidence":0.999},"values":{"input":{"sex":"m","age":39.5},"output":{"outcome":"later"}}},{"entry":{"id":"rec_00000000000000000000000014","created_at":"2026-02-01T00:00:03.000Z","confidence":1},"values":{"input":{"sex":"m","age":62},"output":{"outcome":"no"}}},{"entry":{"id":"rec_00000000000000000000000015","created_at":"2026-02-01T00:00:04.000Z","confidence":0.7},"values":{"input":{"sex":"f","age":40},"output":{"outcome":null}}},{"entry":{"id":"rec_00000000000000000000000016","created_at":"2026-02-01T00:00:05.000Z"},"values":{"input":{"sex":"m","age":61},"output":{}}}],"bins":[0,3,9,9,7,null]},"alert":{"entries":["{\"alert_id\":\"alert_00000000000000000000000001\",\"commit\":{\"result\":\"sha256:398ab4ae41436ac1e7dc4051276e78a7cbc24deeb9ee12a37b1ba2dc44a02899\"},\"created_at\":\"2026-02-05T00:00:01.000Z\",\"id\":\"ev_00000000000000000000000021\",\"kind\":\"alert\",\"model_id\":\"lending\",\"profile_id\":\"prof_00000000000000000000000001\",\"rule_id\":\"district\",\"seq\":21,\"state\":\"open\",\"type\":\"ledger.evidence/v1\",\"window\":{\"from\":null,\"to\":\"2026-02-05T00:00:00.000Z\"}}","{\"actor\":{\"id\":\"usr_00000000000000000000000001\",\"role\":\"compliance_officer\"},\"alert_id\":\"alert_00000000000000000000000001\",\"commit\":{\"note\":\"sha256:0f02e15e51b51ecc51b0180812cffbb204eff8451169740d833abe2747501647\"},\"created_at\":\"2026-02-05T09:30:00.000Z\",\"id\":\"ev_00000000000000000000000022\",\"kind\":\"alert\",\"model_id\":\"lending\",\"profile_id\":\"prof_00000000000000000000000001\",\"rule_id\":\"district\",\"seq\":22,\"state\":\"acknowledged\",\"type\":\"ledger.evidence/v1\",\"window\":{\"from\":null,\"to\":\"2026-02-05T00:00:00.000Z\"}}","{\"alert_id\":\"alert_00000000000000000000000001\",\"commit\":{\"result\":\"sha256:063eecd8be5aed594a75a803ab40e41396928543b7a197938f1c7c28708ce3ef\"},\"created_at\":\"2026-02-06T00:00:01.000Z\",\"id\":\"ev_00000000000000000000000023\",\"kind\":\"alert\",\"model_id\":\"lending\",\"profile_id\":\"prof_00000000000000000000000001\",\"rule_id\":\"district\",\"seq\":23,\"state\":\"closed\",\"type\":\"ledger.evidence/v1\",\"window\":{\"from\":\"2026-01-07T00:00:00.000Z\",\"to\":\"2026-02-06T00:00:00.000Z\"}}","{\"actor\":{\"id\":\"usr_00000000000000000000000001\",\"role\":\"compliance_officer\"},\"alert_id\":\"alert_00000000000000000000000002\",\"created_at\":\"2026-02-07T12:00:00.000Z\",\"id\":\"ev_00000000000000000000000024\",\"kind\":\"alert\",\"model_id\":\"lending\",\"profile_id\":\"prof_00000000000000000000000002\",\"rule_id\":\"silence\",\"seq\":24,\"state\":\"closed\",\"type\":\"ledger.evidence/v1\",\"window\":{\"from\":\"2026-01-07T00:00:00.000Z\",\"to\":\"2026-02-06T00:00:00.000Z\"}}"],"hashes":["sha256:11b5f0280268a1af69f406ab301fc6b84ac04335f0c885dae758de67c1d2eccb","sha256:de050febab8596ca6d24dba1b8631d339dcd2872e57e60da92d587d4fbeb2aec","sha256:d4ddb7bfdfe96efb6ad1ea424553dad2412832166050559f43e3326d0df2ccbc","sha256:5159c005745b07008fa63350136c76734f4ad3c02ae250bac79d9256f631ebb5"],"values":[{"entry":0,"field":"result","salt_byte":128,"value":{"kind":"impact_ratio","group":{"values":[{"name":"district","value":"\u0141\u00f3d\u017a"}],"n":339,"favourable":243,"adjusted_p":0.03125,"verdict":"below"},"reference":{"values":[{"name":"district","value":null}],"n":2041,"favourable":1852},"records":{"count":339,"where":"{\"decided_at\":{\"$lt\":\"2026-02-05T00:00:00.000Z\"},\"group.district\":\"\u0141\u00f3d\u017a\"}"}}},{"entry":1,"field":"note","salt_byte":129,"value":"Frau M\u00fcller of \u201cKredit\u201d asks.\n\ud83d\udd0d"},{"entry":2,"field":"result","salt_byte":130,"value":{"kind":"impact_ratio","group":null,"reference":null,"records":{"count":0,"where":"{}"}}}]},"source":{"entries":["{\"by\":{\"id\":\"operator\",\"role\":\"operator\"},\"commit\":{\"fields\":\"sha256:887e6ba57a3240cd340705b5e55e661bd65c9263d1b6afb24cd1d1e9b0e5cff9\",\"left_out\":\"sha256:963224e8aa9974e5e3f4816f73d44463708bd7e1cf2abdeb606fcf2e2050dabb\",\"locator\":\"sha256:dc725b5273e28d1997c5a5d4ecd7e74613eca72a8a2c63f47b173d739176eeae\",\"snapshot\":\"sha256:1b81a7ed69e3c793fe01cb2f15758f8504e6455b95bf792f730ca5fbf7ad580e\"},\"created_at\":\"2026-02-08T00:00:00.000Z\",\"id\":\"ds_00000000000000000000000031\",\"seq\":31,\"set\":{\"kind\":\"files\",\"record_ids\":\"position\",\"rows\":700041,\"schema_sha256\":\"sha256:5c16f716923992835d2382aa7999b03395c9de92283dbdbe56c7a741be6280f6\",\"seen_at\":\"2026-02-08T00:00:00.000Z\",\"snapshot_sha256\":\"sha256:d31b3f0762c53037e9f49eb1a1320b39bad398ec53c3fba883fff7349c48b8d3\"},\"table\":\"dataset_sources\",\"type\":\"ledger.fact/v1\"}","{\"by\":{\"id\":\"operator\",\"role\":\"operator\"},\"commit\":{\"purpose\":\"sha256:e43d48ed212efbc205dd75c3fb1bf4899cde8d28ba0549a0156bc915961b7a4b\",\"source_snapshot\":\"sha256:cab84733a3028c5778bfaf6f5fe9c94d04c83fb959b176b5fefa446276774d6a\"},\"created_at\":\"2026-02-08T00:01:00.000Z\",\"id\":\"sess_00000000000000000000000031\",\"seq\":32,\"set\":{\"allowed_operations\":[\"read\",\"filter\",\"train\"],\"closed_at\":null,\"created_at\":\"2026-02-08T00:01:00.000Z\",\"dataset\":\"ds_00000000000000000000000031\",\"expires_at\":\"2026-02-08T01:01:00.000Z\",\"found_sha256\":null,\"grant\":null,\"model_id\":null,\"revoked_at\":null,\"snapshot_seq\":0,\"source_changed_at\":null,\"source_sha256\":\"sha256:d31b3f0762c53037e9f49eb1a1320b39bad398ec53c3fba883fff7349c48b8d3\"},\"table\":\"sessions\",\"type\":\"ledger.fact/v1\"}","{\"action\":{\"name\":\"TRAIN\"},\"actor\":{\"id\":\"key_lab\",\"role\":\"ai_lab\"},\"commit\":{\"metadata\":\"sha256:3164229cea30328197364a8ffc549ccf17a607d5f05ac4c30fb7b4d37f903081\",\"parameters\":\"sha256:fdb1c63163889c1a1785d7b1858c514c5c66ab7a32ced454bd8659ce2aac2e95\",\"purpose\":\"sha256:b267d8df9e314ad1acd6bab1db5d67fc30119bf60fff41235928026451130aa9\"},\"counts\":{\"changed\":0,\"skipped\":0},\"created_at\":\"2026-02-08T00:02:00.000Z\",\"dataset_id\":\"ds_00000000000000000000000031\",\"id\":\"ev_00000000000000000000000032\",\"inputs\":{\"count\":1,\"merkle_root\":\"sha256:f41da7ad9440db4e21602f7895d2525693743d4cd6955e5392907b6ef48e9e57\"},\"kind\":\"operation\",\"operation_id\":\"op_00000000000000000000000032\",\"previous_hash\":\"sha256:ba43f262bfec710046a0d5e9375125938e8b4217ba9da0b0276ffc9cbcf8b441\",\"seq\":33,\"session_id\":\"sess_00000000000000000000000031\",\"source\":{\"kind\":\"files\",\"record_ids\":\"position\",\"snapshot_sha256\":\"sha256:d31b3f0762c53037e9f49eb1a1320b39bad398ec53c3fba883fff7349c48b8d3\"},\"type\":\"ledger.evidence/v1\"}","{\"action\":{\"name\":\"TRAIN\"},\"actor\":{\"id\":\"key_lab\",\"role\":\"ai_lab\"},\"commit\":{\"metadata\":\"sha256:8cf1e1b8cea3a381845d1e2e03d1c5516e2caf557527225489fb1ff2850b319c\",\"parameters\":\"sha256:ef3a80f8fb153058624f0e61521b9fc955aedc11b6f2055d5707877400d33b7c\",\"purpose\":\"sha256:86b4da3e6a255c6ae563020244bf12503a71cf8aacb567130694f4b477fd9380\"},\"counts\":{\"changed\":0,\"skipped\":0},\"created_at\":\"2026-02-08T00:03:00.000Z\",\"dataset_id\":\"ds_00000000000000000000000031\",\"id\":\"ev_00000000000000000000000033\",\"inputs\":{\"count\":1,\"merkle_root\":\"sha256:e79e8291e8f88d60cded3bc86ef62ae10ce5272a0b417fc8e31113b4d8eb4cd7\"},\"kind\":\"operation\",\"operation_id\":\"op_00000000000000000000000033\",\"previous_hash\":\"sha256:f2e4a6876141f5e8fb9c2f42f67ebbb408d156dc399c1a865e12130224cdcc08\",\"seq\":34,\"session_id\":\"sess_00000000000000000000000031\",\"source\":{\"kind\":\"files\",\"record_ids\":\"position\",\"snapshot_sha256\":\"sha256:47d4998473b9c41a17227698d9951417189dd0064a136e178a311f1579ad0806\"},\"type\":\"ledger.evidence/v1\"}"],"hashes":["sha256:31724c30519ca57944a4f1ca67dc0df2ea0a69ae760df03ba7a9bcdc0add9f5f","sha256:fb1c710ded9e9d1d76d7afdeac9cc6234b43272b51da149dd00839d41b2ee42e","sha256:f2e4a6876141f5e8fb9c2f42f67ebbb408d156dc399c1a865e12130224cdcc08","sha256:5a01512010ad54447fcebb136b0e6cf63c4b237ab8345359a35a627ad6764314"],"values":[{"entry":0,"field":"fields","salt_byte":144,"value":[{"name":"patient","type":"VARCHAR","form":"text"},{"name":"gr\u00f6\u00dfe","type":"DECIMAL(5,2)","form":"decimal"},{"name":"labs","type":"STRUCT(hba1c DOUBLE)[]","form":"list","element":{"type":"STRUCT(hba1c DOUBLE)","form":"struct","members":[{"name":"hba1c","type":"DOUBLE","form":"double"}]}}]},{"entry":0,"field":"left_out","salt_byte":145,"value":[{"name":"scan","type":"BLOB"}]},{"entry":0,"field":"locator","salt_byte":146,"value":{"folder":"/data","pattern":"*","as_text":[]}},{"entry":0,"field":"snapshot","salt_byte":147,"value":{"files":[{"path":"/data/2025.parquet","bytes":52000113,"sha256":"sha256:10f785c6e4f662128181cf1aa7b39172a90d34faa840224dcb8a717019a21224","rows":700000},{"path":"/data/2026.csv.gz","bytes":9007,"sha256":"sha256:9c8f5cf989f40d28005452b7f0969317f9bd16c606c40788b9167f30fee57c1b","rows":41,"copy_sha256":"sha256:166b0224642d899b3bcee9662565384be54c79a393bef30d262bfd1eed1d5a97"}],"schema_sha256":"sha256:5c16f716923992835d2382aa7999b03395c9de92283dbdbe56c7a741be6280f6"}},{"entry":1,"field":"purpose","salt_byte":148,"value":"Research"},{"entry":1,"field":"source_snapshot","salt_byte":149,"value":{"files":[{"path":"/data/2025.parquet","bytes":52000113,"sha256":"sha256:10f785c6e4f662128181cf1aa7b39172a90d34faa840224dcb8a717019a21224","rows":700000},{"path":"/data/2026.csv.gz","bytes":9007,"sha256":"sha256:9c8f5cf989f40d28005452b7f0969317f9bd16c606c40788b9167f30fee57c1b","rows":41,"copy_sha256":"sha256:166b0224642d899b3bcee9662565384be54c79a393bef30d262bfd1eed1d5a97"}],"schema_sha256":"sha256:5c16f716923992835d2382aa7999b03395c9de92283dbdbe56c7a741be6280f6"}},{"entry":2,"field":"metadata","salt_byte":150,"value":{}},{"entry":2,"field":"parameters","salt_byte":151,"value":{"snapshot":{"sha256":"sha256:d31b3f0762c53037e9f49eb1a1320b39bad398ec53c3fba883fff7349c48b8d3"}}},{"entry":2,"field":"purpose","salt_byte":152,"value":"Research"},{"entry":3,"field":"metadata","salt_byte":153,"value":{}},{"entry":3,"field":"parameters","salt_byte":154,"value":{"snapshot":{"sha256":"sha256:47d4998473b9c41a17227698d9951417189dd0064a136e178a311f1579ad0806"}}},{"entry":3,"field":"purpose","salt_byte":155,"value":"Research"}],"relation":{"snapshot":{"relation":{"schema":"public","name":"visits"},"shape":"columns","document":null,"key":"id","rule":"visibility","version_column":null,"before":"4294967301","also":["4294967298"],"version":null,"rows":250,"digest":"-9223372036854775809","schema_sha256":"sha256:5c16f716923992835d2382aa7999b03395c9de92283dbdbe56c7a741be6280f6","server":"PostgreSQL 15.6"},"sha256":"sha256:76376c5350be0938e2c8494a819a1387022c33a2bee94051659acbeb9138a379"},"row_salt":{"key":"5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a","record_id":"rec_1_k0m","salt":"9655f92eba23f4d45bd99feb6be87453"}}}"""


def check_vector(given):
    """The checks of the figure of the vectors, by what they are of."""
    line, values = given["entry"].encode(), {each["field"]: each for each in given["values"]}
    entry, checks = read_entry(line, "it"), {}
    checks["figure"] = hash_text(line) == given["hash"] and is_figure(entry)
    for field, each in values.items():
        salt = base64.urlsafe_b64encode(bytes([each["salt_byte"]] * 16)).decode().rstrip("=")
        text = canonical(["ledger.field/v1", salt, field, each["value"]])
        checks[f"{field} of the figure"] = hash_text(text.encode()) == entry["commit"][field]
    ids = head_of(leaf_of(each["entry"]["id"].encode()) for each in given["records"])
    checks["records of the figure"] = entry["ids_root"] == "sha256:" + ids.hex()
    faults = []
    run = FigureRun(entry, given["profile"], values["result"]["value"], lambda *fault: faults.append(fault))
    decisions = [Decision(given["profile"], {**each["values"], **each["entry"]}, each["entry"], [], None) for each in given["records"]]
    for decision in decisions:
        run.add(decision)
    run.compare()
    checks["counts of the figure"] = run.are_fields_right() and not faults
    bins = [canonical(each) if each is not None else ABSENT for each in given["bins"]]
    checks["bins of confidence"] = [decision.cell("confidence") for decision in decisions] == bins
    return checks


def check_alert_vector(given):
    """The checks of the steps of alerts of the vectors, by what they are of."""
    checks, read = {}, []
    for place, text in enumerate(given["entries"]):
        entry = read_entry(text.encode(), "it")
        read.append(entry)
        checks[f"step {place} of an alert"] = hash_text(text.encode()) == given["hashes"][place] and alert_fault(entry) is None
    for each in given["values"]:
        salt = base64.urlsafe_b64encode(bytes([each["salt_byte"]] * 16)).decode().rstrip("=")
        text = canonical(["ledger.field/v1", salt, each["field"], each["value"]])
        checks[f"{each['field']} of step {each['entry']}"] = hash_text(text.encode()) == read[each["entry"]]["commit"][each["field"]]
    states = [entry["state"] for entry in read]
    checks["states of an alert"] = states == ["open", "acknowledged", "closed", "closed"]
    return checks


def check_source_vector(given):
    """The checks of evidence of rows elsewhere of the vectors, by what they are of."""
    checks, read, values, faults = {}, [], {}, []
    for place, text in enumerate(given["entries"]):
        read.append(read_entry(text.encode(), "it"))
        checks[f"entry {place} of a source"] = hash_text(text.encode()) == given["hashes"][place]
    for each in given["values"]:
        salt = base64.urlsafe_b64encode(bytes([each["salt_byte"]] * 16)).decode().rstrip("=")
        text = canonical(["ledger.field/v1", salt, each["field"], each["value"]])
        values[each["entry"], each["field"]] = each["value"]
        checks[f"{each['field']} of entry {each['entry']} of a source"] = hash_text(text.encode()) == read[each["entry"]]["commit"][each["field"]]
    schema = hash_text(canonical(values[0, "fields"]).encode())
    files = [{"n": n, **{name: each[name] for name in ("bytes", "rows", "sha256")}} for n, each in enumerate(values[1, "source_snapshot"]["files"], 1)]
    digest = hash_text(canonical({"files": files, "schema_sha256": schema}).encode())
    checks["fields of a source"] = schema == read[0]["set"]["schema_sha256"]
    checks["snapshot of files"] = digest == read[0]["set"]["snapshot_sha256"] == read[1]["set"]["source_sha256"] == read[2]["source"]["snapshot_sha256"]
    relation = given["relation"]
    checks["snapshot of a relation"] = hash_text(canonical(relation["snapshot"]).encode()) == relation["sha256"]
    run = types.SimpleNamespace(kind="full", row_sources={}, snapshots={}, elsewhere={}, fail=lambda *fault: faults.append(fault))
    for entry in read[:2]:
        Run.note_source(run, entry, entry["set"])
    for place, entry in enumerate(read[2:], 2):
        Run.check_source(run, entry, place)
    checks["sources of evidence"] = faults == [(3, "tells another snapshot of its rows than its session")]
    salt = given["row_salt"]
    made = hmac.new(bytes.fromhex(salt["key"]), b"receipt.row-salt/v1" + salt["record_id"].encode(), hashlib.sha256)
    checks["salt of a row elsewhere"] = made.digest()[:16].hex() == salt["salt"]
    return checks


def selftest():
    given = json.loads(VECTORS)
    entries = [line.encode() for line in given["entries"]]
    origin = given["origin"]
    checks = {}
    for seq, line in enumerate(entries):
        checks[f"entry {seq}"] = hash_text(line) == given["hashes"][seq] and read_entry(line, "it")["seq"] == seq
    for each in given["values"]:
        salt = base64.urlsafe_b64encode(bytes([each["salt_byte"]] * 16)).decode().rstrip("=")
        text = canonical(["ledger.field/v1", salt, each["field"], each["value"]])
        commit = json.loads(entries[each["seq"]])["commit"][each["field"]]
        checks[f"{each['field']} of entry {each['seq']}"] = hash_text(text.encode()) == commit
    ledger, person = Key(given["vkey"]), Key(given["person"]["vkey"])
    for seq, text in given["person"]["signed_texts"].items():
        entry = json.loads(entries[int(seq)])
        value = base64.b64decode(entry["signature"]["value"])
        made = sign(bytes.fromhex(given["seeds"]["person"]), text.encode())
        checks[f"signature of entry {seq}"] = signed_text(entry, origin) == text.encode() and value == made and holds(person.public, text.encode(), value)
    leaves = [leaf_of(line.encode()) for line in given["usage_lines"]]
    checks["lines"] = [leaf.hex() for leaf in leaves] == given["usage_leaves"] and "sha256:" + head_of(leaves).hex() == json.loads(entries[7])["root"]
    checks["row"] = leaf_of(given["row_line"].encode()).hex() == given["row_leaf"]
    for tree in ("records", "rows"):
        lines = []
        for each in given["subjects"][tree]:
            key = sha(f"{SUBJECT}\n{each['subject']}".encode()).hex()
            root = head_of(leaf_of(entries[seq]) for seq in each["entries"]).hex()
            lines.append(canonical([SUBJECT, key, len(each["entries"]), "sha256:" + root]))
        index = json.loads(entries[8])[tree]
        same = lines == [each["line"] for each in given["subjects"][tree]]
        checks[f"index of {tree}"] = same and index["root"] == "sha256:" + head_of(leaf_of(line.encode()) for line in lines).hex()
    for each in given["checkpoints"]:
        note = Note(f"{each['body']}\n{each['signature']}\n".encode(), "it")
        checks[f"checkpoint of {note.size}"] = note.is_signed(ledger) and head_of(map(leaf_of, entries[: note.size])) == note.root
    witness, first = given["witness"], given["checkpoints"][0]
    key = Key(witness["vkey"], COSIGNATURE)
    note = Note(f"{first['body']}\n{first['signature']}\n{witness['line']}\n".encode(), "it")
    checks["cosignature"] = note.cosigned_at(key) == witness["time"] and public_of(bytes.fromhex(given["seeds"]["witness"])) == key.public
    sums = given["sums"]
    body = f"{FORMAT}\n{origin}\n{sums['size']}\n{sha(sums['text'].encode()).hex()}\n"
    blob = base64.b64decode(sums["signature"])
    checks["sums"] = sha(sums["text"].encode()).hex() == sums["digest"] and blob[:4] == ledger.id and holds(ledger.public, body.encode(), blob[4:])
    checks.update(check_vector(given["figure"]))
    checks.update(check_alert_vector(given["alert"]))
    checks.update(check_source_vector(given["source"]))
    for name, is_right in checks.items():
        print(f"{'ok   ' if is_right else 'FAIL '} {name}")
    return 0 if all(checks.values()) else 1


# ---- Receipts of data sessions

RECEIPT = "at bytes kind n policy_version previous request root rows session_id type".split()


def from_url(text, what):
    """Bytes of canonical base64url without padding."""
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError, TypeError):
        raise Wrong(f"{what} is not base64url") from None
    if base64.urlsafe_b64encode(data).rstrip(b"=").decode() != text:
        raise Wrong(f"{what} is not canonical base64url")
    return data


def receipt_leaf(salt, row):
    return leaf_of(f'["receipt.row/v1","{salt}",{canonical(row)}]'.encode())


class Receipts:
    """Answers of GET /sessions/{id}/receipts/{n}, one a line, in their order, with the rows that were delivered."""

    def __init__(self, key, entries, say=print):
        self.key, self.entries, self.say, self.failures, self.before, self.notes = key, entries, say, 0, None, 0

    def check(self, given, where):
        self.where, answer = where, given["answer"]
        head = from_url(answer["head"], f"the head of {where}")
        self.need(holds(self.key.public, head, from_url(answer["signature"]["value"], "the signature")), "is not signed by the key")
        if "header" in given:
            told = dict(each.split("=", 1) for each in given["header"].split(";"))
            right = (told.get("n"), told.get("root"), told.get("head")) == (str(answer["n"]), answer["root"], answer["head"])
            self.need(right and holds(self.key.public, head, from_url(told.get("sig", ""), "the signature")), "is not the one of its header")
        session = self.check_text(answer, head)
        if "rows" in given:
            self.check_rows(answer, given["rows"])
        if answer["anchor"] is None:
            self.note("is not under the journal yet")
        else:
            self.check_anchor(answer, head, session)
        self.before = (session, answer["n"], answer["head"])

    def need(self, right, what):
        if not right:
            self.failures += 1
            self.say(f"FAIL  {self.where}: {what}")

    def note(self, what):
        self.notes += 1
        self.say(f"note  {self.where}: {what}")

    def check_text(self, answer, head):
        if answer["receipt"] is None:
            self.note("told a request that was erased: its text is gone, its head stays")
            return None
        receipt = parse(answer["receipt"].encode(), self.where)
        self.need(canonical(receipt) == answer["receipt"] and sha(answer["receipt"].encode()) == head, "is not what its head is of")
        self.need(sorted(receipt) == RECEIPT and receipt["type"] == "session.receipt/v1", "has not the members of a receipt")
        self.need(all(receipt[name] == answer[name] for name in ("at", "bytes", "kind", "n", "root", "rows")), "says other things than its answer")
        self.need(from_url(receipt["request"], "the request") == sha(answer["request"].encode()), "is of another request")
        if self.before and self.before[0] in (receipt["session_id"], None):
            follows = receipt["n"] == self.before[1] + 1 and receipt["previous"] == self.before[2]
            self.need(follows, "does not go on from the one before")
        elif receipt["n"] == 1:
            self.need(receipt["previous"] is None, "is the first, and names one before it")
        return receipt["session_id"]

    def check_rows(self, answer, rows):
        if answer["erased"] or "salts" not in answer:
            return self.note("has rows that cannot be checked: their salts are not here")
        salts = {each["record_id"]: each["salt"] for each in answer["salts"]}
        told = [salts.get(row.get("record_id")) for row in rows]
        if None in told and len(answer["salts"]) == len(rows):
            told = [each["salt"] for each in answer["salts"]]
        right = None not in told and head_of(receipt_leaf(salt, row) for salt, row in zip(told, rows))
        self.need(right == from_url(answer["root"], "the root"), "does not prove these rows")

    def check_anchor(self, answer, head, session):
        anchor = answer["anchor"]
        batch = read_entry(anchor["entry"].encode(), self.where)
        line = parse(anchor["line"].encode(), self.where)
        path = [from_url(each, "the path") for each in anchor["path"]]
        self.need(batch["type"] == "ledger.batch/v1" and batch["table"] == "session_usage", "is under no batch of receipts")
        self.need(canonical(line) == anchor["line"] and line[:1] + line[2:4] == ["session_usage", answer["n"], head.hex()], "is not in its line")
        self.need(session in (None, line[1]), "is in the line of another session")
        size, root = batch["to"] - batch["from"] + 1, bytes.fromhex(batch["root"][7:])
        self.need(is_included(leaf_of(anchor["line"].encode()), anchor["index"], size, path, root), "is not in its batch")
        if self.entries is None:
            self.note(f"is under entry {batch['seq']}, which no bundle shows here")
        else:
            self.need(self.entries.get(batch["seq"]) == anchor["entry"].encode(), f"is under an entry {batch['seq']} that the bundle has otherwise")


# ---- Commands


def check_timestamps(bundle, authority):
    for name in (each for each in bundle.names if each.endswith(".tsr")):
        if shutil.which("openssl") is None:
            print(f"note  {name} is not checked: there is no openssl here")
            continue
        with tempfile.TemporaryDirectory() as folder:
            note = bundle.read(name[:-3] + "note")
            for file, data in (("data", b"\n".join(note.split(b"\n")[:5]) + b"\n"), ("reply", bundle.read(name))):
                with open(os.path.join(folder, file), "wb") as target:
                    target.write(data)
            command = ["openssl", "ts", "-verify", "-data", "data", "-in", "reply", "-CAfile", os.path.abspath(authority)]
            verified = subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode == 0
        print(f"{'note ' if verified else 'FAIL '} {name}: {'holds' if verified else 'does not hold'} by openssl")
        if not verified:
            return False
    return True


def verify(given):
    options = Options(given.vkey, given.policy, given.checkpoint, given.state, given.indexes)
    bundle = Bundle(given.bundle)
    if given.tsa and not check_timestamps(bundle, given.tsa):
        print("NOT VERIFIED: a time stamp does not hold")
        return 1
    return Run(bundle, options).run()


def witness(given):
    if given.action == "init":
        made = Witness.init(given.state, given.name or "")
        print(made.vkey)
        return 0
    known = Witness(given.state)
    for vkey in given.log:
        known.trust(vkey)
    if given.action == "show":
        print(known.vkey)
        for origin, log in sorted(known.state["logs"].items()):
            print(f"{log['size']} {origin} {log['root']}")
        return 0
    request = read_bytes(given.request) if given.request else sys.stdin.buffer.read(1 << 20)
    try:
        sys.stdout.write(known.cosign(request, int(time.time())))
    except Refusal as refusal:
        print(f"{refusal.status} {refusal}", file=sys.stderr)
        return 1
    return 0


def receipts(given):
    entries, key = None, Key(given.vkey)
    if given.bundle:
        bundle = Bundle(given.bundle)
        code = Run(bundle, Options(given.vkey, None, [], None, "newest")).run()
        if code != 0:
            return code
        entries = {parse(line, "entries.ndjson")["seq"]: line for line in bundle.lines("entries.ndjson", hashlib.sha256())}
    run, number = Receipts(key, entries), 0
    for number, line in enumerate(read_bytes(given.file).splitlines(), 1):
        run.check(decoder.decode(line.decode("utf-8")), f"receipt {number}")
    if run.failures or number == 0:
        print(f"NOT VERIFIED: {run.failures} of the receipts' statements do not hold")
        return 1
    print(f"VERIFIED: {number} receipts hold, {run.notes} remarks")
    return 0


def main(arguments):
    parser = argparse.ArgumentParser(prog="auditor.py", description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("verify")
    one.add_argument("bundle")
    keys = one.add_mutually_exclusive_group()
    keys.add_argument("--vkey")
    keys.add_argument("--policy")
    one.add_argument("--checkpoint", action="append", default=[])
    one.add_argument("--state")
    one.add_argument("--tsa")
    one.add_argument("--indexes", choices=("newest", "all"), default="newest")
    two = commands.add_parser("witness")
    two.add_argument("action", choices=("init", "cosign", "show"))
    two.add_argument("--state", required=True)
    two.add_argument("--name")
    two.add_argument("--log", action="append", default=[], help="verifier key of a ledger to know")
    two.add_argument("--request", help="file of the request; standard input unless told")
    three = commands.add_parser("receipts")
    three.add_argument("file", help="a line for each: {answer, rows?, header?}")
    three.add_argument("--vkey", required=True)
    three.add_argument("--bundle", help="of the ledger: its entries are those that receipts are under")
    commands.add_parser("selftest")
    given = parser.parse_args(arguments)
    try:
        return {"verify": verify, "witness": witness, "receipts": receipts}[given.command](given) if given.command != "selftest" else selftest()
    except Wrong as error:
        print(f"CANNOT BE READ: {error}")
    except Exception as error:  # nothing that is given may end in a traceback
        print(f"CANNOT BE READ: {type(error).__name__}: {error}")
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
