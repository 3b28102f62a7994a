#!/usr/bin/env python3
"""verify_fair.py proof.json [receipt.json]: checks an evening by docs/fairness.md, in a hundred lines that anybody can read."""
import collections, datetime, hashlib, hmac, itertools, json, sys
text = lambda *parts: "".join(f"{part}\n" for part in parts).encode("ascii")
H = lambda *parts: hashlib.sha256(text(*parts)).hexdigest()
M = lambda key, *parts: hmac.digest(key, text(*parts), "sha256")
sha, plain = (lambda words: hashlib.sha256(words.encode()).hexdigest()), (lambda data: json.dumps(data, sort_keys=True, separators=(",", ":")))
first = lambda wrong: next((one for one in wrong if one), "")
of = lambda *kinds, a=-1, z=10**9: [(n, f) for n, kind, f, _ in E if kind in kinds and a < n < z]
subject = lambda f: ("match", f["match"]) if "match" in f else ("draw", f.get("draw", f.get("draw_no")))
root = lambda regs: H("fair-v1/list", ev, len(regs), *(f"{reg} {seeds[reg]}" for reg in sorted(regs)))
line_up = lambda g: H("fair-v1/lineup", f"{ev}/game/{g['game_no']}", *(f"{row[0]} {row[1]} {row[2]}" for row in g["lineup"]), g["entropy"])
gone = lambda z: {f["reg"] for n, f in of("withdrawn", "removed", "disqualified", z=z) if f["reg"] not in [back["reg"] for _, back in of("reinstated", a=n, z=z)]}
def line(words, check):  # check() says what is wrong first, or nothing
    try: wrong = check()
    except Exception: wrong = "can't be read"
    print(f"WRONG {words} [{wrong}]" if wrong else f"ok    {words}"); said.append(not wrong)
def unchained(items, ends, head="0" * 64):
    for n, item in enumerate(items, items[0]["entry"]["n"] if items else 1):
        head = H("fair-v1/log", head, sha(plain(item["entry"])))
        if (n, head) != (item["entry"]["n"], item["hash"]): return f"entry {item['entry']['n']}"
    return ends not in (None, head, (head, len(items))) and "the last entries are missing"
def derived(kind, n, count, *at):
    if kind != "roll": return sorted(range(n), key=lambda i: (M(at[0], "fair-v1/shuffle", *at[1:], i), i))[:count]
    stream = (byte for block in itertools.count() for byte in M(at[0], "fair-v1/roll", *at[1:], f"{count}d{n}", block))
    return [byte % n + 1 for byte in itertools.islice((byte for byte in stream if byte < 256 - 256 % n), count)]
def seal_due(field, starts, n):  # seals serve in their order; after a backup was put back they go on from a later one
    since, f = (of("restored", z=n) or [(-1, {field: 1, "matches": []})])[-1]
    return f[field] + sum(since < m < n for m in starts) + (len(f["matches"]) if field == "matches_from" else 0)
def entropy(what, key, given, wait):
    words, (came, new) = given.get("entropy", ""), next(((n, f) for n, f in of("entropy") if subject(f) == key), (10**9, {}))
    named = [{**f["entropy"], "at": datetime.datetime.fromisoformat(at).timestamp()} for n, _, f, at in E if n < came and isinstance(f.get("entropy"), dict) and subject(f) == key]
    named += [{"mode": "drand", "round": f["round"], "at": f["at"]} for _, f in of("frozen") if flat and subject(f) == key] or [{"mode": "none"}][len(named):]
    def wrong(mode, *rest):
        if new.get("line", words) != words or mode != named[-1]["mode"]: return "not what was named"
        if mode != "drand": return mode == "public" and "text" in new and sha(new["text"]) != rest[0] and "the text"
        if (named[-1].get("chain", rest[0]), named[-1]["round"]) != (rest[0], int(rest[1])) or 1692803367 + int(rest[1]) * 3 - 3 < named[-1]["at"] + wait: return "the round"
        return hashlib.sha256(bytes.fromhex(given.get("signature") or new["signature"])).hexdigest() != rest[2] and "the signature"
    line(f"{what}: without public randomness, as was said before." if words == "none" else f"{what}: its public randomness was named before anybody could know it.", lambda: wrong(*words.split(" ")))
