#!/usr/bin/env python3
"""Verifies an evidence bundle: python3 verify.py [folder]. Standard library only; exit code 0 means it holds."""
import base64, functools, hashlib, json, os, sqlite3, sys
root, failures = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__)), []
def fail(where, what):
    failures.append(where)
    print(f"FAIL  {where}: {what}")
def opened(name): return open(os.path.join(root, name), "rb")
def read(name): return opened(name).read()
def lines_of(name):
    for line in opened(name):
        if line[-1:] != b"\n": fail(name, "does not end with a line feed")
        yield line.rstrip(b"\n")
def files_in(folder=""):
    for each in os.scandir(os.path.join(root, folder)):
        yield from files_in(f"{folder}{each.name}/") if each.is_dir(follow_symlinks=False) else [folder + each.name]
def sha(data): return hashlib.sha256(data).digest()
def hash_of(name):
    digest, file = hashlib.sha256(), opened(name)
    for piece in iter(lambda: file.read(1 << 20), b""): digest.update(piece)
    return digest.hexdigest()
index = sqlite3.connect("")  # what has to be remembered of many files and entries, on disk where it grows
index.execute("CREATE TABLE kept (kind, name, field, hash, PRIMARY KEY (kind, name, field)) WITHOUT ROWID")
def keep(*row): index.execute("INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?)", row)
def find(*key): return (index.execute("SELECT hash FROM kept WHERE kind = ? AND name = ? AND field = ?", key).fetchone() or [None])[0]
def drop(*key): index.execute("DELETE FROM kept WHERE kind = ? AND name = ? AND field = ?", key)
def left(kind): return index.execute("SELECT name, field FROM kept WHERE kind = ?", [kind])
# Ed25519 (RFC 8032), verification only
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D, I = -121665 * pow(121666, P - 2, P) % P, pow(2, (P - 1) // 4, P)
def point(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    x2 = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(x2, (P + 3) // 8, P)
    if (x * x - x2) % P: x = x * I % P
    if y >= P or (x * x - x2) % P or (x == 0 and sign): return None
    if x & 1 != sign: x = P - x
    return (x, y, 1, x * y % P)
def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)
def times(n, p): return add(p if n & 1 else (0, 1, 1, 0), times(n >> 1, add(p, p))) if n else (0, 1, 1, 0)
BASE = point(bytes.fromhex("58" + "66" * 31))
def signed(key, text, signature):
    a, r, s = point(key), point(signature[:32]), int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or a is None or r is None or s >= L: return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + text).digest(), "little") % L
    left, right = times(s, BASE), add(r, times(h, a))
    return all((left[i] * right[2] - right[i] * left[2]) % P == 0 for i in (0, 1))
def key_of(vkey):  # id and bytes of a verifier key of this ledger; bytes that are no key where the id is not its key's
    key = base64.b64decode(vkey.split("+", 2)[2])[1:]
    key_id = sha(origin.encode() + b"\n\x01" + key)[:4]
    return (key_id, key) if vkey.startswith(f"{origin}+{key_id.hex()}+") else (b"", b"\xff" * 32)
def key_at(size): return [vkey for first, vkey in keys if first <= size][-1]
def open_note(name, note):  # size and root of a checkpoint (C2SP signed note) signed by the key in force at its size, or None
    body, gap, lines = note.decode().partition("\n\n")
    named, size, head = (body.split("\n") + ["", ""])[:3]
    key_id, key = key_of(key_at(int(size) if size.isdigit() else 0))
    for line in lines.splitlines() if gap else []:
        dash, who, blob = (line.split(" ") + ["", ""])[:3]
        raw = base64.b64decode(blob)
        if dash == "—" and who == origin and raw[:4] == key_id:
            if not signed(key, body.encode() + b"\n", raw[4:]): break
            if body == f"{origin}\n{size}\n{head}": return int(size), base64.b64decode(head)
    return fail(name, "is not a checkpoint signed by keys/ledger.vkey")
# RFC 6962: tree head, inclusion
def grow(heads, leaf, size):
    while size & 1: leaf, size = sha(b"\x01" + heads.pop() + leaf), size >> 1
    heads.append(leaf)
def head(heads): return functools.reduce(lambda right, left: sha(b"\x01" + left + right), heads[::-1] or [sha(b"")])
def climb(leaf, at, size, path):
    last = size - 1
    for each in path:
        if last == 0: return None
        is_right = at & 1 or at == last
        leaf = sha(b"\x01" + (each + leaf if is_right else leaf + each))
        while is_right and not at & 1 and at: at, last = at >> 1, last >> 1
        at, last = at >> 1, last >> 1
    return leaf if last == 0 else None
# 1. Files
for line in lines_of("SHA256SUMS"): keep("file", line.decode()[66:], "", line.decode()[:64])
for name in files_in():
    listed = find("file", name, "")
    if name != "SHA256SUMS" and hash_of(name) != listed: fail(name, "does not have the hash in SHA256SUMS" if listed else "is not in SHA256SUMS")
    drop("file", name, "")
