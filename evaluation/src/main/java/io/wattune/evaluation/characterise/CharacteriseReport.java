package io.wattune.evaluation.characterise;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.report.Decimals;
import io.wattune.report.ReportJson;
import io.wattune.report.ReportTable;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Figures, and constants where they were fitted, as text and as JSON. */
public final class CharacteriseReport {
  private CharacteriseReport() {}

  private static final ReportTable<CardFigure> FIGURES =
      new ReportTable<CardFigure>()
          .field("key", CardFigure::key)
          .words("", "place", CardFigure::place)
          .words("", "quantity", CardFigure::quantity)
          .figures("paper", each -> each.paper() == null ? "-" : fixed(each, each.paper()))
          .field("paper", CardFigure::paper)
          .figures("model", each -> fixed(each, each.model()))
          .field("model", CardFigure::model)
          .words("allowed", each -> fixed(each, each.low()) + " to " + fixed(each, each.high()))
          .field("low", CardFigure::low)
          .field("high", CardFigure::high)
          .words("", each -> each.isMet() ? "met" : "NOT MET")
          .field("met", CardFigure::isMet)
          .words("", each -> each.isFitted() ? "fitted" : "")
          .field("fitted", CardFigure::isFitted)
          .words("", "remark", CardFigure::remark);

  private static final ReportTable<CardFit.Fitted> CONSTANTS =
      new ReportTable<CardFit.Fitted>()
          .words("", "key", CardFit.Fitted::key)
          .figures("prior range", each -> each.low() + " to " + each.high())
          .field("priorLow", CardFit.Fitted::low)
          .field("priorHigh", CardFit.Fitted::high)
          .figures("fitted", each -> Decimals.withError(each.value(), each.error()))
          .field("value", CardFit.Fitted::value)
          .field("error", CardFit.Fitted::error);

  public static String text(List<CardFigure> figures, CardFit.@Nullable Result fit) {
    var out = new StringBuilder("The model of the HD7970, and Paul et al. 2015\n\n");
    FIGURES.appendTo(out, figures);
    if (fit != null) {
      append(out, fit);
    }
    return out.toString();
  }

  private static String fixed(CardFigure figure, double value) {
    return Decimals.fixed(value, digits(figure));
  }

  /** Enough digits to distinguish the bounds from the values. */
  private static int digits(CardFigure figure) {
    if (Math.abs(figure.model()) >= 20) {
      return 0;
    }
    return figure.high() - figure.low() < 0.1 ? 3 : 2;
  }

  private static void append(StringBuilder out, CardFit.Result fit) {
    out.append("\nFitted constants\n\n");
    CONSTANTS.appendTo(out, fit.constants());
    out.append("\nHalf the sum of squares is ")
        .append(Decimals.fixed(fit.cost(), 3))
        .append("; starts agree within ")
        .append(String.format(Locale.ROOT, "%.0e", fit.spread()))
        .append(" standard deviations of a prior.\n");
  }

  public static String json(List<CardFigure> figures, CardFit.@Nullable Result fit) {
    ObjectNode root = ReportJson.object();
    root.put("met", figures.stream().allMatch(CardFigure::isMet));
    FIGURES.addTo(root.putArray("figures"), figures);
    if (fit != null) {
      root.put("cost", fit.cost());
      root.put("spread", fit.spread());
      CONSTANTS.addTo(root.putArray("constants"), fit.constants());
    }
    return ReportJson.pretty(root);
  }
}
