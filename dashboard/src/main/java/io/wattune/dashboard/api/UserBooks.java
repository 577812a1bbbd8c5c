package io.wattune.dashboard.api;

import io.wattune.core.ledger.Book;
import io.wattune.store.history.NamedEnergy;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Energy by user, each device's from one book: books divide the same energy in different ways, and
 * what a job took would count once more with its processes. It is the outermost book of the device
 * that names a user; where none does, the outermost one that it has.
 *
 * @param sums by device and user
 * @param books the names of the books that they are from; the job's where there are none
 */
record UserBooks(List<NamedEnergy> sums, String books) {
  /** Books in which activities compete, the outermost first. */
  static final List<Book> ALL = List.of(Book.JOB, Book.PROCESS, Book.KERNEL, Book.REQUEST);

  UserBooks {
    sums = List.copyOf(sums);
  }

  /** Of what each book has, by device and user. */
  static UserBooks of(EnumMap<Book, List<NamedEnergy>> all) {
    Map<String, Book> bookOf = new HashMap<>();
    all.forEach(
        (book, sums) ->
            sums.stream()
                .filter(each -> !each.name().isEmpty())
                .forEach(each -> bookOf.putIfAbsent(each.device(), book)));
    all.forEach((book, sums) -> sums.forEach(each -> bookOf.putIfAbsent(each.device(), book)));
    List<NamedEnergy> chosen = new ArrayList<>();
    all.forEach(
        (book, sums) ->
            sums.stream().filter(each -> bookOf.get(each.device()) == book).forEach(chosen::add));
    Set<Book> used = EnumSet.noneOf(Book.class);
    used.addAll(bookOf.values());
    if (used.isEmpty()) {
      used.add(Book.JOB);
    }
    return new UserBooks(chosen, used.stream().map(Book::label).collect(Collectors.joining(", ")));
  }
}
