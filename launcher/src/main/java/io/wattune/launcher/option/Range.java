package io.wattune.launcher.option;

import java.lang.reflect.AnnotatedElement;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;

/**
 * The values that an option may have.
 *
 * @param lowest as it would be written
 * @param highest as it would be written; empty where there is no limit
 * @param unit of a number; empty where it has none
 */
public record Range(String lowest, String highest, String unit) {

  /** The range of an option; empty where any value of its type will do. */
  public static Optional<Range> of(ArgSpec option) {
    return option.userObject() instanceof AnnotatedElement annotated
        ? Optional.ofNullable(annotated.getAnnotation(Bounds.class))
            .map(bounds -> new Range(bounds.lowest(), bounds.highest(), bounds.unit()))
        : Optional.empty();
  }

  /**
   * What is wrong with a value; empty when it lies in the range.
   *
   * @param value a number or a duration; null, which is right: the option was not given
   * @param written the value as somebody wrote it
   */
  public Optional<String> problem(@Nullable Object value, String written) {
    return value == null || contains(value)
        ? Optional.empty()
        : Optional.of("must be " + rule() + ", was " + written);
  }

  private boolean contains(Object value) {
    return value instanceof Duration duration
        ? contains(duration, Range::duration)
        : contains(new BigDecimal(value.toString()), BigDecimal::new);
  }

  private <T extends Comparable<T>> boolean contains(T value, Parser<T> parser) {
    return value.compareTo(parser.parse(lowest)) >= 0
        && (highest.isEmpty() || value.compareTo(parser.parse(highest)) <= 0);
  }

  private interface Parser<T> {
    T parse(String text);
  }

  private static Duration duration(String text) {
    return new Converters.Span().convert(text);
  }

  /** The rule for a message: {@code in 1..256}, {@code at least 1 MiB}. */
  private String rule() {
    return (highest.isEmpty() ? "at least " + lowest : "in " + lowest + ".." + highest)
        + (unit.isEmpty() ? "" : " " + unit);
  }

  /** The range for help and reference: {@code 1..256}, {@code 1 MiB or more}. */
  public String words() {
    String withUnit = unit.isEmpty() ? "" : " " + unit;
    return highest.isEmpty() ? lowest + withUnit + " or more" : lowest + ".." + highest + withUnit;
  }
}
