package io.wattune.collectors.node;

/** Every key of a node's file: where it stands, what it may be, what holds without it. */
@SuppressWarnings("ImmutableEnumChecker") // A record of texts and numbers is immutable.
enum NodeKey {
  NODE(
      "",
      "node",
      ValueKind.TEXT,
      "",
      "Name of the node: the first half of its device ids. No slash."),
  RACK("", "rack", ValueKind.OPTIONAL_TEXT, "", "The rack that the node is in."),
  STATE_FOLDER(
      "",
      "stateFolder",
      ValueKind.TEXT,
      "",
      "Folder that the node's agent, writer and guardian share; relative to this file. One for"
          + " each node, on a local disk, writable only by who may set clocks."),
  BOOTSTRAP("", "bootstrapServers", ValueKind.TEXT, "", "Kafka: `host:port`, several with commas."),
  KAFKA(
      "",
      "kafka",
      ValueKind.TEXTS,
      "",
      "How the connection is secured, and who the node is to the brokers: Kafka's own properties"
          + " `security.protocol`, `ssl.*` and `sasl.*`, and `wattune.node-code.key`, with which it"
          + " marks its records as this node's. A secret stands in a file, and"
          + " `${secret:/path/of/file}` in its place. Left out: in the clear, nobody is asked."),
  NAMESPACE("", "namespace", "wattune", "Prefix of the topics."),
  DEVICES(
      "",
      "devices",
      ValueKind.OPTIONAL_LIST,
      "",
      "The devices, at least one. Left out: all that are found on the machine."),
  READING("", "reading", ValueKind.OBJECT, "", "How devices are read; may be left out."),
  TUNING("", "tuning", ValueKind.OBJECT, "", "What may be set. Left out: nothing may."),
  ACTIVITIES(
      "",
      "activities",
      ValueKind.OBJECT,
      "",
      "How programs report what they do; may be left out. See activities.md."),
  WORK(
      "",
      "work",
      ValueKind.OPTIONAL_LIST,
      "",
      "Servers whose delivered work the agent reads from their pages for Prometheus."),

  UUID(
      "devices[]",
      "uuid",
      ValueKind.TEXT,
      "",
      "The vendor's uuid: the second half of the device id."),
  KIND("devices[]", "kind", ValueKind.TEXT, "", "How the device is reached: a device kind."),
  SETTINGS(
      "devices[]", "settings", ValueKind.TEXTS, "", "What the kind needs to know, each a text."),

  BLOCK_MAX_AGE(
      "reading",
      "blockMaxAgeMillis",
      1,
      10_000,
      100,
      "ms",
      "Age at which a block is sent; an agent that is killed loses what it has not sent. Left out"
          + " where nothing may be set: 1000, since no control waits for it, and fewer requests cost"
          + " less."),
  BLOCK_MAX_POLLS(
      "reading", "blockMaxPolls", 1, 4_096, 256, "polls", "Polls at which a block is sent."),
  LINGER(
      "reading",
      "lingerMillis",
      0,
      1_000,
      5,
      "ms",
      "How long records wait for others on their way to the broker; an agent that is killed loses"
          + " what waits."),
  SPOOL(
      "reading",
      "spoolMegabytes",
      1,
      1_000_000,
      1_000,
      "10^6 B",
      "Disk for what waits while the broker is away; then the oldest is dropped and counted."),
  HANG(
      "reading",
      "hangMillis",
      10,
      60_000,
      1_000,
      "ms",
      "A device that does not answer for this long is said to hang; for writing too."),

  COUNTERS(
      "reading",
      "counters",
      ValueKind.OBJECT,
      "",
      "Where counters come from in place of the devices."),
  COUNTER_SOURCE(
      "reading.counters",
      "source",
      ValueKind.TEXT,
      "",
      "Name of the source: `dcgm` for a dcgm-exporter, or that of a plug-in's jar, as `wattune agent --list`"
          + " shows it."),
  COUNTER_SETTINGS(
      "reading.counters",
      "settings",
      ValueKind.TEXTS,
      "",
      "What the source needs to know, each a text."),

