#!/usr/bin/env node
'use strict';
/*
 * Wattune's topics in Node, with kafkajs and avsc (npm install kafkajs avsc). One file: copy it.
 *
 *   node wattune-topics.js 127.0.0.1:9092 energy power      prints the records as lines of JSON
 *   node wattune-topics.js 127.0.0.1:9092 --all --idle 5    every topic, until nothing came for 5 s
 *
 *   const {Decoder, columns} = require('./wattune-topics.js');
 *
 * kafkajs unpacks gzip and what is not packed; Wattune's topics are packed with lz4 unless a part that makes
 * them is configured otherwise: --compression gzip or none. docs/reference/other-clients.md has more.
 */
const avro = require('avsc');

const NAMESPACE = process.env.WATTUNE_NAMESPACE || 'wattune';
const TOPICS = ['readings', 'counters', 'serving', 'activity', 'devices', 'profiles', 'power', 'smoothed', 'energy', 'sensitivities',
  'component-power', 'heat', 'fleet', 'decisions', 'actuations', 'holds', 'right-sizes', 'rejects'];

// Nanoseconds since 1970 do not fit a double: every long is a BigInt.
const LONG = avro.types.LongType.__with({
  fromBuffer: (buffer) => buffer.readBigInt64LE(),
  toBuffer: (n) => { const b = Buffer.alloc(8); b.writeBigInt64LE(n); return b; },
  fromJSON: BigInt,
  toJSON: Number,
  isValid: (n) => typeof n === 'bigint',
  compare: (a, b) => (a < b ? -1 : a > b ? 1 : 0),
});

/** Values of topics, by the schemas that the topic `schemas` has. */
class Decoder {
  constructor() {
    this.types = new Map();
  }

  /** Takes a record of the topic `schemas`: 16 hex digits, and the schema as JSON. */
  schema(fingerprint, json) {
    this.types.set(fingerprint, avro.Type.forSchema(JSON.parse(json), {registry: {long: LONG}, wrapUnions: false}));
  }

  /** 16 hex digits of a value in Avro's single-object encoding; null for anything else. */
  static fingerprint(value) {
    return value && value.length >= 10 && value[0] === 0xc3 && value[1] === 0x01
      ? value.readBigUInt64LE(2).toString(16).padStart(16, '0') : null;
  }

  /** The record; undefined where its schema has not come yet. */
  decode(value) {
    const type = this.types.get(Decoder.fingerprint(value));
    return type && type.fromBuffer(value.subarray(10));
  }
}

const MISSING = -2147483648;
const WIDE = new Set(['MILLIJOULES', 'MICROJOULES']);

function ints(bytes) {
  const values = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const value = bytes.readInt32LE(at);
    values.push(value === MISSING ? null : value);
  }
  return values;
}

function longs(bytes) {
  const values = [];
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    const value = bytes.readBigInt64LE(at);
    values.push(value === -(2n ** 63n) ? null : value);
  }
  return values;
}

/** The packed columns of a block of readings or of power (docs/reference/block-layout.md); null for other records. */
function columns(record) {
  if (record.layout === undefined) return null;
  if (record.layout !== 1) throw new Error(`layout ${record.layout} is not known`);
  const unpacked = {timesNanos: ints(record.times).map((micros) => record.baseTimeNanos + 1000n * BigInt(micros ?? MISSING))};
  if (record.signals) {
    for (const signal of record.signals) {
      unpacked[signal.signal] = WIDE.has(signal.unit) ? longs(signal.values) : ints(signal.values);
    }
  } else {
    for (const name of ['rawMilliwatts', 'trueMilliwatts', 'errorMilliwatts']) unpacked[name] = ints(record[name]);
    unpacked.qualities = [...record.qualities];
  }
  return unpacked;
}

/** For JSON: a long is a number where a double holds it, else a text; bytes are base64. */
function plain(value) {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value.toString();
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (Buffer.isBuffer(value)) return value.toString('base64');
  if (Array.isArray(value)) return value.map(plain);
  if (value && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
  }
  return value;
}

async function main(words) {
  const {Kafka, logLevel} = require('kafkajs');
  const [servers, ...rest] = words;
  const idleAt = rest.indexOf('--idle');
  const idleMillis = idleAt < 0 ? 0 : 1000 * Number(rest[idleAt + 1]);
  if (idleAt >= 0) rest.splice(idleAt, 2);
  const topics = rest.includes('--all') ? TOPICS : rest;
  if (!servers || topics.length === 0 || !topics.every((each) => TOPICS.includes(each))) {
    console.error(`usage: wattune-topics.js HOST:PORT TOPIC... [--idle SECONDS]\ntopics: ${TOPICS.join(' ')}`);
    return 2;
  }
  const kafka = new Kafka({brokers: servers.split(','), clientId: 'wattune-topics', logLevel: logLevel.ERROR});
  const consumer = kafka.consumer({groupId: `wattune-topics-${process.pid}-${Date.now()}`});
  const decoder = new Decoder();
  const waiting = []; // for their schema: topics come in no order
  let newest = Date.now();
  let failed;

  const print = ({topic, partition, offset, key, value}) => {
    const line = {topic, partition, offset: Number(offset), key};
    if (value === null) {
      console.log(JSON.stringify({...line, value: null}));
      return true;
    }
    const record = decoder.decode(value);
    if (record === undefined) return false;
    console.log(JSON.stringify({...line, value: plain(record)}));
    return true;
  };

  await consumer.connect();
  await consumer.subscribe({
    topics: ['schemas', ...topics].map((each) => `${NAMESPACE}.${each}`),
    fromBeginning: true,
  });
  consumer.on(consumer.events.CRASH, ({payload}) => { failed = payload.error; });
  await consumer.run({
    eachMessage: async ({topic, partition, message}) => {
      newest = Date.now();
      const name = topic.slice(NAMESPACE.length + 1);
      const key = message.key ? message.key.toString() : null;
      if (name === 'schemas') {
        if (message.value) decoder.schema(key, message.value.toString());
        waiting.splice(0).forEach((each) => print(each) || waiting.push(each));
        return;
      }
      const record = {topic: name, partition, offset: message.offset, key, value: message.value};
      if (!print(record)) waiting.push(record);
    },
  });
  while (!failed && (idleMillis === 0 || Date.now() - newest < idleMillis)) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await consumer.disconnect();
  if (failed) console.error(`wattune-topics: ${failed.message}`);
  if (waiting.length > 0) console.error(`wattune-topics: no schema came for ${waiting.length} records`);
  return failed || waiting.length > 0 ? 1 : 0;
}

module.exports = {Decoder, columns, plain, LONG};

if (require.main === module) {
  main(process.argv.slice(2)).then((code) => process.exit(code), (error) => {
    console.error(`wattune-topics: ${error.message}`);
    process.exit(1);
  });
}
