package io.wattune.launcher.acls;

import io.wattune.kafka.KafkaTrouble;
import io.wattune.kafka.rights.PartRights;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.option.BrokerOption;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.topics.Namespace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wattune acls}: who may do what at the brokers. */
@Command(
    name = "acls",
    sortOptions = false,
    description = {
      "Prints Kafka's access rules for all parts, as arguments of kafka-acls.sh, or applies them."
          + " Each part has a user of its own, PREFIX and the part's name; agent and writer have"
          + " one for each node, with the node's name behind. Nothing is removed."
    },
    exitCodeList = {
      "0:done",
      "1:no broker answers, or it did not take the rules",
      "2:wrong arguments"
    })
@CommandLineOnly
public final class AclsCommand extends Subcommand {
  @Option(
      names = "--principal-prefix",
      paramLabel = "PREFIX",
      required = true,
      description = "what all users' names begin with, such as User:wattune-")
  private String prefix = "";

  @Option(
      names = "--node",
      paramLabel = "NAME",
      split = ",",
      description = "a node, by the name in its file; several with commas, or the option again")
  private List<String> nodes = new ArrayList<>();

  @Option(names = "--apply", description = "apply the rules in place of printing them")
  private boolean isApplied;

  @Mixin private BrokerOption broker = new BrokerOption();

  @Override
  public Integer call() throws EngineException {
    if (prefix.indexOf(':') < 1) {
      throw EngineException.wrongInput(
          "--principal-prefix must begin with the kind of principal, as in User:wattune-, was '"
              + prefix
              + "'");
    }
    List<AclBinding> rules = rules(Namespace.live(), prefix, nodes);
    if (isApplied) {
      apply(rules);
      print(rules.size() + " rules are in force");
    } else {
      lines(rules).forEach(line -> print(line));
    }
    return ExitCode.DONE;
  }

  /** What all parts of a cluster are allowed. */
  static List<AclBinding> rules(Namespace namespace, String prefix, List<String> nodes) {
    List<AclBinding> rules = new ArrayList<>();
    for (PartRights part : PartRights.values()) {
      if (part.isOnNodes()) {
        nodes.forEach(node -> rules.addAll(part.of(namespace, prefix + part.label() + "-" + node)));
      } else {
        rules.addAll(part.of(namespace, prefix + part.label()));
      }
    }
    return rules;
  }

  private void apply(List<AclBinding> rules) throws EngineException {
    try (Admin admin = broker.connect()) {
      admin.createAcls(rules).all().get();
    } catch (ExecutionException e) {
      throw EngineException.failed("the broker did not take the rules: " + KafkaTrouble.line(e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw EngineException.failed("interrupted", e);
    }
  }

  /** One line for each principal and resource. */
  private static List<String> lines(List<AclBinding> rules) {
    Map<String, String> lines = new LinkedHashMap<>();
    for (AclBinding rule : rules) {
      String operation = "--operation " + words(rule.entry().operation().name());
      lines.merge(
          "--add --allow-principal '" + rule.entry().principal() + "' " + resource(rule.pattern()),
          operation,
          (one, other) -> one + " " + other);
    }
    return lines.entrySet().stream().map(each -> each.getKey() + " " + each.getValue()).toList();
  }

  private static String resource(ResourcePattern pattern) {
    String type =
        pattern.resourceType() == ResourceType.TRANSACTIONAL_ID
            ? "--transactional-id"
            : "--" + pattern.resourceType().name().toLowerCase(Locale.ROOT);
    String kind =
        pattern.patternType() == PatternType.PREFIXED ? " --resource-pattern-type prefixed" : "";
    return type + " '" + pattern.name() + "'" + kind;
  }

  /** {@code DescribeConfigs} for {@code DESCRIBE_CONFIGS}. */
  private static String words(String name) {
    return List.of(name.split("_", -1)).stream()
        .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
        .collect(Collectors.joining());
  }
}
