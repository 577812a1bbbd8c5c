#!/usr/bin/env python3
"""Wattune's topics in Python, with confluent-kafka, and fastavro or Apache's avro. One file: copy it.

    python3 wattune_topics.py 127.0.0.1:9092 energy power      prints the records as lines of JSON
    python3 wattune_topics.py 127.0.0.1:9092 --all --idle 5    every topic, until nothing came for 5 s

    from wattune_topics import Decoder, columns

docs/reference/other-clients.md has more.
"""
import base64
import io
import json
import math
import os
import struct
import sys
import time
import uuid

NAMESPACE = os.environ.get("WATTUNE_NAMESPACE", "wattune")
TOPICS = ("readings counters serving activity devices profiles power smoothed energy sensitivities"
          " component-power heat fleet decisions actuations holds right-sizes rejects").split()
HEADER_BYTES = 10


def _reader(schema):
    """What makes a record of its bytes, by whichever library there is."""
    try:
        import fastavro
        parsed = fastavro.parse_schema(schema)
        return lambda body: fastavro.schemaless_reader(io.BytesIO(body), parsed)
    except ImportError:
        import avro.io
        import avro.schema
        reader = avro.io.DatumReader(avro.schema.parse(json.dumps(schema)))
        return lambda body: reader.read(avro.io.BinaryDecoder(io.BytesIO(body)))


class Decoder:
    """Values of topics, by the schemas that the topic ``schemas`` has."""

    def __init__(self):
        self._readers = {}

    def schema(self, fingerprint, text):
        """Takes a record of the topic ``schemas``: 16 hex digits, and the schema as JSON."""
        self._readers[fingerprint] = _reader(json.loads(text))

    @staticmethod
    def fingerprint(value):
        """16 hex digits of a value in Avro's single-object encoding; None for anything else."""
        if value is None or len(value) < HEADER_BYTES or value[:2] != b"\xc3\x01":
            return None
        return "%016x" % struct.unpack_from("<Q", value, 2)

    def decode(self, value):
        """The record; None where its schema has not come yet."""
        reader = self._readers.get(self.fingerprint(value))
        return None if reader is None else reader(value[HEADER_BYTES:])


def _numbers(letter, packed, none):
    return [None if each == none else each for (each,) in struct.iter_unpack("<" + letter, packed)]


def _ints(packed):
    return _numbers("i", packed, -2**31)


def columns(record):
    """The packed columns of a block of readings or of power (docs/reference/block-layout.md); None for other records."""
    if "layout" not in record:
        return None
    if record["layout"] != 1:
        raise ValueError("layout %s is not known" % record["layout"])
    micros = _numbers("i", record["times"], None)
    unpacked = {"timesNanos": [record["baseTimeNanos"] + 1000 * each for each in micros]}
    for signal in record.get("signals", ()):
        wide = signal["unit"] in ("MILLIJOULES", "MICROJOULES")
        values = signal["values"]
        unpacked[signal["signal"]] = _numbers("q", values, -2**63) if wide else _ints(values)
    if "signals" not in record:
        for name in ("rawMilliwatts", "trueMilliwatts", "errorMilliwatts"):
            unpacked[name] = _ints(record[name])
        unpacked["qualities"] = list(record["qualities"])
    return unpacked


def plain(value):
    """For JSON that others than Python read: a number beyond what a double holds is a text, and bytes are base64."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int):
        return value if abs(value) < 2**53 else str(value)
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    return value


def records(servers, topics, idle_seconds):
    """Yields (topic, partition, offset, key, record) for each record of these topics, from their beginning."""
    from confluent_kafka import Consumer, KafkaException
    consumer = Consumer({
        "bootstrap.servers": servers,
        "group.id": "wattune-topics-%s" % uuid.uuid4(),
        "auto.offset.reset": "earliest",
        "enable.auto.commit": False,
        "isolation.level": "read_committed",  # energy is written in transactions
    })
    decoder = Decoder()
    waiting = []  # for their schema: topics come in no order
    newest = time.monotonic()
    try:
        consumer.subscribe(["%s.%s" % (NAMESPACE, each) for each in ("schemas", *topics)])
        while not idle_seconds or time.monotonic() - newest < idle_seconds:
            message = consumer.poll(0.2)
            if message is None:
                continue
            if message.error():
                raise KafkaException(message.error())
            newest = time.monotonic()
            name = message.topic()[len(NAMESPACE) + 1:]
            key = None if message.key() is None else message.key().decode()
            if name == "schemas":
                if message.value() is not None:
                    decoder.schema(key, message.value().decode())
                waiting, again = [], waiting
            else:
                again = [(name, message.partition(), message.offset(), key, message.value())]
            for each in again:
                value = each[4]
                record = None if value is None else decoder.decode(value)
                if value is not None and record is None:
                    waiting.append(each)
                else:
                    yield (*each[:4], record)
    finally:
        consumer.close()
    if waiting:
        raise LookupError("no schema came for %d records" % len(waiting))


def main(words):
    idle_seconds = 0
    if "--idle" in words:
        at = words.index("--idle")
        idle_seconds = float(words[at + 1])
        words = words[:at] + words[at + 2:]
    topics = TOPICS if "--all" in words else words[1:]
    if not words or not topics or not set(topics) <= set(TOPICS):
        print("usage: wattune_topics.py HOST:PORT TOPIC... [--idle SECONDS]\ntopics: " + " ".join(TOPICS), file=sys.stderr)
        return 2
    for topic, partition, offset, key, record in records(words[0], topics, idle_seconds):
        line = {"topic": topic, "partition": partition, "offset": offset, "key": key, "value": plain(record)}
        print(json.dumps(line, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as failure:
        sys.exit("wattune_topics: %s" % failure)
