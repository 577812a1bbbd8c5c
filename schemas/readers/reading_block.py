"""Reads a ReadingBlock, schema version 2, as hex on stdin; writes it as JSON. See docs/reference/block-layout.md."""
import json, struct, sys
HEADER = bytes.fromhex("c301ddeb36c3119f7732")
UNITS = "UNKNOWN MILLIWATTS MICROWATTS MILLIJOULES MICROJOULES KILOHERTZ MILLICELSIUS PARTS_PER_MILLION".split()
data, at = bytes.fromhex(sys.stdin.read()), len(HEADER)
if data[:at] != HEADER:
    sys.exit("this is not a ReadingBlock of schema version 2: it must start with " + HEADER.hex())
def take(length):
    global at
    if not 0 <= length <= len(data) - at:
        sys.exit(f"truncated at byte {at}")
    at += length
    return data[at - length:at]
def varint(shift=0):
    byte = take(1)[0]
    return byte << shift if byte < 128 else (byte & 127) << shift | varint(shift + 7)
def number():
    return (zigzag := varint()) >> 1 ^ -(zigzag & 1)
def column(letter, none=None):
    return [None if v == none else v for (v,) in struct.iter_unpack("<" + letter, take(number()))]
block = {"device": take(number()).decode(), "sequence": number(), "layout": number(), "signals": []}
base, block["polls"] = number(), number()
block["timesNanos"], block["answerMicros"] = [base + 1000 * step for step in column("i")], column("i")
while count := number():  # Several items may come at once; if their number is negative, their length in bytes follows.
    for _ in range(count if count > 0 else (number(), -count)[1]):
        name, unit = take(number()).decode(), UNITS[number()]
        values = column("q", -2**63) if "JOULES" in unit else column("i", -2**31)
        block["signals"].append({"signal": name, "unit": unit, "values": values})
block["endOfTrace"], block["model"] = bool(take(1)[0]), take(number()).decode()
print(json.dumps(block) if block["layout"] == 1 else sys.exit(f"unknown layout {block['layout']}"))
