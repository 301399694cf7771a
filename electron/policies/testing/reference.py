"""Views and statistics computed once more, with nothing but the standard library: a JSON list of questions on standard
input, a list of answers on standard output."""
import decimal
import hashlib
import hmac
import json
import math
import sys
from fractions import Fraction


def canonical(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, sort_keys=True)


def digest(key, tag, value):
    text = '["%s",%s]' % (tag, canonical(value))
    return hmac.new(bytes.fromhex(key), text.encode(), hashlib.sha256).digest()


def uniform(drawn, offset):
    bits = int.from_bytes(drawn[offset : offset + 8], "big") >> 12
    return (bits + 0.5) / 2**52


def exact(number):
    return Fraction(decimal.Decimal(repr(number)))


def nearest(quotient):
    """To the nearest whole number, halves away from zero."""
    whole = math.floor(abs(quotient) + Fraction(1, 2))
    return whole if quotient >= 0 else -whole


def number(value):
    whole = int(value)
    return whole if whole == value else float(value)


def hashed(key, field, value):
    return "hmac-sha256:" + digest(key, "view.hash/v1", [field, value]).hex()[:32]


def days(key, subject):
    drawn = digest(key, "view.date-shift/v1", subject)
    x = int.from_bytes(drawn[:6], "big") % 730
    return x - 365 if x < 365 else x - 364


def noisy(key, field, subject, value, scale, step):
    u = uniform(digest(key, "view.noise/v1", [field, subject, value]), 0)
    z = math.log(2 * u) if u < 0.5 else -math.log(2 * (1 - u))
    return number(nearest(exact(value + scale * z) / exact(step)) * exact(step))


def threshold(k, m, epsilon):
    most = m / (1e-6 * (1 + math.exp(-epsilon / m)))
    return k * m + math.ceil(math.log(most) * m / epsilon)


def draw(key, query, group, measure, e):
    drawn = digest(key, "disclosure.noise/v1", [query, group, measure])
    first, second = (math.floor(math.log(uniform(drawn, at)) / -e) for at in (0, 8))
    return first - second


def chosen(dataset_key, rows, most):
    """Of each entity the first rows by their digest. Rows are [seq, ordinal, entity, values]."""
    entities = {}
    for row in rows:
        entities.setdefault(canonical(row[2]), []).append(row)
    for owned in entities.values():
        owned.sort(key=lambda row: digest(dataset_key, "disclosure.row/v1", row[:2]))
        yield owned[:most]


def cell(key, dataset_key, query, group, terms, fields, rows):
    """One group: its count, and of each field mean and sum; nothing where it is not shown."""
    owned = list(chosen(dataset_key, rows, terms["rows_per_entity"]))
    counted = [row for each in owned for row in each]
    m, per = terms["rows_per_entity"], terms["epsilon_per_answer"] / (1 + len(fields))
    n = len(counted) + draw(key, query, group, "n", per / m)
    if len(owned) < terms["min_entities"] or n < threshold(terms["min_entities"], m, per):
        return None
    shown = {"n": nearest(Fraction(n, terms["round_counts"])) * terms["round_counts"]}
    for place, (name, low, high, step) in enumerate(fields):
        least, most, size = exact(low), exact(high), exact(step)
        k = int((most - least) / size)
        c = 0
        for row in counted:
            clamped = min(max(exact(row[3][place]), least), most)
            c += 2 * nearest((clamped - least) / size) - k
        c += draw(key, query, group, name, per / (m * k))
        middle = (least + most) / 2
        mean = middle + Fraction(c, n) * size / 2
        total = n * middle + c * size / 2
        shown[name] = {
            "avg": number(min(max(nearest(mean / size) * size, least), most)),
            "sum": number(nearest(total / size) * size),
        }
    return shown


def query_digest(*question):
    return hashlib.sha256(canonical(list(question)).encode()).hexdigest()


asked = {
    "hashed": hashed,
    "days": days,
    "noisy": noisy,
    "threshold": threshold,
    "draw": draw,
    "cell": cell,
    "query_digest": query_digest,
}
json.dump([asked[name](*given) for name, *given in json.load(sys.stdin)], sys.stdout)
