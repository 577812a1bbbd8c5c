package io.wattune.collectors.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is to run and to be measured.
 *
 * @param command the command and its arguments
 * @param name of the activity; null for the command's
 * @param level of the activity
 * @param labels whose it is, beside what a job's environment says
 * @param devices on which it runs; empty for all
 * @param parent id of the activity that it is part of; null for that which it is in
 * @param variables of its environment, in addition
 * @param progress who reads its progress lines; null for nobody
 * @param isJson one line of JSON in place of text
 * @param output the line of JSON goes there, too; null for nowhere
 */
public record RunRequest(
    List<String> command,
    @Nullable String name,
    String level,
    Map<String, String> labels,
    List<String> devices,
    @Nullable String parent,
    Map<String, String> variables,
    @Nullable ProgressFormat progress,
    boolean isJson,
    @Nullable Path output) {

  /** The activity's name. */
  String shownName() {
    Path program = Path.of(command.get(0)).getFileName();
    return name != null ? name : program == null ? command.get(0) : program.toString();
  }
}
