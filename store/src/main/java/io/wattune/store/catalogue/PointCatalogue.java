package io.wattune.store.catalogue;

import static io.wattune.store.catalogue.ColumnType.DECIMAL;
import static io.wattune.store.catalogue.ColumnType.FLAG;
import static io.wattune.store.catalogue.ColumnType.INTEGER;
import static io.wattune.store.catalogue.ColumnType.TAG;
import static io.wattune.store.catalogue.ColumnType.TEXT;

import io.wattune.schemas.topics.Topic;
import java.util.List;

/**
 * Every name that a store knows: measurements, tags and fields. Writers, queries and the reference
 * take them from here and from nowhere else. docs/reference/store.md is generated from it.
 */
public final class PointCatalogue {
  public static final Column DEVICE = new Column("device", TAG, "Device id.");
  public static final Column SIGNAL = new Column("signal", TAG, "The power signal.");
  public static final Column BOOK = new Column("book", TAG, "Book of the ledger.");
  public static final Column NODE = new Column("node", TAG, "The node.");
  public static final Column SCOPE = new Column("scope", TAG, "`node`, `rack` or `cluster`.");
  public static final Column NAME =
      new Column("name", TAG, "Name of the node or rack; `all` for the cluster.");
  public static final Column POLICY = new Column("policy", TAG, "Name of the policy that decided.");
  public static final Column REASON = new Column("reason", TAG, "Short stable code.");
  public static final Column OUTCOME =
      new Column("outcome", TAG, "What became of the decision, in small letters.");
  public static final Column TUNABLE = new Column("tunable", TAG, "Name of the tunable.");
  public static final Column UNIT =
      new Column("unit", TAG, "Unit of the values, in small letters.");

  public static final Column QUALITY_CODE =
      new Column(
          "quality_code",
          INTEGER,
          "Worst quality of what went in, as a number whose maximum is the worst: 0 measured,"
              + " 1 corrected, 2 estimated, 3 gap, 4 invalid.");
  public static final Column REVISION =
      new Column(
          "revision", INTEGER, "Grows with each correction; the newest has replaced the rest.");

  public static final Column TRUE_POWER_WATTS =
      new Column(
          "true_power_watts",
          DECIMAL,
          "True power; absent where there is none. Where quality_code is 3 or more there is none, even"
              + " if a value of an earlier revision still stands there: InfluxDB takes no field away.");
  public static final Column RAW_POWER_WATTS =
      new Column("raw_power_watts", DECIMAL, "What the sensor said.");
  public static final Column ERROR_WATTS =
      new Column("error_watts", DECIMAL, "Standard error of the true power.");

