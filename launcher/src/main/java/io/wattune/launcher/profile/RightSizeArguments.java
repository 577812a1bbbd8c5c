package io.wattune.launcher.profile;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.control.serving.SweptKernels;
import io.wattune.core.rightsize.KernelSweep;
import io.wattune.core.rightsize.RightSizeTable;
import io.wattune.core.rightsize.RightSizeText;
import io.wattune.kafka.OrderSender;
import io.wattune.launcher.option.Bounds;
import io.wattune.launcher.option.BrokerOption;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.signature.KeyFile;
import io.wattune.schemas.signature.SigningKey;
import io.wattune.schemas.topics.Namespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What {@code wattune profile} does with times of kernels: a right-size table. */
final class RightSizeArguments {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MOST_REPORTED = 10;

  @Option(
      names = "--kernels",
      paramLabel = "FILE",
      description =
          "make a right-size table in place of a profile: comma-separated text with the columns kernel,"
              + " kernel_size (blocks), input_size (such as the batch), units and seconds (mean of one"
              + " launch alone), and error (standard error of the seconds) where it is known; the largest"
              + " number of units is the whole device (docs/reference/right-sizes.md)")
  private @Nullable Path kernels;

  @Option(
      names = "--product",
      paramLabel = "NAME",
      description = "model of the device, as wattune status shows it, for --kernels")
  private String product = "";

  @Option(
      names = "--tolerance",
      paramLabel = "FRACTION",
      defaultValue = "0.01",
      description =
          "part by which a kernel may take longer than on the whole device, for --kernels; default:"
              + " ${DEFAULT-VALUE}")
  private double tolerance;

  @Option(
      names = "--margin",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "units above the least that are within the tolerance, for --kernels; default:"
              + " ${DEFAULT-VALUE}")
  @Bounds(lowest = "0", highest = "1024")
  private int margin;

  @Option(
      names = "--by",
      paramLabel = "USER",
      description = "who measured it, for --kernels; default: the user of this process")
  private @Nullable String by;

  @Option(
      names = "--publish",
      description =
          "send the table of --kernels to the topic right-sizes, in place of the one that is there")
  private boolean isPublished;

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description =
          "the key that signs it, as wattune keys new makes it, for --publish; needed where the nodes'"
              + " files have tuning.keys; default: none")
  private @Nullable Path keyFile;

  @Mixin private BrokerOption broker = new BrokerOption();

  /** What was made, and of what. */
  private record Made(RightSizeTable table, int measurements, List<String> quicker) {}

  /** Whether a right-size table is wanted. */
  boolean isAsked() throws EngineException {
    if (kernels == null && (isPublished || !product.isEmpty() || keyFile != null)) {
      throw EngineException.wrongInput("--product, --publish and --key are for --kernels");
    }
    return kernels != null;
  }

  /**
   * Makes it, and what to print.
   *
   * @param out where it is written, too; null for nowhere
   */
  String make(String model, @Nullable Path out, boolean json) throws EngineException {
    SigningKey key = key();
    Made made = made(model);
    if (out != null) {
      try {
        Files.writeString(out, RightSizeText.of(made.table()));
      } catch (IOException e) {
        throw EngineException.failed("cannot write '" + out + "': " + FailureWords.of(e), e);
      }
    }
    if (isPublished) {
      broker.requireAnswer();
      new OrderSender(broker.access(), Namespace.live()).send(made.table(), key);
    }
    return json ? json(made) : text(made);
  }

  private Made made(String model) throws EngineException {
    Path file = kernels;
    if (file == null || product.isBlank()) {
      throw EngineException.wrongInput(
          "--kernels needs --product, the model of the device as wattune status shows it");
    }
    if (!(tolerance >= 0 && tolerance <= 1)) {
      throw EngineException.wrongInput("--tolerance is from 0 to 1, was " + tolerance);
    }
    KernelSweep sweep = SweptKernels.read(file);
    KernelSweep.Sizes sizes = sweep.sizes(tolerance, margin);
    try {
      var table =
          new RightSizeTable(
              product,
              model,
              System.currentTimeMillis(),
              sweep.mostUnits(),
              tolerance,
              margin,
              Files.getLastModifiedTime(file).toMillis() * 1_000_000,
              by == null ? System.getProperty("user.name", "unknown") : by,
              sizes.kernels());
      return new Made(table, sweep.measurements(), sizes.quicker());
    } catch (IOException e) {
      throw EngineException.failed("cannot read '" + file + "': " + FailureWords.of(e), e);
    }
  }

  private @Nullable SigningKey key() throws EngineException {
    try {
      return keyFile == null ? null : KeyFile.read(keyFile);
    } catch (EngineException e) {
      throw EngineException.wrongInput("--key: " + e.getMessage());
    }
  }

  private static String text(Made made) {
    RightSizeTable table = made.table();
    var text =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "%s on %s: %d kernels of %d measurements; one after another they need %.0f %% of %d units",
                table.model(),
                table.product(),
                table.kernels().size(),
                made.measurements(),
                100 * table.share(),
                table.fullUnits()));
    made.quicker().stream()
        .limit(MOST_REPORTED)
        .forEach(line -> text.append("\nnote: ").append(line));
    int more = made.quicker().size() - MOST_REPORTED;
    return text.append(more > 0 ? "\nnote: and " + more + " more kernels" : "").toString();
  }

  private static String json(Made made) {
    ObjectNode node = JSON.createObjectNode();
    node.put("product", made.table().product());
    node.put("model", made.table().model());
    node.put("version", made.table().version());
    node.put("kernels", made.table().kernels().size());
    node.put("measurements", made.measurements());
    node.put("fullUnits", made.table().fullUnits());
    node.put("share", made.table().share());
    made.quicker().forEach(node.putArray("quickerWithFewerUnits")::add);
    return node.toString();
  }
}
