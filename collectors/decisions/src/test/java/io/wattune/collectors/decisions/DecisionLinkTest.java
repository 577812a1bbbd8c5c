package io.wattune.collectors.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.topics.Namespace;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DecisionLinkTest {
  private static final KafkaAccess NOBODY = KafkaAccess.of("127.0.0.1:1");

  @Test
  void goesOnAfterAnExceptionThatNobodyForesaw() throws Exception {
    var opened = new CountDownLatch(3);
    ActuationSender sender = ActuationSender.open(NOBODY, Namespace.live());
    var link =
        new DecisionLink(
            Namespace.live(),
            List.of(),
            sender,
            () -> {
              opened.countDown();
              throw new ClassCastException("a defect");
            },
            () -> "cluster");

    link.start();

    assertThat(opened.await(30, TimeUnit.SECONDS)).as("tried again").isTrue();
    assertThat(link.isReading()).isFalse();
    link.close();
    sender.close();
  }
}
