package io.wattune.dashboard.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Book;
import io.wattune.store.history.NamedEnergy;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UserBooksTest {
  private final EnumMap<Book, List<NamedEnergy>> all = new EnumMap<>(Book.class);

  /** Fails where a process counts beside the job that it runs in. */
  @Test
  void eachDevicesEnergyIsFromTheOutermostOfItsBooksThatNamesAUser() {
    all.put(
        Book.KERNEL,
        List.of(energy("n1/a", "eve", 30), energy("n3/c", "", 40), energy("n4/d", "", 7)));
    all.put(Book.PROCESS, List.of(energy("n1/a", "bob", 90), energy("n2/b", "bob", 20)));
    all.put(
        Book.JOB,
        List.of(
            energy("n1/a", "ada", 60),
            energy("n1/a", "", 10),
            rest("n1/a", 30),
            energy("n2/b", "", 15),
            rest("n2/b", 5),
            rest("n3/c", 40)));

    UserBooks users = UserBooks.of(all);

    assertThat(users.books()).isEqualTo("job, process, kernel");
    assertThat(users.sums())
        .extracting(NamedEnergy::device, NamedEnergy::name, NamedEnergy::energyJoules)
        .containsExactlyInAnyOrder(
            tuple("n1/a", "ada", 60.0),
            tuple("n1/a", "", 10.0),
            tuple("n1/a", "", 30.0),
            tuple("n2/b", "bob", 20.0),
            tuple("n3/c", "", 40.0),
            tuple("n4/d", "", 7.0));
    assertThat(EnergyRows.of(users.sums(), EnergyBy.USER, 167))
        .extracting(EnergyAnswer.Row::name, EnergyAnswer.Row::energyJoules)
        .containsExactly(
            tuple("ada", 60.0),
            tuple("bob", 20.0),
            tuple("without user", 17.0),
            tuple("not attributed", 70.0));
  }

  @Test
  void withoutAnyEnergyItIsTheJobs() {
    assertThat(UserBooks.of(all)).isEqualTo(new UserBooks(List.of(), "job"));
  }

  private static NamedEnergy energy(String device, String user, double joules) {
    return new NamedEnergy(device, user, false, Map.of(), 1, joules, 0, 0, 1, Quality.CORRECTED);
  }

  private static NamedEnergy rest(String device, double joules) {
    return new NamedEnergy(device, "", true, Map.of(), 1, joules, 0, 0, 60, Quality.CORRECTED);
  }
}