  public static final Column ENTRY_ID = new Column("entry_id", TEXT, "Id of the ledger entry.");
  public static final Column IS_FINAL =
      new Column("is_final", FLAG, "No datum within the horizon can change the entry any more.");
  public static final Column START_NANOS =
      new Column("start_nanos", INTEGER, "Start, epoch nanoseconds, exactly.");
  public static final Column DURATION_SECONDS =
      new Column("duration_seconds", DECIMAL, "Length of the interval.");
  public static final Column ENERGY_JOULES =
      new Column("energy_joules", DECIMAL, "Energy of the true power.");
  public static final Column RAW_ENERGY_JOULES =
      new Column("raw_energy_joules", DECIMAL, "Plain integral of what the sensor said.");
  public static final Column ERROR_JOULES =
      new Column("error_joules", DECIMAL, "Standard error of the energy, everything included.");
  public static final Column SCALE_ERROR_JOULES =
      new Column(
          "scale_error_joules",
          DECIMAL,
          "The part of it that is common to all entries of the device and does not average out.");
  public static final Column SHARE_FRACTION =
      new Column(
          "share_fraction",
          DECIMAL,
          "The part of the interval's time that is the entry's, 0..1; none where nothing competes.");
  public static final Column IDLE_ENERGY_JOULES =
      new Column(
          "idle_energy_joules",
          DECIMAL,
          "The part of the energy that the device would have taken at active idle.");
  public static final Column UNEXPLAINED_JOULES =
      new Column("unexplained_joules", DECIMAL, "The energy less that of the activity's children.");
  public static final Column COUNTER_ENERGY_JOULES =
      new Column(
          "counter_energy_joules", DECIMAL, "Energy of the interval by the device's own counter.");
  public static final Column COUNTER_ERROR_JOULES =
      new Column("counter_error_joules", DECIMAL, "Standard error of the counter's energy.");
  public static final Column COUNTER_DISAGREES =
      new Column(
          "counter_disagrees",
          FLAG,
          "The counter's energy lies farther from that of the readings than both errors allow.");
  public static final Column INTEGRAL_ENERGY_JOULES =
      new Column(
          "integral_energy_joules",
          DECIMAL,
          "Energy by the readings alone, where the counter's was taken; none where it was not.");
  public static final Column COVERAGE_FRACTION =
      new Column("coverage_fraction", DECIMAL, "Share of the interval that the sensor saw, 0..1.");
  public static final Column PROFILE_ID =
      new Column("profile_id", TEXT, "The sensor profile at the end of the interval.");
  public static final Column ACTIVITY_ID =
      new Column("activity_id", TEXT, "The activity; absent for a time window.");
  public static final Column PARENT_ID =
      new Column("parent_id", TEXT, "The enclosing activity, where it was given.");
  public static final Column ACTIVITY_NAME =
      new Column("activity_name", TEXT, "Name of the activity, where there is one.");
  public static final Column USER_NAME =
      new Column(
          "user_name",
          TEXT,
          "The owner label `user`; the empty text for an activity that names none, absent for what is"
              + " no activity's, and in points of before this column was written.");
  public static final Column LABELS =
      new Column("labels", TEXT, "Owner labels, as a JSON object; absent where there are none.");

  public static final Column COMPONENT =
      new Column(
          "component",
          TAG,
          "Name of the component; `idle` for idle power, `(not known)` for all of it while no model is"
              + " known; of several that cannot be distinguished, their names together.");
  public static final Column COMPONENT_WATTS =
      new Column("component_watts", DECIMAL, "Mean power of the component.");
  public static final Column COMPONENT_JOULES =
      new Column("component_joules", DECIMAL, "Energy of the component.");
  public static final Column COMPONENT_ERROR_JOULES =
      new Column(
          "component_error_joules",
          DECIMAL,
          "Standard error of the component's energy; those of a device add up and do not average out.");
  public static final Column ACTIVITIES = new Column("activities", INTEGER, "How many activities.");
  public static final Column DOUBTS =
      new Column(
          "doubts", TEXT, "Why to be careful, words with blanks between them; empty for none.");
  public static final Column MODEL_ID =
      new Column(
          "model_id",
          TEXT,
          "The model: the device id for a learned one, else the given one's name.");
  public static final Column MODEL_REVISION =
      new Column("model_revision", INTEGER, "Counts the model's fits.");

  public static final Column SENSOR_CELSIUS =
      new Column(
          "sensor_celsius",
          DECIMAL,
          "Temperature where the sensor is, its delay and steps undone; absent while it is doubtful.");
  public static final Column SENSOR_ERROR_KELVIN =
      new Column("sensor_error_kelvin", DECIMAL, "Its standard error.");
  public static final Column HOT_SPOT_CELSIUS =
      new Column(
          "hot_spot_celsius",
          DECIMAL,
          "Temperature of the hottest block; absent while the sensor is doubtful.");
  public static final Column HOT_SPOT_ABOVE_KELVIN =
      new Column(
          "hot_spot_above_kelvin",
          DECIMAL,
          "By how much the hottest block is hotter than where the sensor is.");
  public static final Column HOT_SPOT_ABOVE_ERROR_KELVIN =
      new Column("hot_spot_above_error_kelvin", DECIMAL, "Its standard error.");
  public static final Column HOT_SPOT =
      new Column("hot_spot", TEXT, "Name of the block that is hottest most likely.");
  public static final Column PLAN =
      new Column("plan", TEXT, "Name of the floor plan; `generic` for an assumed one.");

