package io.wattune.archive;

import io.wattune.archive.ArchiveFinding.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Looks for holes and doubles in the numbers that agents give to their blocks. An agent that starts
 * again begins at 0.
 */
final class BlockCheck {
  private record Place(long commit, int partition, long offset, long sequence) {}

  private final Map<String, List<Place>> devices = new TreeMap<>();

  void accept(long commit, PlacedBlock placed) {
    devices
        .computeIfAbsent(placed.block().getDevice(), device -> new ArrayList<>())
        .add(new Place(commit, placed.partition(), placed.offset(), placed.block().getSequence()));
  }

  List<ArchiveFinding> findings() {
    List<ArchiveFinding> findings = new ArrayList<>();
    devices.forEach((device, places) -> device(device, places, findings));
    return findings;
  }

  private static void device(String device, List<Place> places, List<ArchiveFinding> findings) {
    places.sort(
        Comparator.comparingLong(Place::commit)
            .thenComparingInt(Place::partition)
            .thenComparingLong(Place::offset));
    long missing = 0;
    long doubles = 0;
    long newest = -1;
    for (Place place : places) {
      if (place.sequence() == 0 && newest != 0) {
        newest = -1; // The agent has started again.
      }
      if (place.sequence() <= newest) {
        doubles++;
      } else {
        missing += place.sequence() - newest - 1;
        newest = place.sequence();
      }
    }
    if (missing > 0) {
      findings.add(
          new ArchiveFinding(
              Kind.BLOCK_GAP,
              "%s blocks of device %s are missing; they never came, or came before the archive began"
                  .formatted(missing, device)));
    }
    if (doubles > 0) {
      findings.add(
          new ArchiveFinding(
              Kind.BLOCK_DOUBLE,
              "device " + device + " sent " + doubles + " blocks again; the ledger drops them"));
    }
  }
}