def check_ledger():
    count, batches, rows = collections.Counter(), [], d["registered"]
    for n, f in of("seals"):
        batch = [f"{p} {count.update([p]) or count[p]}" for p in ["draw"] * f["draws"] + ["game"] * f["matches"]]; seals.update({f"{ev}/{one.replace(' ', '/')}": (shown.get(f"{ev}/{one.replace(' ', '/')}", ("", ""))[0], n) for one in batch})
        batches.append(sha("".join(f"{one} {seals[f'{ev}/' + one.replace(' ', '/')][0]}\n" for one in batch)) != f["hash"] and f"entry {n}")
    opened = {(scope, seed) for scope, (_, seed) in shown.items() if seed} | {(f"{ev}/draw/{w['draw_no']}", w["seed"]) for w in d["draws"]} | {(f"{ev}/game/{g['game_no']}", g["seed"]) for g in d["games"] if g["seed"]}
    logged, receipt = {f.get("reg", f["receipt"]): f["receipt"] for _, f in of("registered")}, lambda row: H("fair-v1/receipt", ev, row["reg"], row["client_seed"])
    name = lambda row: row.get("salt") and [H("fair-v1/name", row["reg"], row["salt"], sha(one)) for one in row["names"]] != [f["name"] for _, f in of("registered", "renamed") if f["reg"] == row["reg"]]
    line(f"The log: {len(log)} entries, each following on the one before.", lambda: unchained(log, d.get("head")))
    line(f"The seals: {len(seals)} were published before anybody registered.", lambda: first(batches) or (not flat and seals.keys() != shown.keys() or min(n for _, n in seals.values()) > min((n for n, _ in of("registered")), default=10**9)) and "not these")
    line(f"The seeds: {len(dict(opened))} are open, and each fits its seal.", lambda: first(H("fair-v1/commit", scope, bytes.fromhex(seed).hex()) != seals[scope][0] and scope for scope, seed in opened) or over and len(dict(opened)) < len(seals) and "some are closed")
    line(f"The registrations: {len(rows)}, each with the receipt that was given for it.", lambda: first((name(row) or row["client_seed"] and receipt(row) != logged.get(receipt(row) if flat else row["reg"])) and row["reg"] for row in rows) or not len(seeds) == len(rows) == len(logged) and "somebody is missing")
    if frozen and not flat: line(f"The list: everybody who had entered by the closing, {len(listed)} in all, and nobody else.", lambda: (root(listed), len(listed)) != (frozen[0][1]["root"], frozen[0][1]["count"]) and "the frozen list")
def check_draw(no, n, f, draw):
    order = next((done["order"] for _, done in of("drawn") if not flat and done["draw"] == no), list(seeds) if flat else None)
    if order is None: return print(f"later Draw {no}: was called off, or waits for its public randomness.")
    line(f"Draw {no}: made from the next seal, which was published before.", lambda: (not draw or seals[f"{ev}/draw/{no}"][1] > n or not flat and no != seal_due("draws_from", [m for m, _ in draws.values()], n)) and "not that one")
    line(f"Draw {no}: {len(order)} could be drawn; whoever could not is listed with a reason.", lambda: (root(order) != f["root"] or len({*order}) != len(order) or not flat and (not {*order} <= {*listed} - {out["reg"] for out in f["excluded"]} or any((done["root"], done["excluded"]) != (f["root"], f["excluded"]) for _, done in of("drawn") if done["draw"] == no))) and "the list" or first(reg not in {*order, *(out["reg"] for out in f.get("excluded", ()))} and reg for reg in listed))
    entropy(f"Draw {no}", ("draw", no), draw, 30)
    line(f"Draw {no}: the order of all {len(order)} is the one that the seed gives.", lambda: not sorted(order, key=lambda reg, key=M(bytes.fromhex(draw["seed"]), "fair-v1/draw", ev, no, f["root"], draw["entropy"]): (M(key, "fair-v1/rank", reg), reg)) == draw["order"] == (draw["order"] if flat else order) and "another order")
