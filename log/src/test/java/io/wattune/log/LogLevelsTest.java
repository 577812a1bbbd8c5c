package io.wattune.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

class LogLevelsTest {
  private static final int INFO = Level.INFO.toInt();
  private static final int WARN = Level.WARN.toInt();
  private static final int ERROR = Level.ERROR.toInt();

  private final Properties system = new Properties();

  @Test
  void theLongestNameThatIsListedCounts() {
    LogLevels levels = LogLevels.read(system);

    assertThat(levels.of("io.wattune.control.Controller")).isEqualTo(INFO);
    assertThat(levels.of("org.apache.kafka.common.utils.AppInfoParser")).isEqualTo(WARN);
    assertThat(levels.of("org.apache.kafka.clients.NetworkClient")).isEqualTo(ERROR);
    assertThat(levels.of("org.apache.kafka.clients.NetworkClientUtils")).isEqualTo(WARN);
    assertThat(levels.of("io.javalin.jetty.JettyServer")).isEqualTo(LogLevels.OFF);
    assertThat(levels.of("io")).isEqualTo(WARN);
  }

  @Test
  void aSystemPropertySaysOtherwise() {
    system.setProperty("wattune.log", "error");
    system.setProperty("wattune.log.org.apache.kafka.clients", "DEBUG");
    system.setProperty("wattune.log.io.wattune", "loud");
    LogLevels levels = LogLevels.read(system);

    assertThat(levels.of("x.Y")).isEqualTo(ERROR);
    assertThat(levels.of("org.apache.kafka.clients.Metadata")).isEqualTo(Level.DEBUG.toInt());
    assertThat(levels.of("org.apache.kafka.clients.NetworkClient")).isEqualTo(ERROR);
    assertThat(levels.of("io.wattune.X")).as("what is no level changes nothing").isEqualTo(INFO);
  }

  @Test
  void whatIsTurnedOffIsOffWithAllBelowIt() {
    LogLevels levels = LogLevels.read(system);

    levels.turnOff(List.of("org.apache", "kafka"));

    assertThat(levels.of("org.apache.kafka.clients.NetworkClient")).isEqualTo(LogLevels.OFF);
    assertThat(levels.of("kafka.server.KafkaServer")).isEqualTo(LogLevels.OFF);
    assertThat(levels.of("org.apachex")).isEqualTo(WARN);
    assertThat(levels.of("io.wattune.X")).isEqualTo(INFO);
  }
}