for name, _ in left("file"): fail(name, "is missing")
# 2. Keys (that of the genesis, and each that two keys signed for), checkpoints, manifest
manifest, note, vkey = json.loads(read("manifest.json")), read("checkpoint.note"), read("keys/ledger.vkey").decode().strip()
origin, keys = vkey.split("+")[0], [(0, manifest["vkey"])]
for entry in (json.loads(line) for line in opened("entries.ndjson") if b'"type":"ledger.keyrotate/v1"' in line):
    text = json.dumps({name: entry[name] for name in entry if name != "signatures"}, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    both = [signed(key_of(entry[name])[1], text.encode(), base64.b64decode(entry["signatures"][name])) for name in ("previous_vkey", "vkey")]
    if both == [True, True] and entry["previous_vkey"] == keys[-1][1] and entry["vkey"] not in [each for _, each in keys]: keys.append((entry["seq"] + 1, entry["vkey"]))
    else: fail(f"entry {entry['seq']}", "is not a change of key that both keys signed")
if base64.b64decode("".join(read("keys/ledger.pub.pem").decode().strip().splitlines()[1:-1]))[-32:] != key_of(vkey)[1]: fail("keys/ledger.pub.pem", "is not the key of keys/ledger.vkey")
size, top = open_note("checkpoint.note", note) or (0, b"")
if key_at(size) != vkey or manifest["size"] != size: fail("manifest.json", "does not name this key and checkpoint")
others = sorted(name for name in files_in() if name.startswith(("checkpoints/", "anchors/")))
known = [(name, *said) for name in others for said in [open_note(name, read(name))] if said]
# 3. Entries: order, links, place in the tree
full, span, changes = manifest["kind"] == "full", manifest["range"], {first - 1 for first, _ in keys[1:]}
def follows(seq, before):  # outside a range stand the genesis, the changes of key, and behind it the erasures that reach into it
    if full or span and span["from"] < seq <= span["to"]: return seq == before + 1
    beside = seq == 0 or span and before >= 0 and (seq in changes or seq == span["from"] if seq <= span["from"] else span["to"] <= before)
    return seq > before and (not span or beside)
tree, roots, record, count, values, ordered, last_seq, last = [], {}, None, 0, 0, True, -1, ""
for line in lines_of("entries.ndjson"):
    entry, leaf = json.loads(line), sha(b"\0" + line)
    seq, kind, name = entry["seq"], entry["type"], "sha256:" + sha(line).hex()
    grow(tree, leaf, count)
    ordered, last_seq, count = ordered and follows(seq, last_seq), seq, count + 1
    if any(count == each for _, each, _ in known): roots[count] = head(tree)
    if entry["created_at"] < last: fail(f"entry {seq}", "is dated before the entry that precedes it")
    if kind == "ledger.clock/v1" and (sorted(entry) != ["created_at", "observed", "reason", "seq", "type"] or entry["reason"] not in ("ahead", "behind") or entry["created_at"] < entry["observed"] or full and entry["created_at"] != max(last, entry["observed"])): fail(f"entry {seq}", "does not declare the clock as it must be")
    last, label = entry["created_at"], entry.get("id", f"seq-{seq}")
    keep("entry", label, "", name)
    for field, value in entry.get("commit", {}).items(): keep("commit", label, field, value)
    if seq == 0 and (kind != "ledger.genesis/v1" or entry["vkey"] != manifest["vkey"]): fail("entry 0", "is not the genesis of this key")
    if kind == "ledger.record/v1" or seq == 0:
        if record and (full or record[0] > 0 and span) and entry["previous_hash"] != record[1]: fail(f"entry {seq}", "does not link to the record before it")
        record = (seq, name)
    if kind == "ledger.intervention/v1":
        before = find("chain", entry["record_id"], "") or (find("entry", entry["record_id"], "") if entry["n"] == 1 else None)
        if before and entry["previous_hash"] != before: fail(f"entry {seq}", "does not link to what came before it on its record")
        keep("chain", entry["record_id"], "", name)
    if kind == "ledger.erasure/v1":
        if find("entry", entry["target_id"], "") not in (None, entry["target_hash"]): fail(f"entry {seq}", "erases another entry than it names")
        for field in entry["fields"]: keep("excused", entry["target_id"], field, "erased")
    if not full:
        proof, _, its_note = read(f"proofs/{label}.tlog-proof").partition(b"\n\n")
        head_line, index_line, *path = proof.decode().split("\n")
        place = climb(leaf, seq, size, [base64.b64decode(each) for each in path])
        if head_line != "c2sp.org/tlog-proof@v1" or index_line != f"index {seq}" or its_note != note or place != top: fail(f"proofs/{label}.tlog-proof", f"does not lead from entry {seq} to the checkpoint")
if not ordered or count != manifest["entries"] or full and count != size or span and last_seq < span["to"]: fail("entries.ndjson", "has entries too few, too many, or out of order")
if full and head(tree) != top: fail("entries.ndjson", "does not have the root of the checkpoint")
for name in [each for each, its_size, its_root in known if its_size > size or full and roots.get(its_size) != its_root]: fail(name, "speaks of another ledger")
# 4. Payloads: each what its entry commits to, and none missing without a reason
for line in lines_of("payloads.ndjson"):
    front, _, value = line.decode().partition('","value":')
    part, values = json.loads(front + '"}'), values + 1
    preimage = f'["ledger.field/v1","{part["salt"]}","{part["field"]}",{value[:-1]}]'
    if find("commit", part["id"], part["field"]) != "sha256:" + sha(preimage.encode()).hex(): fail(f'{part["id"]} {part["field"]}', "FIELD_ALTERED: is not what the entry commits to")
    drop("commit", part["id"], part["field"])
for each in manifest["withheld"]: keep("excused", each["id"], each["field"], "withheld")
for label, field in (each for each in left("commit") if not find("excused", *each)): fail(f"{label} {field}", "MISSING_UNDECLARED: is not there, and nothing says why")
print(f"{'NOT VERIFIED' if failures else 'VERIFIED'}: {count} entries, {values} values, checkpoint of {size} entries of {origin}")
sys.exit(1 if failures else 0)