def check_match(number, match, n, items, games):
    cuts, tables = [m for m, _ in of("drawn", "round-empty", "draw-cancelled")], [(m, len(f["seats"])) for m, f in of("lineup", "match-made") if m in matches.values()]; begun = min([m for m, _ in tables if m > max([cut for cut in cuts if cut < n] + [-1])], default=n)  # the round's first table
    what, since = f"Match {number}", max([m for m, _ in of("round-empty", "draw-cancelled", z=begun)] + [m for m in matches.values() if m < begun] + [-1])
    answers, left = {f["reg"]: kind for m, kind, f, _ in E if since < m < begun and kind in ("here", "passed", "skipped")}, gone(begun)
    orders = [draw["order"] for draw in d["draws"]] if flat else [f["order"] for _, f in of("drawn", a=since, z=begun)]
    here = [reg for order in orders for reg in order if answers.get(reg) == ("here" if "here" in answers.values() else None) and reg not in left][:d["draws"][0]["places"] if flat else None]; at, own = sum(size for m, size in tables if begun <= m < n), dict(tables).get(n, len(here)); seats, unseated = here[at:at + own], here[at + own:] and not any(n < m < min([cut for cut in cuts if cut > n] + [10**9]) for m, _ in tables)
    if not flat and match not in [f["match"] for _, f in of("match-made")]: return print(f"later {what}: waits for its public randomness.")
    told, end = [f for _, f in of("lineup", "match-made") if f["match"] == match], next(((f["head"], f["seq"]) for _, f in of("match-ended") if f["match"] == match), None)
    again = [(go, f["matches_from"] + at) for _, f in of("restored") for at, go in enumerate(f["matches"]) if go["match"] == match]; parts = [(0, games[0]["game_no"] if flat else seal_due("matches_from", matches.values(), n))] + [(go["after"], no) for go, no in again]
    given = [go["lineup_before"] for go, _ in again] + [["", *(one["lineup"] for _, f in of("match-made", "restored") for one in [f, *f.get("matches", [])] if one.get("match") == match and one["lineup"])][-1]]  # the hash each part was given
    rows = {item["entry"]["n"]: {"data": {}, "chance": [], **item["entry"], **item.get("opened", {})} for item in items}
    starts, drawn = [m for m in rows if rows[m]["chance"]], [(m, *record) for m, row in sorted(rows.items()) for record in row["chance"]] if not flat else [(1, kind, r["label"], r["attempt"], r.get("sides", r.get("n")), r.get("count", r.get("n")), r[values]) for kind, values in (("roll", "dice"), ("shuffle", "order")) for r in games[0][f"{kind}s"]]
    undone = {(f["label"], f["attempt"]): 0 for _, f in of("voided") if flat} | {(*record[1:3],): m for m, row in rows.items() for seq in row["data"].get("seqs", ()) for record in rows[seq]["chance"]}
    chance = lambda g, m, kind, label, attempt, sides, count, values: derived(kind, sides, count, bytes.fromhex(g["seed"]), f"{ev}/game/{g['game_no']}", line_up(g), label, attempt) != values and (label if flat else f"entry {m}")
    def faces(m, after, shown={}):  # the dice that entries tell of are those that were rolled for them; where they have pictures, a side has one
        fell, says = [face for record in rows[m]["chance"] if record[0] == "roll" for face in record[5]], [rows[k]["data"] for k in range(m, after)]
        throws, told = [f for f in says if "dice" in f], [one if isinstance(one, list) else [one] for f in says for one in (f.get("face", []), f.get("faces", []))]
        return (any(len(f["faces"]) != len(fell) or any(shown.setdefault((f["type"], side), face) != face for side, face in zip(fell, f["faces"])) for f in throws) or not throws and collections.Counter(fell) - collections.Counter(sum(told, []))) and f"entry {m}"
    if not flat: line(f"{what}: a log of {len(items)} entries{'' if end else ' so far'}, each following on the one before.", lambda: unchained(items, end))
    line(f"{what}: {len(seats)} players, seated as they were drawn and answered.", lambda: first(reg for order in orders for at, reg in enumerate(order) if reg not in left and reg not in answers and {*order[at:]} & {*here} and "here" in answers.values()) or (unseated or not flat and seals.get(f"{ev}/game/{parts[0][1]}", ("", n))[1] >= n or [no for _, no in parts] != [g["game_no"] for g in games] or any([seat["reg"] for seat in f["seats"]] != seats for f in told)) and "others were drawn" or first(([row[1] for row in g["lineup"]] != seats or any(seeds[row[1]] != row[2] for row in g["lineup"]) or not flat and (g["entropy"] != (games[-1]["entropy"] if given[at] else "") or given[at] not in ("", line_up(g)))) and "the line-up" for at, g in enumerate(games)))
    if not flat: entropy(what, ("match", match), games[-1] if games else {}, 3)
    if games and not all(g["seed"] for g in games): print(f"later {what}: its rolls, {len(drawn)} so far, can be checked when its seed is open.")
    else: line(f"{what}: all rolls and draws, {len(drawn)} of them, come from its sealed seed.", lambda: first(not (flat or given[sum(after < one[0] for after, _ in parts) - 1]) and f"entry {one[0]}" or chance(games[sum(after < one[0] for after, _ in parts) - 1], *one) for one in drawn) or first(faces(m, after) for m, after in zip(starts, starts[1:] + [len(rows) + 1])))
    line(f"{what}: nothing was rolled again that wasn’t undone first.", lambda: first((one[2:4] in [two[2:4] for two in drawn[:at]] or one[3] and not undone.get((one[2], one[3] - 1), 10**9) < one[0]) and one[2] for at, one in enumerate(drawn)))
    sealed = [(H("fair-v1/choice", f"{ev}/game/{match}", c["label"], c["seat"], c["salt"], c["code"]) != c["commit"] and c["label"]) for c in games[0]["choices"]] if flat else [("opened" not in item and over or "opened" in item and H("fair-v1/sealed", match, item["entry"]["n"], item["opened"]["salt"], sha(plain({name: item["opened"][name] for name in ("data", "chance")}))) != item["entry"]["sealed"]) and f"entry {item['entry']['n']}" for item in items if "sealed" in item["entry"]]
    if sealed: line(f"{what}: what was sealed is what was opened, {len(sealed)} in all.", lambda: first(sealed))
