package io.wattune.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.schemas.avro.SignalUnit;
import io.wattune.testkit.Repository;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.avro.Schema;
import org.apache.parquet.schema.Type;
import org.junit.jupiter.api.Test;

/** The page of the format says what the code writes. */
class ArchivePageTest {
  private static final Path PAGE = Repository.root().resolve("docs/reference/archive.md");

  private static final Pattern NAME = Pattern.compile("`(\\w+)`");

  @Test
  void everyColumnOfReadingsAndPowerHasItsRowInItsOrder() throws Exception {
    assertRows("## 3. Readings", ReadingShape.SCHEMA.getFields());
    assertRows("## 4. Power", PowerShape.SCHEMA.getFields());
  }

  private static void assertRows(String section, List<Type> columns) throws Exception {
    List<String> rows = section(section).lines().filter(line -> line.startsWith("| `")).toList();

    assertThat(rows).hasSameSizeAs(columns);
    for (int i = 0; i < columns.size(); i++) {
      Type column = columns.get(i);
      assertThat(rows.get(i)).startsWith("| `" + column.getName() + "` | " + type(column) + " |");
    }
  }

  @Test
  void everyUnitIsNamed() throws Exception {
    String section = section("## 3. Readings");
    for (SignalUnit unit : SignalUnit.values()) {
      if (unit != SignalUnit.UNKNOWN) {
        assertThat(section).contains("`" + unit + "`");
      }
    }
  }

  @Test
  void everyColumnOfTheOtherTopicsIsNamed() throws Exception {
    String section = section("## 5. The other topics");
    Schema row = RecordShape.row(UnreadableRow.SCHEMA);
    for (Schema.Field field : row.getFields()) {
      assertThat(section).contains("| `" + field.name() + "` |");
    }
    for (Schema.Field field : UnreadableRow.SCHEMA.getFields()) {
      assertThat(section).contains("`" + field.name() + "`");
    }
  }

  /** As Jackson writes the records: each component is a field. */
  @Test
  void everyFieldOfTheManifestIsNamedAndNoOther() throws Exception {
    Set<String> named = names(section("## 2. The manifest"));
    Set<String> written = new TreeSet<>();
    for (Class<?> type :
        List.of(
            ArchiveCommit.class,
            ArchiveFile.class,
            ArchiveFile.Span.class,
            OffsetRange.class,
            LostRange.class,
            SourcePartition.class)) {
      Arrays.stream(type.getRecordComponents()).map(RecordComponent::getName).forEach(written::add);
    }

    assertThat(named).containsAll(written);
    named.removeAll(written);
    assertThat(named).as("names that are no field").isEmpty();
    Set<String> whole = names(section("## 1. The folder"));
    Arrays.stream(ArchiveHeader.class.getRecordComponents())
        .forEach(component -> assertThat(whole).contains(component.getName()));
  }

  @Test
  void versionsTopicsAndFooterKeysAreNamed() throws Exception {
    String page = Files.readString(PAGE);

    assertThat(page).contains("layout " + ArchiveFormat.LAYOUT);
    ArchiveFormat.TOPICS.forEach(topic -> assertThat(page).contains("`" + topic.label() + "`"));
    for (String key :
        List.of(
            FileWriter.LAYOUT_KEY,
            FileWriter.KIND_KEY,
            FileWriter.SCHEMA_KEY,
            RecordRows.ROW_SCHEMA,
            "wattune.columns",
            ArchiveFormat.HEADER,
            ArchiveFormat.UNREADABLE)) {
      assertThat(page).contains("`" + key + "`");
    }
  }

  private static String type(Type column) {
    String name = column.asPrimitiveType().getPrimitiveTypeName().name().toLowerCase(Locale.ROOT);
    String type = name.equals("binary") ? "string" : name;
    return column.isRepetition(Type.Repetition.OPTIONAL) ? type + ", or null" : type;
  }

  private static Set<String> names(String text) {
    Set<String> names = new TreeSet<>();
    Matcher found = NAME.matcher(text);
    while (found.find()) {
      names.add(found.group(1));
    }
    return names;
  }

  private static String section(String title) throws Exception {
    String page = Files.readString(PAGE);
    int from = page.indexOf(title + "\n");
    assertThat(from).as(title).isNotNegative();
    int next = page.indexOf("\n## ", from + 1);
    return page.substring(from, next < 0 ? page.length() : next);
  }
}
