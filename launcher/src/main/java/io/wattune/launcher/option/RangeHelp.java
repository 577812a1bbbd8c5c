package io.wattune.launcher.option;

import java.util.Optional;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Help.IOptionRenderer;
import picocli.CommandLine.Help.IParamLabelRenderer;
import picocli.CommandLine.IHelpFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Help that says an option's range behind its description. */
public final class RangeHelp implements IHelpFactory {

  @Override
  public Help create(CommandSpec command, ColorScheme colors) {
    return new Help(command, colors) {
      @Override
      public IOptionRenderer createDefaultOptionRenderer() {
        IOptionRenderer plain = super.createDefaultOptionRenderer();
        return (option, labels, scheme) -> withRange(plain, option, labels, scheme);
      }
    };
  }

  private static Text[][] withRange(
      IOptionRenderer plain, OptionSpec option, IParamLabelRenderer labels, ColorScheme scheme) {
    Text[][] rows = plain.render(option, labels, scheme);
    Optional<String> range = Range.of(option).map(Range::words);
    if (range.isPresent()) {
      Text[] last = rows[rows.length - 1];
      last[last.length - 1] = last[last.length - 1].concat("; range: " + range.get());
    }
    return rows;
  }
}