  public static final Column POWER_WATTS =
      new Column(
          "power_watts",
          DECIMAL,
          "Sum of the newest true power of every fresh device; absent without any.");
  public static final Column FLEET_ENERGY_JOULES =
      new Column(
          "energy_joules",
          DECIMAL,
          "Energy of these devices since the view began, where it is known.");
  public static final Column FRESH_DEVICES =
      new Column("fresh_devices", INTEGER, "Devices in the sum.");
  public static final Column STALE_DEVICES =
      new Column(
          "stale_devices", INTEGER, "Devices left out because their newest sample is too old.");
  public static final Column SILENT_DEVICES =
      new Column("silent_devices", INTEGER, "Devices that have never given a sample.");

  public static final Column EPOCH = new Column("epoch", INTEGER, "Epoch of the decision.");
  public static final Column SEQUENCE =
      new Column("sequence", INTEGER, "Sequence of the decision; 0 for a claim.");
  public static final Column BASED_ON_NANOS =
      new Column(
          "based_on_nanos",
          INTEGER,
          "Newest reading that went in, epoch nanoseconds; absent for a claim.");
  public static final Column LEASE_SECONDS =
      new Column("lease_seconds", DECIMAL, "Lease of the settings; absent for a claim.");
  public static final Column SETTINGS =
      new Column(
          "settings",
          TEXT,
          "Wished settings as a JSON object: the default configuration under the empty name, and one"
              + " under each activity name; absent for a claim.");
  public static final Column DETAIL = new Column("detail", TEXT, "One sentence, for people.");
  public static final Column LEASE_LEFT_SECONDS =
      new Column(
          "lease_left_seconds", DECIMAL, "What was left of the lease; 0 where none is in force.");
  public static final Column WISHED =
      new Column(
          "wished",
          INTEGER,
          "The value that was to be set, in the unit; absent where none was known.");
  public static final Column READ_BACK =
      new Column(
          "read_back",
          INTEGER,
          "The value that the device has now, in the unit; absent where it cannot be read.");
  public static final Column STATUS =
      new Column("status", TEXT, "What was done with the control, in small letters.");
  public static final Column CONTROL_REASON =
      new Column("control_reason", TEXT, "Why it was refused or failed; empty otherwise.");

  public static final Measurement POWER =
      new Measurement(
          "power",
          Topic.POWER,
          "True power, sample by sample.",
          "Time of the sample.",
          List.of(DEVICE, SIGNAL),
          List.of(TRUE_POWER_WATTS, RAW_POWER_WATTS, ERROR_WATTS, QUALITY_CODE, REVISION),
          List.of());

  public static final Measurement ENERGY =
      new Measurement(
          "energy",
          Topic.ENERGY,
          "Ledger entries: the energy of an activity or a time window.",
          "Start of the interval.",
          List.of(DEVICE, BOOK, SIGNAL),
          List.of(
              ENTRY_ID,
              REVISION,
              IS_FINAL,
              START_NANOS,
              DURATION_SECONDS,
              ENERGY_JOULES,
              RAW_ENERGY_JOULES,
              ERROR_JOULES,
              SCALE_ERROR_JOULES,
              COVERAGE_FRACTION,
              QUALITY_CODE,
              PROFILE_ID,
              ACTIVITY_ID,
              PARENT_ID,
              ACTIVITY_NAME,
              USER_NAME,
              LABELS,
              SHARE_FRACTION,
              IDLE_ENERGY_JOULES,
              UNEXPLAINED_JOULES,
              COUNTER_ENERGY_JOULES,
              COUNTER_ERROR_JOULES,
              COUNTER_DISAGREES,
              INTEGRAL_ENERGY_JOULES),
          List.of(ENTRY_ID));

