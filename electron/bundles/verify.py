#!/usr/bin/env python3
"""Verifies an evidence bundle: python3 verify.py [folder]. Standard library only; exit code 0 means it holds."""
import base64, hashlib, json, os, sys
root = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
failures = []
def fail(where, what):
    failures.append(where)
    print(f"FAIL  {where}: {what}")
def read(name):
    with open(os.path.join(root, name), "rb") as file:
        return file.read()
def sha(data): return hashlib.sha256(data).digest()
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
def times(n, p):
    q = (0, 1, 1, 0)
    while n:
        if n & 1: q = add(q, p)
        p, n = add(p, p), n >> 1
    return q
BASE = point(bytes.fromhex("58" + "66" * 31))
def signed(key, text, signature):
    a, r, s = point(key), point(signature[:32]), int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or a is None or r is None or s >= L: return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + text).digest(), "little") % L
    left, right = times(s, BASE), add(r, times(h, a))
    return all((left[i] * right[2] - right[i] * left[2]) % P == 0 for i in (0, 1))
def key_of(vkey):
    """Id and bytes of a verifier key of this ledger; bytes that are no key where the id is not its key's."""
    key = base64.b64decode(vkey.split("+", 2)[2])[1:]
    key_id = sha(origin.encode() + b"\n\x01" + key)[:4]
    return (key_id, key) if vkey.startswith(f"{origin}+{key_id.hex()}+") else (b"", b"\xff" * 32)
def key_at(size): return [vkey for first, vkey in keys if first <= size][-1]
def open_note(name, note):
    """Size and root of a checkpoint (C2SP signed note) signed by the key in force at its size, or None."""
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
def head(leaves):
    if len(leaves) < 2: return leaves[0] if leaves else sha(b"")
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return sha(b"\x01" + head(leaves[:half]) + head(leaves[half:]))
def climb(leaf, index, size, path):
    first, last, result = index, size - 1, leaf
    for each in path:
        if last == 0: return None
        if first & 1 or first == last:
            result = sha(b"\x01" + each + result)
            while not first & 1 and first: first, last = first >> 1, last >> 1
        else:
            result = sha(b"\x01" + result + each)
        first, last = first >> 1, last >> 1
    return result if last == 0 else None

# 1. Files
listed = dict(reversed(line.split("  ", 1)) for line in read("SHA256SUMS").decode().splitlines())
found = {os.path.relpath(os.path.join(at, n), root).replace(os.sep, "/") for at, _, names in os.walk(root) for n in names}
for name in sorted(found ^ set(listed) ^ {"SHA256SUMS"}):
    fail(name, "is missing" if name in listed else "is not in SHA256SUMS")
for name in sorted(found & set(listed)):
    if sha(read(name)).hex() != listed[name]: fail(name, "does not have the hash in SHA256SUMS")

