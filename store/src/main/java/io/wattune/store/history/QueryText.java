package io.wattune.store.history;

import io.wattune.core.Quality;
import io.wattune.store.catalogue.PointCatalogue;
import java.util.List;
import java.util.Map;

/** Puts the catalogue's names into the text of a question: {@code {power}} and the like. */
final class QueryText {
  /** Names in braces, and what they stand for; those that contain others come first. */
  private static final List<Map.Entry<String, String>> NAMES =
      List.of(
          Map.entry("{powers}", PointCatalogue.POWER.name()),
          Map.entry("{energies}", PointCatalogue.ENERGY.name()),
          Map.entry("{fleets}", PointCatalogue.FLEET.name()),
          Map.entry("{scope}", PointCatalogue.SCOPE.name()),
          Map.entry("{name}", PointCatalogue.NAME.name()),
          Map.entry("{sum}", PointCatalogue.POWER_WATTS.name()),
          Map.entry("{raw}", PointCatalogue.RAW_POWER_WATTS.name()),
          Map.entry("{activityId}", PointCatalogue.ACTIVITY_ID.name()),
          Map.entry("{activityName}", PointCatalogue.ACTIVITY_NAME.name()),
          Map.entry("{userName}", PointCatalogue.USER_NAME.name()),
          Map.entry("{parentId}", PointCatalogue.PARENT_ID.name()),
          Map.entry("{labels}", PointCatalogue.LABELS.name()),
          Map.entry("{startNanos}", PointCatalogue.START_NANOS.name()),
          Map.entry("{seconds}", PointCatalogue.DURATION_SECONDS.name()),
          Map.entry("{device}", PointCatalogue.DEVICE.name()),
          Map.entry("{book}", PointCatalogue.BOOK.name()),
          Map.entry("{power}", PointCatalogue.TRUE_POWER_WATTS.name()),
          Map.entry("{error}", PointCatalogue.ERROR_WATTS.name()),
          Map.entry("{quality}", PointCatalogue.QUALITY_CODE.name()),
          Map.entry("{joules}", PointCatalogue.ENERGY_JOULES.name()),
          Map.entry("{joulesError}", PointCatalogue.ERROR_JOULES.name()),
          Map.entry("{scaleError}", PointCatalogue.SCALE_ERROR_JOULES.name()),
          // From this quality on a sample has no true power.
          Map.entry("{gap}", Byte.toString(Quality.GAP.code())));

  private QueryText() {}

  /** The text with all names put in. Text from outside must not go through here. */
  static String fill(String template) {
    String filled = template;
    for (Map.Entry<String, String> name : NAMES) {
      filled = filled.replace(name.getKey(), name.getValue());
    }
    return filled;
  }
}