  public static final Measurement COMPONENTS =
      new Measurement(
          "component_power",
          Topic.COMPONENT_POWER,
          "Power by component; the components of an interval, idle power among them, add up to the"
              + " device's power.",
          "Start of the interval.",
          List.of(DEVICE, COMPONENT),
          List.of(
              DURATION_SECONDS,
              COMPONENT_WATTS,
              COMPONENT_JOULES,
              COMPONENT_ERROR_JOULES,
              QUALITY_CODE,
              DOUBTS,
              ACTIVITY_ID,
              ACTIVITY_NAME,
              MODEL_ID,
              MODEL_REVISION),
          List.of());

  public static final Measurement KERNEL_COMPONENTS =
      new Measurement(
          "component_kernels",
          Topic.COMPONENT_POWER,
          "Energy by component of the kernels in an interval, a part of that in `component_power`; not"
              + " on VictoriaMetrics.",
          "Start of the interval.",
          List.of(DEVICE, COMPONENT),
          List.of(
              ACTIVITY_NAME,
              ACTIVITIES,
              DURATION_SECONDS,
              COMPONENT_JOULES,
              COMPONENT_ERROR_JOULES,
              QUALITY_CODE,
              DOUBTS),
          List.of(ACTIVITY_NAME));

  public static final Measurement HEAT =
      new Measurement(
          "heat",
          Topic.HEAT,
          "How hot a chip is where its sensor is, and where it is hottest.",
          "End of the power that went in.",
          List.of(DEVICE),
          List.of(
              SENSOR_CELSIUS,
              SENSOR_ERROR_KELVIN,
              HOT_SPOT_CELSIUS,
              HOT_SPOT_ABOVE_KELVIN,
              HOT_SPOT_ABOVE_ERROR_KELVIN,
              QUALITY_CODE,
              HOT_SPOT,
              PLAN,
              DOUBTS),
          List.of());

  public static final Measurement FLEET =
      new Measurement(
          "fleet",
          Topic.FLEET,
          "Power of a node, a rack or the cluster.",
          "Event time that the sum is seen from.",
          List.of(SCOPE, NAME),
          List.of(
              POWER_WATTS,
              ERROR_WATTS,
              FLEET_ENERGY_JOULES,
              FRESH_DEVICES,
              STALE_DEVICES,
              SILENT_DEVICES,
              QUALITY_CODE),
          List.of());

  public static final Measurement DECISIONS =
      new Measurement(
          "decisions",
          Topic.DECISIONS,
          "Wished settings of a device, or the claim of a node (without device).",
          "When it was decided, by the controller's clock.",
          List.of(NODE, DEVICE, POLICY, REASON),
          List.of(EPOCH, SEQUENCE, BASED_ON_NANOS, LEASE_SECONDS, SETTINGS, QUALITY_CODE, DETAIL),
          List.of(EPOCH, SEQUENCE));

  public static final Measurement ACTUATIONS =
      new Measurement(
          "actuations",
          Topic.ACTUATIONS,
          "What an agent did with a decision, or to a device by itself.",
          "When it was done, by the node's clock.",
          List.of(NODE, DEVICE, OUTCOME, REASON),
          List.of(EPOCH, SEQUENCE, LEASE_LEFT_SECONDS, ACTIVITY_NAME, DETAIL),
          List.of(EPOCH, SEQUENCE));

  public static final Measurement CONTROLS =
      new Measurement(
          "controls",
          Topic.ACTUATIONS,
          "Each control of an actuation by itself.",
          "When it was done, by the node's clock.",
          List.of(NODE, DEVICE, TUNABLE, UNIT),
          List.of(EPOCH, SEQUENCE, WISHED, READ_BACK, STATUS, CONTROL_REASON),
          List.of(EPOCH, SEQUENCE));

  private PointCatalogue() {}

  /** All measurements. */
  public static List<Measurement> all() {
    return List.of(
        POWER, ENERGY, COMPONENTS, KERNEL_COMPONENTS, HEAT, FLEET, DECISIONS, ACTUATIONS, CONTROLS);
  }
}
