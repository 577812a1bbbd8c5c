package io.wattune.dashboard.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PagePlacesTest {
  private final List<String> ended = new ArrayList<>();

  @Test
  void oneAloneMayHaveAllOfThemAndNoMore() {
    var places = new PagePlaces(4);
    List<PagePlaces.Page> pages = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      pages.add(take(places, "ada"));
    }
    assertThat(take(places, "ada")).isNull();

    pages.get(2).close();
    pages.get(2).close();
    assertThat(take(places, "ada")).isNotNull();
    assertThat(take(places, "ada")).isNull();
    assertThat(ended).isEmpty();
  }

  @Test
  void whoHasTheMostGivesWayToWhoHasFewer() {
    var places = new PagePlaces(4);
    PagePlaces.Page first = take(places, "greedy");
    for (int i = 1; i < 4; i++) {
      assertThat(take(places, "greedy")).isNotNull();
    }

    PagePlaces.Page adas = take(places, "ada");
    assertThat(adas).isNotNull();
    assertThat(first.isGone()).isTrue();
    assertThat(ended).containsExactly("greedy");
    assertThat(take(places, "ada")).as("2 and 2").isNotNull();
    assertThat(take(places, "ada")).as("would have more than the other").isNull();
    assertThat(take(places, "greedy")).isNull();
    assertThat(take(places, "bob")).as("one of two gives way").isNotNull();
    assertThat(ended).hasSize(3);

    first.close();
    assertThat(take(places, "greedy")).as("a place that was given away frees none").isNull();
  }

  @Test
  void neverMoreThanThereAre() {
    var places = new PagePlaces(8);
    var random = new Random(7);
    List<PagePlaces.Page> pages = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      if (random.nextInt(3) == 0 && !pages.isEmpty()) {
        pages.remove(random.nextInt(pages.size())).close();
      } else {
        PagePlaces.Page page = take(places, "user" + random.nextInt(5));
        if (page != null) {
          pages.add(page);
        }
      }
      pages.removeIf(PagePlaces.Page::isGone);
      assertThat(pages).hasSizeLessThanOrEqualTo(8);
    }
    pages.forEach(PagePlaces.Page::close);
    for (int i = 0; i < 8; i++) {
      assertThat(take(places, "ada")).as("all are free again").isNotNull();
    }
  }

  private PagePlaces.Page take(PagePlaces places, String caller) {
    return places.take(caller, () -> ended.add(caller));
  }
}
