#!/usr/bin/env python3
"""Plays at random on one seat of a room, until the game is over:
    SENDA_TOKEN=... python3 bot.py http://127.0.0.1:8080/r/ROOM
The room's host makes the token. Needs Python 3.10 or newer. docs/protocol.md says what all of this means.
"""
import base64, json, os, sys, time
from http.client import HTTPConnection, HTTPSConnection
from random import choice
from urllib.parse import urlsplit


class Socket:
    """As much of a WebSocket as a room needs."""
    def __init__(self, link, token):
        url = urlsplit(link)
        connection = (HTTPSConnection if url.scheme == "https" else HTTPConnection)(url.netloc)
        connection.request("GET", url.path.replace("/r/", "/api/rooms/") + "/socket", headers={
            "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
            "Sec-WebSocket-Protocol": "senda.v2", "Authorization": f"Bearer {token}"})
        self.answer, self.raw = connection.getresponse(), connection.sock
        if self.answer.status != 101: sys.exit(f"refused: {self.answer.status} {self.answer.read().decode()}")

    def send(self, data, opcode=1):
        size = bytes([128 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))
        self.raw.sendall(bytes([128 | opcode]) + size + mask + masked)

    def texts(self):
        read, text = self.answer.fp.read, b""
        while head := read(2):
            size = head[1] if head[1] < 126 else int.from_bytes(read(2 if head[1] == 126 else 8), "big")
            opcode, data = head[0] & 15, read(size)
            if opcode == 9: self.send(data, 10)
            if opcode < 8: text += data  # a proxy may send it in several frames
            if opcode < 8 and head[0] > 127:
                yield json.loads(text)
                text = b""
            if opcode == 8: sys.exit(f"closed with {int.from_bytes(data[:2], 'big')}")


def unpack(packed, shapes):
    """A packed value as it is meant, but for the `change` of a step, which this bot does without."""
    if not isinstance(packed, list): return packed
    if packed[0] == 0: return [unpack(one, shapes) for one in packed[1:]]
    if packed[0] == -1: return {key: unpack(one, shapes) for key, one in zip(packed[1::2], packed[2::2])}
    rest = iter(packed[1:])
    return dict(key if isinstance(key, list) else (key, next(rest) if key == "change" else unpack(next(rest), shapes))
                for key in shapes[packed[0] - 1])


def decisions(may):
    """What may be decided, by the seat's `choices`. This bot leaves out what is never needed, as swaps and doors."""
    def each(kind, part, *names, **more):
        parts = [one if isinstance(one, dict) else {names[0]: one} for one in may[part]]
        return [{"type": kind, **{name: one[name] for name in names if name in one}, **more} for one in parts]
    match may.get("type", "section_x"):
        case "start": return each("start", "marks", "mark")
        case "path": return each("path", "paths", "port")
        case "swap": return [{"type": "keep"}]
        case "place" if "placements" in may: return each("place", "placements", "tile", "rotation", "port")
        case "place": return each("place", "squares", "square")
        case "exchange": return each("exchange", "squares", "square", hand=may["hand"][0])
        case "fill": return each("fill", "hand", "hand", rotation=0)
        case "penalty": return each("penalty", "pawns", "pawn")
        case "push": return [{"type": "push", "to": one["square"]} for one in may["to"]]
        case "flow": return [{"type": "stop"}] + [{"type": "follow", "to": one["square"]} for one in may["to"]]
        case "act":
            moves = (dict(type="move", pawn=one["pawn"], to=to["square"]) for one in may["moves"] for to in one["to"])
            return [{"type": "end_turn"}, *each("open", "open", "square"), *moves]
        case _:
            some = [dict(type="step", prisoner=of["prisoners"][0], to=at["to"]) for of in may["steps"]
                    for at in of["to"]]
            some += [{"type": "fight_choice", "keep": seat} for seat in (may["fight"] or {}).get("among", [])]
            some += [{"type": kind} for kind in ("skip_tile", "end_turn") if may[kind]]
            return some + each("draw", "draw", "pile") + each("give_door", "give_door", "section")


room, shapes, game, own, waits, number = Socket(sys.argv[1], os.environ["SENDA_TOKEN"]), [], None, None, 0, 0
for told in room.texts():
    told = unpack(told, shapes)
    if "shapes" in told:
        shapes += told["shapes"]
    elif told["type"] in ("ack", "nak"):
        waits = told.get("version", 0)  # what the command has changed is told next
        time.sleep(told.get("problem", {}).get("again_ms", 0) / 1000)
    elif told["type"] in ("update", "step"):
        version, own = told["version"], told.get("own", own)
        for happened in (one.get("happening", one) for one in told["happenings"]):
            if happened["type"] == "started":
                game = happened["options"]["game"]
            elif happened["type"] == "ended" and told["type"] == "step":
                print("places, seat by seat:", *happened["outcome"]["places"])
                sys.exit()
    if own and own.get("choices") and version >= waits:
        action, number, waits = choice(decisions(own["choices"])), number + 1, float("inf")
        room.send(json.dumps({"type": "act", "id": f"{os.getpid()}-{number}", "version": version,
                              "action": {"game": game, **action}}).encode())
