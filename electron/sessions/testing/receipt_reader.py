"""Reads receipts with Python's standard library and openssl alone, by docs/ledger-format.md ("Receipts of data sessions").

Input: a key in PEM, a file of lines {header, rows, answer}. Prints the number of each receipt that does not hold, with the reason.
"""
import base64
import hashlib
import json
import subprocess
import sys
import tempfile


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def bytes_of(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def canonical(value):
    """RFC 8785 of what the rows of the test have: ASCII names, whole numbers, halves, texts."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def tree(leaves):
    if not leaves:
        return sha(b"")
    if len(leaves) == 1:
        return leaves[0]
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return sha(b"\x01", tree(leaves[:split]), tree(leaves[split:]))


def climbs(leaf, index, size, path):
    """The root that a path leads to."""
    if size == 1:
        return leaf
    split = 1
    while split * 2 < size:
        split *= 2
    if index < split:
        return sha(b"\x01", climbs(leaf, index, split, path[:-1]), path[-1])
    return sha(b"\x01", path[-1], climbs(leaf, index - split, size - split, path[:-1]))


def is_signed(pem, head, signature):
    with tempfile.TemporaryDirectory() as folder:
        for name, data in (("head", head), ("sig", signature)):
            with open(f"{folder}/{name}", "wb") as file:
                file.write(data)
        command = ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", pem, "-rawin"]
        command += ["-in", f"{folder}/head", "-sigfile", f"{folder}/sig"]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


def faults(pem, given, before):
    answer, rows = given["answer"], given["rows"]
    header = dict(each.split("=", 1) for each in given["header"].split(";"))
    receipt = json.loads(answer["receipt"])
    head, root = bytes_of(header["head"]), bytes_of(header["root"])
    if sha(answer["receipt"].encode()) != head or canonical(receipt) != answer["receipt"]:
        yield "head"
    if not is_signed(pem, head, bytes_of(header["sig"])):
        yield "signature"
    if receipt["previous"] != before:
        yield "chain"
    if receipt["n"] != int(header["n"]) or bytes_of(receipt["root"]) != root:
        yield "header"
    if bytes_of(receipt["request"]) != sha(answer["request"].encode()):
        yield "request"
    salts = {each["record_id"]: each["salt"] for each in answer["salts"]}
    ids = [row.get("record_id", f"result_{place}") for place, row in enumerate(rows, 1)]
    told = [salts.get(each, "") for each in ids]
    leaves = [sha(b"\x00", f'["receipt.row/v1","{salt}",{canonical(row)}]'.encode()) for salt, row in zip(told, rows)]
    if tree(leaves) != root:
        yield "rows"
    anchor = answer["anchor"]
    line, batch = json.loads(anchor["line"]), json.loads(anchor["entry"])
    path = [bytes_of(each) for each in anchor["path"]]
    size = batch["to"] - batch["from"] + 1
    if "sha256:" + climbs(sha(b"\x00", anchor["line"].encode()), anchor["index"], size, path).hex() != batch["root"]:
        yield "anchor"
    if line[:4] != ["session_usage", receipt["session_id"], receipt["n"], head.hex()]:
        yield "line"


def main(pem, file):
    before = None
    with open(file, encoding="utf-8") as lines:
        for text in lines:
            given = json.loads(text)
            for fault in faults(pem, given, before):
                print(given["answer"]["n"], fault)
            before = given["answer"]["head"]


main(*sys.argv[1:])
