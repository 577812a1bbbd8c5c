package io.wattune.collectors.writer;

import static io.wattune.collectors.writer.FaultyKind.CORE;
import static io.wattune.collectors.writer.FaultyKind.MEMORY;
import static io.wattune.collectors.writer.TestNode.core;
import static io.wattune.collectors.writer.TestNode.decision;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceKind;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.journal.JournalFiles;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.core.decision.Decision;
import io.wattune.core.lease.Holds;
import io.wattune.core.tunable.Tunable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A writer in shadow, with controls of which every write is a failure of the test. */
class ShadowTest {
  private static final String SHADOW =
      "\"isOn\": true, \"requiresSignature\": false, \"shadow\": true,";

  @TempDir Path folder;
  private final AtomicInteger writes = new AtomicInteger();
  private final RecordingSink sink = new RecordingSink();
  private TestNode node;
  private Writer writer;

  @AfterEach
  void stop() {
    if (writer != null) {
      writer.stop();
    }
    assertThat(writes).as("calls of Control.write").hasValue(0);
  }

  @Test
  void whatWouldBeSetIsAnsweredAndNothingIsWritten() throws Exception {
    start();

    answered(decision(1, 1, 1, 20_000, core(600)));

    assertThat(sink.said()).containsExactly("REFUSED shadow");
    assertThat(sink.all().get(0).controls())
        .extracting(
            c ->
                c.tunable()
                    + " "
                    + c.readBack().orElse(0)
                    + " -> "
                    + c.wished().orElse(0)
                    + " "
                    + c.status()
                    + " "
                    + c.reason())
        .containsExactly(
            "core.clock 800 -> 600 REFUSED shadow", "memory.clock 1400 -> 1400 UNCHANGED ");
    assertThat(new JournalFiles(node.config().folder()).isThere()).isFalse();
    assertThat(writer.status().mayWrite()).isFalse();
    assertThat(writer.status().isShadow()).isTrue();
    assertThat(writer.status().devices().get("n1/G1").isTuned()).isFalse();
  }

  @Test
  void everyOtherRuleHoldsAsAlways() throws Exception {
    start();

    answered(new Decision.Claim(TestNode.NODE, 5, "test", 0));
    answered(decision(1, 4, 1, 20_000, core(600)));
    answered(decision(1, 5, 1, 20_000, core(350)));
    answered(decision(1, 5, 2, 20_000, core(600)));
    answered(decision(1, 5, 2, 20_000, core(700)));

    assertThat(sink.said())
        .containsExactly(
            "CLAIMED ok",
            "REFUSED old-epoch",
            "REFUSED off-step",
            "REFUSED shadow",
            "REFUSED old-sequence");
  }

  @Test
  void whatSomebodyElseSetsMeanwhileIsNotTouchedAtTheStop() throws Exception {
    start();
    answered(decision(1, 1, 1, 20_000, core(600)));
    node.device(1).set(CORE, 700);
    node.device(1).set(MEMORY, 900);

    assertThat(writer.stop()).isTrue();

    assertThat(node.device(1).get(CORE)).isEqualTo(700);
    assertThat(node.device(1).get(MEMORY)).isEqualTo(900);
  }

  @Test
  void aJournalOfAnEarlierLifeIsNotLeftToNobody() throws Exception {
    node = TestNode.patient(folder, 1, SHADOW);
    Files.createDirectories(node.config().folder().path());
    TestJournals.write(node.config());

    assertThatThrownBy(this::startWriter)
        .isInstanceOf(WriterException.class)
        .hasMessageContaining("wattune restore");

    assertThat(new JournalFiles(node.config().folder()).isThere()).isTrue();
    // The lock is free: whoever restores may do so.
    assertThat(Restore.run(node.config().setup(), TestNode.KINDS)).isEqualTo(2);
  }

  @Test
  void theOptionDoesWhatTheFileDoes() throws Exception {
    node = TestNode.patient(folder, 1, "\"isOn\": true, \"requiresSignature\": false,");

    assertThat(node.config().tuning().isShadow()).isFalse();
    assertThat(node.config().inShadow().tuning().isShadow()).isTrue();
    assertThat(node.config().inShadow().tuning().controls()).hasSize(2);
  }

  private void answered(Decision decision) {
    int before = sink.all().size();
    writer.decide(decision);
    until(() -> sink.all().size() == before + 1);
  }

  private void start() throws Exception {
    node = TestNode.patient(folder, 1, SHADOW);
    startWriter();
    writer.holds(Holds.NONE);
    OpenDevices.await(writer, sink, node.devices());
  }

  private void startWriter() throws Exception {
    writer =
        Writer.start(
            node.config().setup(),
            new DeviceKinds(List.of(new NeverWritten(new FaultyKind(), writes))),
            NodeClock.SYSTEM,
            sink);
  }

  private static void until(Callable<Boolean> condition) {
    await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(5)).until(condition);
  }

  /** The same devices, but a write is counted and fails. */
  private record NeverWritten(DeviceKind kind, AtomicInteger writes) implements DeviceKind {
    @Override
    public String name() {
      return kind.name();
    }

    @Override
    public DeviceSource openSource(DeviceSettings settings, LongSupplier epochNanos)
        throws DeviceException {
      return kind.openSource(settings, epochNanos);
    }

    @Override
    public DeviceControls openControls(DeviceSettings settings) throws DeviceException {
      return new NeverWrittenControls(kind.openControls(settings), writes);
    }
  }

  private record NeverWrittenControls(DeviceControls open, AtomicInteger writes)
      implements DeviceControls {
    @Override
    public String device() {
      return open.device();
    }

    @Override
    public List<Control> controls() {
      return open.controls().stream()
          .<Control>map(c -> new NeverWrittenControl(c, writes))
          .toList();
    }

    @Override
    public String runningActivity() {
      return open.runningActivity();
    }

    @Override
    public void close() {
      open.close();
    }
  }

  private record NeverWrittenControl(Control control, AtomicInteger writes) implements Control {
    @Override
    public Tunable tunable() {
      return control.tunable();
    }

    @Override
    public long read() throws DeviceException {
      return control.read();
    }

    @Override
    public void write(long value) throws DeviceException {
      writes.incrementAndGet();
      throw new DeviceException("written");
    }
  }
}
