package io.wattune.dashboard.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An answer as a table.
 *
 * @param name of the file, without its end
 * @param columns headings, with units
 * @param rows one value for each column; null where there is none
 */
record Table(String name, List<String> columns, List<List<@Nullable Object>> rows) {}
