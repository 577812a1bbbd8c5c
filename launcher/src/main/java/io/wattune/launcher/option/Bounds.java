package io.wattune.launcher.option;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The values that a numeric option or a duration may have, both ends included. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Bounds {
  /** The lowest, as it would be written. */
  String lowest();

  /** The highest, as it would be written; empty where there is no limit. */
  String highest() default "";

  /** Unit of a number, as people write it; empty where it has none, or the value carries it. */
  String unit() default "";
}
