package io.wattune.replay.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.TreeMap;

/** {@code provenance.json}: what a report was made of and by. */
final class ProvenanceJson {
  private ProvenanceJson() {}

  static ObjectNode of(ReplayResult result) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    ArrayNode command = root.putArray("command");
    result.command().forEach(command::add);
    ArrayNode inputs = root.putArray("inputs");
    for (InputFile input : result.inputs()) {
      inputs
          .addObject()
          .put("role", input.role())
          .put("name", input.name())
          .put("sha256", input.sha256());
    }
    ObjectNode versions = root.putObject("versions");
    new TreeMap<>(result.versions()).forEach(versions::put);
    return root;
  }
}
