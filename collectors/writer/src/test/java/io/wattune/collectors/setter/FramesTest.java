package io.wattune.collectors.setter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.collectors.running.RunningRefusal;
import io.wattune.collectors.setup.ControlBounds;
import io.wattune.collectors.setup.DeviceConfig;
import io.wattune.collectors.setup.NodeFolder;
import io.wattune.collectors.setup.NodeSetup;
import io.wattune.collectors.setup.OutsideConfig;
import io.wattune.collectors.setup.TuningRules;
import io.wattune.collectors.writer.WriterStatus;
import io.wattune.core.Quality;
import io.wattune.core.decision.ActivityConfiguration;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.decision.ControlStatus;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.Hold;
import io.wattune.core.decision.HoldScope;
import io.wattune.core.decision.InForceSpan;
import io.wattune.core.decision.InForceValue;
import io.wattune.core.lease.Holds;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableUnit;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What goes through the door is what came out of it, and what is no frame is refused as such. */
class FramesTest {
  private static final String NODE = "n1";
  private static final Configuration SLOW =
      Configuration.of(
          new Setting("core.clock", TunableUnit.MEGAHERTZ, 600),
          new Setting("power.limit", TunableUnit.MILLIWATTS, 250_000));
  private static final Decision.ForDevice DECISION =
      new Decision.ForDevice(
          NODE,
          "n1/G1",
          7,
          9,
          Long.MAX_VALUE,
          -1,
          SLOW,
          List.of(new ActivityConfiguration("größe", Configuration.EMPTY)),
          "fine",
          "search",
          "",
          Quality.CORRECTED,
          4,
          null);
  private static final Holds HOLDS =
      new Holds(
          List.of(
              new Hold("a", HoldScope.DEVICE, "n1/G1", 1, 2, "ada", "noise", false, SLOW),
              new Hold("b", HoldScope.ALL, "", 1, Hold.UNTIL_RELEASED, "ada", "", false)));

  @Test
  void decisionsClaimsAndHoldsComeAsTheyWent() throws Exception {
    var claim = new Decision.Claim(NODE, 12, "fine", 13);

    assertThat(DecisionFrames.decision(NODE, in(DecisionFrames.of(DECISION), FrameKind.DECISION)))
        .isEqualTo(DECISION);
    assertThat(DecisionFrames.claim(NODE, in(DecisionFrames.of(claim), FrameKind.CLAIM)))
        .isEqualTo(claim);
    assertThat(DecisionFrames.holds(in(DecisionFrames.of(HOLDS), FrameKind.HOLDS)).byId())
        .isEqualTo(HOLDS.byId());
  }

  @Test
  void holdsThatDoNotFitHoldEverything() throws Exception {
    List<Hold> many = new ArrayList<>();
    for (int i = 0; i <= DecisionFrames.MOST_HOLDS; i++) {
      String id = "h" + i;
      many.add(new Hold(id, HoldScope.DEVICE, "n1/G" + i, 1, 2, "ada", "", false));
    }

    Holds held = DecisionFrames.holds(in(DecisionFrames.of(new Holds(many)), FrameKind.HOLDS));

    assertThat(held.on("n1/anything", 5)).isNotNull();
  }

  @Test
  void answersAndTheStateComeAsTheyWent() throws Exception {
    var answer =
        new Actuation(
            NODE,
            "n1/G1",
            7,
            9,
            ActuationOutcome.PARTLY_APPLIED,
            "read-back-differs",
            "core.clock: 800",
            null,
            List.of(
                new ControlOutcome(
                    "core.clock",
                    TunableUnit.MEGAHERTZ,
                    OptionalLong.of(600),
                    OptionalLong.empty(),
                    ControlStatus.FAILED,
                    "device-error")),
            5,
            6,
            List.of(
                new InForceSpan(
                    "k",
                    1,
                    2,
                    List.of(
                        new InForceValue(
                            "core.clock", TunableUnit.MEGAHERTZ, OptionalLong.of(600), false)))),
            List.of("other"));
    var status =
        new WriterStatus(
            NODE,
            true,
            false,
            true,
            true,
            false,
            Map.of("n1/G1", new WriterStatus.Device(true, 5, 6)),
            Map.of(RunningRefusal.STALE, 3L));

    assertThat(AnswerFrames.answer(NODE, in(AnswerFrames.of(answer), FrameKind.ANSWER)))
        .isEqualTo(answer);
    assertThat(AnswerFrames.status(NODE, in(AnswerFrames.of(status), FrameKind.STATUS)))
        .isEqualTo(status);
  }

  /** Each frame, with bytes changed and cut, is read or is refused as a frame; nothing else. */
  @Test
  void whatIsNoFrameIsRefusedAsOne() {
    var random = new Random(1);
    int refused = 0;
    for (int i = 0; i < 100_000; i++) {
      byte[] bytes = bytes(i % 2 == 0 ? DecisionFrames.of(DECISION) : DecisionFrames.of(HOLDS));
      for (int change = random.nextInt(6); change >= 0; change--) {
        bytes[1 + random.nextInt(bytes.length - 1)] = (byte) random.nextInt(256);
      }
      var in = new FrameInput(ByteBuffer.wrap(bytes, 1, random.nextInt(bytes.length)).slice());
      try {
        Object unused = i % 2 == 0 ? DecisionFrames.decision(NODE, in) : DecisionFrames.holds(in);
      } catch (FrameException e) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(50_000);
  }

  @Test
  void whatIsLeftBehindTheLastFieldIsRefused() {
    byte[] frame = bytes(DecisionFrames.of(new Decision.Claim(NODE, 1, "", 2)));
    var longer = ByteBuffer.allocate(frame.length).put(frame, 1, frame.length - 1).put((byte) 0);

    assertThatThrownBy(() -> DecisionFrames.claim(NODE, new FrameInput(longer.flip())))
        .isInstanceOf(FrameException.class)
        .hasMessageContaining("1 bytes are left");
  }

  @Test
  void aSetupComesAsItWent() {
    var setup =
        new NodeSetup(
            NODE,
            Path.of("/etc/a folder"),
            new NodeFolder(Path.of("/var/lib/wattune/node")),
            List.of(
                new DeviceConfig("GPU 1", "nvidia", Map.of("index", "0", "own file", "/a=b c")),
                new DeviceConfig("G2", "powercap", Map.of("empty", ""))),
            2_000,
            new TuningRules(
                true,
                30,
                false,
                List.of(
                    new ControlBounds("*", "core.clock", 300, 1_410, null),
                    new ControlBounds("G2", "power.limit", 1, 2, TunableUnit.MILLIWATTS)),
                false,
                new OutsideConfig(1_000, 2)));

    assertThat(SetupText.read(SetupText.write(setup))).isEqualTo(setup);
    assertThatThrownBy(() -> SetupText.read(SetupText.write(setup) + "controls * a 1 2 -\n"))
        .hasMessageContaining("line 8 must be 'control'");
  }

  private static FrameInput in(ByteBuffer frame, FrameKind kind) throws Exception {
    assertThat(frame.getInt()).as("its length").isEqualTo(frame.remaining());
    var in = new FrameInput(frame);
    assertThat(in.choice(FrameKind.values())).isEqualTo(kind);
    return in;
  }

  /** Kind and fields of a frame. */
  private static byte[] bytes(ByteBuffer frame) {
    byte[] bytes = new byte[frame.remaining() - Integer.BYTES];
    frame.position(Integer.BYTES).get(bytes);
    return bytes;
  }
}
