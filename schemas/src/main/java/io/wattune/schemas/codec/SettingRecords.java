package io.wattune.schemas.codec;

import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableUnit;
import java.util.ArrayList;
import java.util.List;

/** Configurations and units of tunables, as parts of other records. */
final class SettingRecords {

  private SettingRecords() {}

  static List<io.wattune.schemas.avro.Setting> of(Configuration configuration) {
    List<io.wattune.schemas.avro.Setting> records = new ArrayList<>();
    for (Setting setting : configuration.settings()) {
      records.add(
          new io.wattune.schemas.avro.Setting(
              setting.tunable(), unit(setting.unit()), setting.value()));
    }
    return records;
  }

  /** Where a tunable is named twice, or without a name, the configuration's own rule says so. */
  static Configuration configuration(List<io.wattune.schemas.avro.Setting> records)
      throws UndecodableException {
    List<Setting> settings = new ArrayList<>();
    for (io.wattune.schemas.avro.Setting record : records) {
      settings.add(new Setting(record.getTunable(), unit(record.getUnit()), record.getValue()));
    }
    return new Configuration(settings);
  }

  static io.wattune.schemas.avro.TunableUnit unit(TunableUnit unit) {
    return io.wattune.schemas.avro.TunableUnit.valueOf(unit.name());
  }

  static TunableUnit unit(io.wattune.schemas.avro.TunableUnit unit) throws UndecodableException {
    return Checks.sameName(TunableUnit.class, unit);
  }
}
