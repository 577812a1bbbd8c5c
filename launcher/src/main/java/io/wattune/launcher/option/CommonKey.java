package io.wattune.launcher.option;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A key that gives this option its value in every part that has it, so that a cluster's file says
 * it once. The part's own key, where it is given, counts before it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface CommonKey {
  /** The key, for example {@code kafka.bootstrap}. */
  String value();
}
