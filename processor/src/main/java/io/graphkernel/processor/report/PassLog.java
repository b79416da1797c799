package io.graphkernel.processor.report;

import io.graphkernel.graph.Node;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.option.LogLevel;
import io.graphkernel.processor.pass.fusion.UnfusedEdge;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Log lines of MindSpore about its passes, which its documentation refers to. */
public final class PassLog {

    /**
     * Log line.
     *
     * @param level minimum level of the log
     * @param text the documented text
     */
    public record Line(LogLevel level, String text) {

        /**
         * Returns the line as displayed on a console.
         *
         * @param method method that the line is about
         * @return line, for example {@code [INFO] GRAPH_KERNEL(myNet): graph kernel pass … is disabled.}
         */
        public String onConsole(String method) {
            return "[" + level + "] GRAPH_KERNEL(" + method + "): " + text;
        }
    }

    private PassLog() {}

    /**
     * Returns the lines about one method.
     *
     * @param flags the method's flags
     * @param result result of the passes
     * @return lines in order of events
     */
    public static List<Line> lines(FlagValues flags, PassPipeline.Result result) {
        List<Line> lines = new ArrayList<>();
        info(lines, "graph_kernel_flags = \"" + flags.text() + "\", all flags: " + flags.json());
        info(lines, "graph kernel passes: " + switchable(result) + ".");
        for (PassPipeline.Step step : result.steps()) {
            String pass = "graph kernel pass " + step.fullName();
            if (!step.enabled()) {
                info(lines, pass + " is disabled.");
                continue;
            }
            info(lines, pass + " is enabled.");
            step.notes().forEach(note -> info(lines, note));
            info(lines, "Run " + pass + " in " + hundredths(step.microseconds()) + " us");
            if (step.changed()) {
                info(lines, pass + " changed.");
            }
        }
        result.unfused().forEach(edge -> lines.add(new Line(LogLevel.DEBUG, line(edge))));
        return lines;
    }

    private static void info(List<Line> lines, String text) {
        lines.add(new Line(LogLevel.INFO, text));
    }

    /** Lists the passes that {@code --enable_pass} and {@code --disable_pass} accept. */
    private static String switchable(PassPipeline.Result result) {
        Set<String> known = PassPipeline.switchable();
        return result.steps().stream()
                .map(PassPipeline.Step::pass)
                .filter(known::contains)
                .distinct()
                .collect(Collectors.joining(","));
    }

    private static String line(UnfusedEdge edge) {
        return "Not fused: " + place(edge.producer()) + " and " + place(edge.consumer()) + ": " + edge.reason();
    }

    private static String place(Node node) {
        return node.origin().line() == 0 ? node.op() : node.op() + " of " + node.origin();
    }

    private static String hundredths(double microseconds) {
        long hundredths = Math.round(microseconds * 100);
        return hundredths / 100 + "." + (hundredths % 100 < 10 ? "0" : "") + hundredths % 100;
    }
}
