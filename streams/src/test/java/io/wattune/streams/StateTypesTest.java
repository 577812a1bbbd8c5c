package io.wattune.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.component.ComponentState;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ring.RingChunk;
import io.wattune.core.sensitivity.SensitivityState;
import io.wattune.streams.kafka.InboundRecord;
import io.wattune.streams.kafka.OutboundRecord;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.GenericTypeInfo;
import org.apache.flink.api.java.typeutils.ListTypeInfo;
import org.apache.flink.api.java.typeutils.MapTypeInfo;
import org.apache.flink.api.java.typeutils.PojoTypeInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kryo can neither be read by a later release nor be trusted with hostile bytes. */
class StateTypesTest {

  @ParameterizedTest
  @ValueSource(
      classes = {
        DeviceState.class,
        RingChunk.class,
        SensitivityState.class,
        ComponentState.class,
        InboundRecord.class,
        OutboundRecord.class
      })
  void travelsAndIsKeptWithoutKryo(Class<?> type) {
    TypeInformation<?> info = TypeInformation.of(type);

    assertThat(info).isInstanceOf(PojoTypeInfo.class);
    assertThat(generic(info)).isEmpty();
  }

  @Test
  void findsAFieldThatWouldFallBackToKryo() {
    assertThat(generic(TypeInformation.of(WithObject.class))).isNotEmpty();
  }

  /** A type that Flink can only give to Kryo. */
  public static final class WithObject {
    public Object anything = "";

    public WithObject() {}
  }

  private static List<TypeInformation<?>> generic(TypeInformation<?> info) {
    List<TypeInformation<?>> found = new ArrayList<>();
    if (info instanceof GenericTypeInfo<?>) {
      found.add(info);
    } else if (info instanceof PojoTypeInfo<?> pojo) {
      for (int i = 0; i < pojo.getArity(); i++) {
        found.addAll(generic(pojo.getPojoFieldAt(i).getTypeInformation()));
      }
    } else if (info instanceof ListTypeInfo<?> list) {
      found.addAll(generic(list.getElementTypeInfo()));
    } else if (info instanceof MapTypeInfo<?, ?> map) {
      found.addAll(generic(map.getKeyTypeInfo()));
      found.addAll(generic(map.getValueTypeInfo()));
    }
    return found;
  }
}