  IS_ON("tuning", "isOn", ValueKind.FLAG, "", "Whether anything may be written at all."),
  LONGEST_LEASE(
      "tuning",
      "longestLeaseSeconds",
      1,
      3_600,
      30,
      "s",
      "A decision with a longer lease is refused."),
  REQUIRES_GUARDIAN(
      "tuning",
      "requiresGuardian",
      ValueKind.OPTIONAL_FLAG,
      "true",
      "Whether nothing may be written while no guardian watches the writer."),
  CONTROLS("tuning", "controls", ValueKind.LIST, "", "The controls that may be written."),
  KEYS(
      "tuning",
      "keys",
      ValueKind.OPTIONAL_LIST,
      "",
      "Public keys of the controllers that are believed; several, so that one can follow another."
          + " The writer takes them from the file while it runs. May be left out only where tuning"
          + " is off, or `requiresSignature` is false."),
  REQUIRES_SIGNATURE(
      "tuning",
      "requiresSignature",
      ValueKind.OPTIONAL_FLAG,
      "true",
      "Whether a decision without a signature is refused. With false whoever may write to the"
          + " decisions' topic sets the devices within the bounds; the writer warns of it."),
  SHADOW(
      "tuning",
      "shadow",
      ValueKind.OPTIONAL_FLAG,
      "false",
      "Whether the writer only says what it would write, as with `--shadow`."),
  ON_OUTSIDE_CHANGE(
      "tuning",
      "onOutsideChange",
      "yield",
      "Where somebody else sets a control that a decision has set: `yield` leaves it alone until"
          + " the lease is over, and takes that value for its own setting; `reassert` sets it"
          + " again."),
  REASSERTS(
      "tuning",
      "reasserts",
      1,
      1_000,
      3,
      "times",
      "How often `reassert` sets a control again within a lease; then it yields."),
  LOOK(
      "tuning",
      "lookMillis",
      0,
      3_600_000,
      2_000,
      "ms",
      "How often the controls of a tuned device are read to see whether they are as they were"
          + " set. 0: only when they are written."),

  CONTROL_DEVICE(
      "tuning.controls[]",
      "device",
      ValueKind.TEXT,
      "",
      "Uuid of a device of this file, or `*` for all that have the tunable. The entry of a uuid"
          + " counts before that of `*`."),
  CONTROL_TUNABLE("tuning.controls[]", "tunable", ValueKind.TEXT, "", "Name of the tunable."),
  CONTROL_LOWEST(
      "tuning.controls[]",
      "lowest",
      ValueKind.QUANTITY,
      "",
      "Lowest value that may be written: a text with its unit, such as `250W`, `250000mW`,"
          + " `1200MHz`, `0.9GHz`, `50%`, `7ppm`. A number alone will do for clocks and counts;"
          + " for a power it is an error, since a number could be watts or milliwatts."),
  CONTROL_HIGHEST(
      "tuning.controls[]",
      "highest",
      ValueKind.QUANTITY,
      "",
      "Highest value that may be written, as `lowest`, and with the same unit or likewise none."),

  KEY_ID(
      "tuning.keys[]",
      "id",
      ValueKind.TEXT,
      "",
      "Id of the key, as `wattune keys show` prints it."),
  PUBLIC_KEY("tuning.keys[]", "publicKey", ValueKind.TEXT, "", "The public key, as printed there."),
  VALID_FROM(
      "tuning.keys[]",
      "validFrom",
      ValueKind.OPTIONAL_TEXT,
      "",
      "From when on it counts, by the node's clock, like `2027-01-31T12:00:00Z`. Left out: always."),
  VALID_UNTIL(
      "tuning.keys[]",
      "validUntil",
      ValueKind.OPTIONAL_TEXT,
      "",
      "Until when it counts. Left out: for ever."),