# 2. Keys (that of the genesis, and each that two keys signed for), checkpoint, manifest
manifest, vkey, lines = json.loads(read("manifest.json")), read("keys/ledger.vkey").decode().strip(), read("entries.ndjson").split(b"\n")
origin, keys = vkey.split("+")[0], [(0, manifest["vkey"])]
for entry in [json.loads(line) for line in lines if b'"type":"ledger.keyrotate/v1"' in line]:
    text = json.dumps({name: entry[name] for name in entry if name != "signatures"}, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    both = [signed(key_of(entry[name])[1], text.encode(), base64.b64decode(entry["signatures"][name])) for name in ("previous_vkey", "vkey")]
    if both == [True, True] and entry["previous_vkey"] == keys[-1][1] and entry["vkey"] not in [each for _, each in keys]: keys.append((entry["seq"] + 1, entry["vkey"]))
    else: fail(f"entry {entry['seq']}", "is not a change of key that both keys signed")
if base64.b64decode("".join(read("keys/ledger.pub.pem").decode().strip().splitlines()[1:-1]))[-32:] != key_of(vkey)[1]: fail("keys/ledger.pub.pem", "is not the key of keys/ledger.vkey")
size, top = open_note("checkpoint.note", read("checkpoint.note")) or (0, b"")
if key_at(size) != vkey or manifest["size"] != size: fail("manifest.json", "does not name this key and checkpoint")

# 3. Entries: order, links, place in the tree
entries, leaves, hashes, record, chains, erased, last = {}, [], {}, None, {}, set(), ""
if lines.pop() != b"": fail("entries.ndjson", "does not end with a line feed")
seqs, span = [json.loads(line)["seq"] for line in lines], manifest["range"]
# Outside a range stand the genesis, the changes of key, and the erasures that reach into it
beside = {0, *(first - 1 for first, _ in keys[1:]), *(seq for seq in seqs if span and seq > span["to"])}
wanted = sorted(set(range(size)) if manifest["kind"] == "full" else {*range(span["from"], span["to"] + 1), *beside} if span else set(seqs))
if seqs != wanted or len(seqs) != manifest["entries"]: fail("entries.ndjson", "has entries too few, too many, or out of order")
for line in lines:
    entry = json.loads(line)
    seq, kind, name = entry["seq"], entry["type"], "sha256:" + sha(line).hex()
    leaves.append(sha(b"\0" + line))
    if entry["created_at"] < last: fail(f"entry {seq}", "is dated before the entry that precedes it")
    if kind == "ledger.clock/v1" and (sorted(entry) != ["created_at", "observed", "reason", "seq", "type"] or entry["reason"] not in ("ahead", "behind") or entry["created_at"] < entry["observed"] or manifest["kind"] == "full" and entry["created_at"] != max(last, entry["observed"])): fail(f"entry {seq}", "does not declare the clock as it must be")
    last, label = entry["created_at"], entry.get("id", f"seq-{seq}")
    entries[label], hashes[label] = entry, name
    if seq == 0 and (kind != "ledger.genesis/v1" or entry["vkey"] != manifest["vkey"]): fail("entry 0", "is not the genesis of this key")
    if kind == "ledger.record/v1" or seq == 0:
        if record and (manifest["kind"] == "full" or record[0] > 0 and span) and entry["previous_hash"] != record[1]:
            fail(f"entry {seq}", "does not link to the record before it")
        record = (seq, name)
    if kind == "ledger.intervention/v1":
        before = chains.get(entry["record_id"]) or (hashes.get(entry["record_id"], entry["previous_hash"]) if entry["n"] == 1 else None)
        if before and entry["previous_hash"] != before: fail(f"entry {seq}", "does not link to what came before it on its record")
        chains[entry["record_id"]] = name
    if kind == "ledger.erasure/v1":
        if hashes.get(entry["target_id"], entry["target_hash"]) != entry["target_hash"]: fail(f"entry {seq}", "erases another entry than it names")
        erased |= {(entry["target_id"], field) for field in entry["fields"]}
    if manifest["kind"] != "full":
        proof, _, note = read(f"proofs/{label}.tlog-proof").partition(b"\n\n")
        head_line, index, *path = proof.decode().split("\n")
        place = climb(leaves[-1], seq, size, [base64.b64decode(each) for each in path])
        if head_line != "c2sp.org/tlog-proof@v1" or index != f"index {seq}" or note != read("checkpoint.note") or place != top:
            fail(f"proofs/{label}.tlog-proof", f"does not lead from entry {seq} to the checkpoint")
if manifest["kind"] == "full" and head(leaves) != top: fail("entries.ndjson", "does not have the root of the checkpoint")
for name in sorted(n for n in found if n.startswith(("checkpoints/", "anchors/"))):
    known = open_note(name, read(name))
    if known and (known[0] > size or manifest["kind"] == "full" and head(leaves[: known[0]]) != known[1]): fail(name, "speaks of another ledger")

# 4. Payloads: each what its entry commits to, and none missing without a reason
seen, withheld = set(), {(each["id"], each["field"]) for each in manifest["withheld"]}
for line in read("payloads.ndjson").decode().split("\n")[:-1]:
    front, _, value = line.partition('","value":')
    part = json.loads(front + '"}')
    commit = entries.get(part["id"], {}).get("commit", {}).get(part["field"])
    preimage = f'["ledger.field/v1","{part["salt"]}","{part["field"]}",{value[:-1]}]'
    if commit != "sha256:" + sha(preimage.encode()).hex(): fail(f'{part["id"]} {part["field"]}', "FIELD_ALTERED: is not what the entry commits to")
    seen.add((part["id"], part["field"]))
for label, entry in entries.items():
    for field in entry.get("commit", {}):
        if (label, field) not in seen | erased | withheld: fail(f"{label} {field}", "MISSING_UNDECLARED: is not there, and nothing says why")
print(f"{'NOT VERIFIED' if failures else 'VERIFIED'}: {len(lines)} entries, {len(seen)} values, checkpoint of {size} entries of {origin}")
sys.exit(1 if failures else 0)
