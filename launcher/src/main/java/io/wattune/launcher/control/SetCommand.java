package io.wattune.launcher.control;

import io.wattune.core.decision.Hold;
import io.wattune.core.decision.HoldScope;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.status.WishedSettings;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Quantity;
import io.wattune.kafka.OrderSender;
import io.wattune.kafka.fleet.FleetReader;
import io.wattune.kafka.fleet.OrderAnswer;
import io.wattune.kafka.fleet.OrderAnswers;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.option.BrokerOption;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.launcher.option.Converters;
import io.wattune.report.status.StatusText;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.signature.KeyFile;
import io.wattune.schemas.signature.SigningKey;
import io.wattune.schemas.topics.Namespace;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wattune set}: holds a device at settings that a person names. */
@Command(
    name = "set",
    sortOptions = false,
    description = {
      "Sets a device by hand for a time: the controller then decides for these settings and nothing"
          + " else, under the same signatures, bounds, leases and restore as ever, and its policy"
          + " learns nothing from it. Tunables that are not named keep the device's own settings."
          + " Waits for the node's answer; what is refused, or not answered, is withdrawn. wattune"
          + " release ends it before its time."
    },
    exitCodeList = {
      "0:done: the device has read these values back",
      "1:refused, or nobody answered; nothing is left in force",
      "2:wrong arguments, or a device, tunable or unit that is not known"
    })
@CommandLineOnly
public final class SetCommand extends Subcommand {
  private static final Duration LONGEST = Duration.ofSeconds(Hold.LONGEST_SET_SECONDS);

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      required = true,
      description = "the device, by its id")
  private String device = "";

  @Parameters(
      paramLabel = "TUNABLE=VALUE",
      arity = "1..*",
      description =
          "what to set, with its unit: core.clock=1200MHz, power.limit=250W; wattune status and"
              + " wattune agent --list show what a device has")
  private List<String> settings = List.of();

  @Option(
      names = "--for",
      paramLabel = "DURATION",
      converter = Converters.Span.class,
      description =
          "how long, like 90s, 30m, 1h or 2d, at most 7d; must be given, since what was set by hand"
              + " and forgotten would stay")
  private @Nullable Duration duration;

  @Option(names = "--why", paramLabel = "TEXT", description = "why, for those who find it later")
  private String why = "";

  @Option(
      names = "--by",
      paramLabel = "USER",
      description = "who orders it; default: the user of this process")
  private @Nullable String by;

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description =
          "the key that signs the order, as wattune keys new makes it; needed where the node's file"
              + " has tuning.keys, and must be one of these; default: none")
  private @Nullable Path keyFile;

  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      defaultValue = "20s",
      converter = Converters.Span.class,
      description = "how long controller and node have to answer; default: 20s")
  private Duration patience = Duration.ofSeconds(20);

  @Mixin private BrokerOption broker = new BrokerOption();

  @Override
  public Integer call() throws EngineException {
    Duration lasts = lasts();
    SigningKey key = key();
    broker.requireAnswer();
    Namespace namespace = Namespace.live();
    DeviceDescriptor descriptor =
        KnownNames.device(new FleetReader(broker.access(), namespace).namesAndHolds(), device);
    Configuration wished = wished(descriptor);
    Hold order =
        Hold.ordered(
                "set-" + device,
                HoldScope.DEVICE,
                device,
                System.currentTimeMillis() * 1_000_000,
                OptionalLong.of(lasts.toNanos()),
                by == null ? System.getProperty("user.name", "unknown") : by,
                why)
            .at(wished);
    OrderAnswer answer;
    try (var answers = OrderAnswers.open(broker.access(), namespace, order)) {
      send(order, key);
      answer = answers.await(patience);
    }
    if (!answer.isApplied()) {
      send(order.released(), key);
      throw EngineException.failed(
          answer.text() + "; the order is withdrawn, and with it any earlier one of this device");
    }
    print(
        order.holdId()
            + ": "
            + device
            + " is at "
            + answer.text()
            + " until "
            + StatusText.until(order, ZoneId.systemDefault())
            + "; wattune release --device "
            + device
            + " ends it before");
    return ExitCode.DONE;
  }

  private Configuration wished(DeviceDescriptor descriptor) throws EngineException {
    try {
      return WishedSettings.parse(settings, descriptor);
    } catch (IllegalArgumentException e) {
      throw EngineException.wrongInput(String.valueOf(e.getMessage()));
    }
  }

  private Duration lasts() throws EngineException {
    Duration lasts = duration;
    if (lasts == null || lasts.compareTo(LONGEST) > 0 || lasts.isZero() || lasts.isNegative()) {
      throw EngineException.wrongInput(
          "set needs --for DURATION, above 0 and at most "
              + LONGEST.toDays()
              + "d: what was set by hand and forgotten would stay");
    }
    return lasts;
  }

  private @Nullable SigningKey key() throws EngineException {
    Path file = keyFile;
    try {
      return file == null ? null : KeyFile.read(file);
    } catch (EngineException e) {
      throw EngineException.wrongInput("--key: " + e.getMessage());
    }
  }

  private void send(Hold hold, @Nullable SigningKey key) throws EngineException {
    try {
      new OrderSender(broker.access(), Namespace.live()).send(List.of(hold), key);
    } catch (EngineException e) {
      throw EngineException.failed(
          "the order for "
              + Quantity.text(hold.settings())
              + " may not be in force: "
              + e.getMessage(),
          e);
    }
  }
}
