package io.graphkernel.processor.option;

import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.Suggestions;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads the options and the environment variable. A value that is not understood is reported and ignored. */
public final class OptionParser {

    /** The environment variable that gives flags. */
    public static final String FLAGS_VARIABLE = "MS_DEV_GRAPH_KERNEL_FLAGS";

    private final SortedSet<String> platformNames;
    private final FlagParser flagParser;
    private final ProblemSink problems;

    /**
     * Makes a parser.
     *
     * @param platformNames the platforms that kernels can be built for
     * @param flagParser reads flags
     * @param problems takes what is wrong
     */
    public OptionParser(Set<String> platformNames, FlagParser flagParser, ProblemSink problems) {
        this.platformNames = new TreeSet<>(platformNames);
        this.flagParser = flagParser;
        this.problems = problems;
    }

    /**
     * Parses the options of one javac run.
     *
     * @param given values by name, also of other processors
     * @param environment the environment variables
     * @param defaultReportDir where reports go if no option says so
     * @return the options
     */
    public Options parse(Map<String, String> given, Map<String, String> environment, Path defaultReportDir) {
        for (String name : new TreeMap<>(given).keySet()) {
            if (name.startsWith(Option.PREFIX) && !Option.keys().contains(name)) {
                problems.report(Diagnostic.UNKNOWN_OPTION, name, Suggestions.advice(name, Option.keys(), "options"));
            }
        }
        return new Options(
                platforms(value(given, Option.PLATFORMS)),
                targets(value(given, Option.TARGETS)),
                flags(value(given, Option.FLAGS), environment.get(FLAGS_VARIABLE)),
                path(given, Option.CACHE_DIR),
                path(given, Option.COMPILER),
                path(given, Option.REPORT_DIR).orElse(defaultReportDir),
                truth(given, Option.VERBOSE));
    }

    /** Of {@code -Akey} without a value javac gives null, which means the empty text. */
    private static Optional<String> value(Map<String, String> given, Option option) {
        return given.containsKey(option.key())
                ? Optional.of(Optional.ofNullable(given.get(option.key())).orElse(""))
                : Optional.empty();
    }

    private List<String> platforms(Optional<String> text) {
        List<String> platforms = new ArrayList<>();
        for (String name : text.orElse("").split(",")) {
            String platform = name.strip();
            if (platformNames.contains(platform)) {
                if (!platforms.contains(platform)) {
                    platforms.add(platform);
                }
            } else if (text.isPresent()) {
                badValue(
                        Option.PLATFORMS,
                        platform,
                        "no platform has this name",
                        Suggestions.advice(platform, platformNames, "platforms"));
            }
        }
        return platforms;
    }

    private Set<Target> targets(Optional<String> text) {
        Set<Target> targets = EnumSet.noneOf(Target.class);
        for (String part : text.orElse("").split(",")) {
            String name = part.strip();
            Target.byName(name).ifPresent(targets::add);
            if (text.isPresent() && Target.byName(name).isEmpty()) {
                badValue(
                        Option.TARGETS,
                        name,
                        "no target has this name",
                        Suggestions.advice(name, Target.names(), "targets"));
            }
        }
        return targets.isEmpty() ? EnumSet.allOf(Target.class) : targets;
    }

    private Flags flags(Optional<String> option, String variable) {
        Flags fromEnvironment = variable == null
                ? Flags.DEFAULT
                : flagParser.parse(
                        variable,
                        Flags.DEFAULT,
                        (diagnostic, arguments) -> problems.report(
                                Diagnostic.ENVIRONMENT_FLAGS,
                                diagnostic.what(arguments),
                                diagnostic.because(arguments),
                                diagnostic.fix(arguments)));
        return option.map(text -> flagParser.parse(text, fromEnvironment, problems))
                .orElse(fromEnvironment);
    }

    private Optional<Path> path(Map<String, String> given, Option option) {
        Optional<String> text = value(given, option);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            if (!text.get().isBlank()) {
                return Optional.of(Path.of(text.get()).toAbsolutePath());
            }
            badValue(option, "", "it names no file", "give a path");
        } catch (InvalidPathException e) {
            badValue(option, text.get(), e.getReason(), "give a path of this machine");
        }
        return Optional.empty();
    }

    private boolean truth(Map<String, String> given, Option option) {
        String text = value(given, option).orElse("false");
        if (!Set.of("", "true", "false").contains(text)) {
            badValue(option, text, "it is a switch", "give true or false");
        }
        return text.isEmpty() || text.equals("true");
    }

    private void badValue(Option option, String value, String cause, String advice) {
        problems.report(Diagnostic.BAD_OPTION_VALUE, option.key(), value, cause, advice);
    }
}
