package io.wattune.sinks.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.embedded.store.EmbeddedStore;
import io.wattune.store.address.StoreAddress;
import io.wattune.store.history.History;
import io.wattune.store.history.HistoryException;
import io.wattune.store.history.TimeRange;
import io.wattune.store.questdb.QuestDbTables;
import io.wattune.store.questdb.SqlClient;
import java.net.URI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract on the embedded store: SQL. */
@Tag("long")
class EmbeddedStoreHistoryTest extends HistoryContract {
  private static EmbeddedStore store;

  @BeforeAll
  static void start() throws Exception {
    store = EmbeddedStore.startTemporary();
    new QuestDbTables(new SqlClient(store.address())).create();
  }

  @AfterAll
  static void stop() {
    store.close();
  }

  @Override
  StoreAddress store() {
    return store.address();
  }

  @Test
  void aStoreThatDoesNotAnswerSaysSo() {
    try (History history = History.of(StoreAddress.questDb(URI.create("http://127.0.0.1:1")))) {
      assertThatThrownBy(() -> history.power("d", new TimeRange(0, 1000), 1))
          .isInstanceOf(HistoryException.class)
          .hasMessageContaining("the store does not answer");
    }
    assertThat(store.port()).isPositive();
  }
}
