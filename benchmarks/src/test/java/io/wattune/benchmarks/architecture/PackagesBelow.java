package io.wattune.benchmarks.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

/**
 * The packages of a module, each with all below it, and the module's own root package: ArchUnit's
 * patterns leave classes there out, so that a cycle through them would not be found.
 */
final class PackagesBelow implements SliceAssignment {
  private final String root;

  PackagesBelow(String root) {
    this.root = root;
  }

  @Override
  public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
    String name = javaClass.getPackageName();
    if (name.equals(root)) {
      return SliceIdentifier.of("root");
    }
    if (!name.startsWith(root + ".")) {
      return SliceIdentifier.ignore();
    }
    return SliceIdentifier.of(name.substring(root.length() + 1).split("\\.", 2)[0]);
  }

  @Override
  public String getDescription() {
    return "packages below " + root + " and the root itself";
  }
}