def check_receipt(mine):
    rows = [row["reg"] for row in d["registered"]]; on = [reg for reg in rows if flat or reg in listed]; reg = mine["reg"]
    words = f"Your registration is number {on.index(reg) + 1} of {len(on)} on the list." if reg in on else "Your registration is in the log, and left the list again." if reg in rows else f"Your registration is one of the {len(on)} on the list."
    line(words, lambda: reg not in rows and "it is missing" or (H("fair-v1/receipt", ev, reg, mine["client_seed"]) != mine["receipt"] or mine["receipt"] not in [f["receipt"] for _, f in of("registered")] or seeds[reg] not in ("", mine["client_seed"])) and "the receipt")
    if mine.get("head"): line("What your browser saw of the log is still in it.", lambda: all(item["hash"] != mine["head"] for item in log) and mine["head"])
d, said = json.load(open(sys.argv[1], encoding="utf-8")), []; ev, log = d["event"], d["log"]
E, flat, seeds = [(e["n"], e["kind"], e.get("data", e), e.get("at")) for e in (item["entry"] for item in log)], not any("data" in item["entry"] for item in log), {row["reg"]: row["client_seed"] for row in d["registered"]}
shown, frozen, over = {one["scope"]: (one["commit"], one["seed"]) for one in d.get("seals", ())}, of("frozen"), of("finished", "cancelled"); closed = min([n for n, _ in frozen], default=10**9); seals = {f["scope"]: (f["commit"], n) for n, f in of("commit")}
listed = [] if flat else [f["reg"] for _, f in of("registered", "promoted", z=closed) if f.get("status", "registered") == "registered" and f["reg"] not in gone(closed)]
draws, matches = {f.get("draw", f.get("draw_no")): (n, f) for n, f in reversed(of("frozen") if flat else of("draw-frozen", "drawn"))}, {f["match"]: n for n, f in reversed(of("lineup", "match-made"))}; check_ledger()
for no, (n, f) in sorted(draws.items()): check_draw(no, n, f, next((draw for draw in d["draws"] if draw["draw_no"] == no), {}))
for number, (match, n) in enumerate(sorted(matches.items(), key=lambda one: one[1]), 1): check_match(number, match, n, next((one["log"] for one in d["matches"] if one["match"] == match), []), [g for g in d["games"] if g["match"] == match])
for g in d["games"] if flat else (): check_match(g["game_no"], g["game_no"], 10**9, [], [g])
if len(sys.argv) > 2: check_receipt(json.load(open(sys.argv[2], encoding="utf-8")))
print(f"{said.count(False)} OF {len(said)} CHECKS FAILED" if False in said else f"ALL {len(said)} CHECKS HOLD"); sys.exit(False in said)