  TAKES_ACTIVITIES(
      "activities",
      "isOn",
      ValueKind.OPTIONAL_FLAG,
      "true",
      "Whether the agent takes activities from programs of its machine."),
  ACTIVITY_SOCKET(
      "activities",
      "socket",
      ValueKind.OPTIONAL_TEXT,
      "",
      "Path of the Unix socket, at most 107 bytes; relative to this file. Left out:"
          + " `activities.sock` in the state folder."),
  ACTIVITY_GROUP(
      "activities",
      "group",
      ValueKind.OPTIONAL_TEXT,
      "",
      "Group whose members may use the socket, beside the agent's user. Left out: the agent's own"
          + " group."),
  ACTIVITY_FOLDER(
      "activities",
      "dropFolder",
      ValueKind.OPTIONAL_TEXT,
      "",
      "Folder from which the agent takes files of lines; relative to this file. Left out: none."),
  ACTIVITY_PROFILES(
      "activities",
      "profiles",
      ValueKind.OPTIONAL_TEXT,
      "",
      "File of sensor profiles, as `wattune calibrate` writes it; relative to this file. A device"
          + " that is not in it, and each where it is left out, is learned from its readings."),

  WORK_NAME(
      "work[]",
      "name",
      ValueKind.TEXT,
      "",
      "Name of the server: its readings have it as the name of what runs, at level `process`."),
  WORK_URL(
      "work[]",
      "url",
      ValueKind.TEXT,
      "",
      "Address of its page, such as `http://127.0.0.1:8000/metrics`."),
  WORK_PRESET(
      "work[]",
      "preset",
      ValueKind.OPTIONAL_TEXT,
      "",
      "The metric of a known server: "
          + ServerPreset.described()
          + ". Its requests and their latency are read, too. Either this or `metric` is needed."),
  WORK_METRIC(
      "work[]",
      "metric",
      ValueKind.OPTIONAL_TEXT,
      "",
      "A counter on the page that grows with the work delivered, by its whole name; the sum over its"
          + " series. A gauge will not do."),
  WORK_LABELS(
      "work[]",
      "labels",
      ValueKind.TEXTS,
      "",
      "Labels that a series must have to count, such as `model_name`."),
  WORK_DEVICES(
      "work[]",
      "devices",
      ValueKind.OPTIONAL_TEXT_LIST,
      "",
      "Uuids of the devices that it runs on, among which its work is divided equally. Left out: all"
          + " of the node but its own meter."),
  WORK_SHARE(
      "work[]",
      "share",
      ValueKind.OPTIONAL_TEXT,
      "",
      "The share of its devices' units that the server has for its life: the percentage by MPS with"
          + " which it was started, such as `60`, or the name of its MIG slice, such as `3g.71gb`. For a"
          + " server that is tuned by its load, whose profile is of shares."),
  WORK_PERIOD(
      "work[]",
      "periodMillis",
      100,
      30_000,
      1_000,
      "ms",
      "How often the page is read; 500 for a server that is tuned by its latency.");

  private final String section;
  private final String label;
  private final ValueRule rule;
  private final String meaning;

  NodeKey(String section, String label, ValueKind kind, String initial, String meaning) {
    this(section, label, ValueRule.of(kind, initial), meaning);
  }

  NodeKey(String section, String label, String initial, String meaning) {
    this(section, label, ValueRule.of(ValueKind.OPTIONAL_TEXT, initial), meaning);
  }

  NodeKey(
      String section,
      String label,
      long lowest,
      long highest,
      long initial,
      String unit,
      String meaning) {
    this(section, label, ValueRule.number(lowest, highest, initial, unit), meaning);
  }

  NodeKey(String section, String label, ValueRule rule, String meaning) {
    this.section = section;
    this.label = label;
    this.rule = rule;
    this.meaning = meaning;
  }

  /** The object that it is a key of; empty for the file itself. */
  String section() {
    return section;
  }

  /** The key as it is written. */
  String label() {
    return label;
  }

  /** What its value may be. */
  ValueRule rule() {
    return rule;
  }

  String meaning() {
    return meaning;
  }
}
