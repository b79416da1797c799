package io.graphkernel.processor.option;

import io.graphkernel.common.abi.PlatformNames;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.Suggestions;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** Parser of the options and the environment variables. Invalid values are reported and ignored. */
public final class OptionParser {

    /** Environment variable with flags. */
    public static final String FLAGS_VARIABLE = "MS_DEV_GRAPH_KERNEL_FLAGS";

    /** Environment variable of MindSpore's {@code save_graphs}. */
    private static final String SAVE_GRAPHS_VARIABLE = "MS_DEV_SAVE_GRAPHS";

    /** Environment variable of MindSpore Lite: {@code on} writes the graph after each pass. */
    private static final String DUMP_VARIABLE = "MS_DEV_DUMP_GRAPH_KERNEL_IR";

    private static final String SAVED_GRAPHS_FORM = "a level from 0 to 3, true or false";

    /** Minimum level at which the graph after each pass is written. */
    private static final int PASS_GRAPHS = 2;

    /** Suffix of a target for which classes that cannot be compiled are skipped. */
    private static final String WHERE_POSSIBLE = "?";

    private final SortedSet<String> platformNames;
    private final SortedSet<String> instructionSetNames;
    private final SortedSet<String> targetNames;
    private final SortedMap<String, String> binaryTargets;
    private final FlagParser flagParser;
    private final ProblemSink problems;

    /**
     * Creates a parser.
     *
     * @param platformNames supported platforms
     * @param instructionSetNames supported instruction sets
     * @param targetNames supported targets, all of which are optional defaults
     * @param binaryTargets targets by the chips for which they produce binaries
     * @param flagParser parser of flags
     * @param problems receiver of problems
     */
    public OptionParser(
            Set<String> platformNames,
            Set<String> instructionSetNames,
            Set<String> targetNames,
            Map<String, String> binaryTargets,
            FlagParser flagParser,
            ProblemSink problems) {
        this.platformNames = new TreeSet<>(platformNames);
        this.instructionSetNames = new TreeSet<>(instructionSetNames);
        this.targetNames = new TreeSet<>(targetNames);
        this.binaryTargets = new TreeMap<>(binaryTargets);
        this.flagParser = flagParser;
        this.problems = problems;
    }

    /**
     * Parses the options of one javac invocation.
     *
     * @param given options by name, including those of other processors
     * @param environment the environment variables
     * @param defaultReportDir default report directory
     * @return the options
     */
    public Options parse(Map<String, String> given, Map<String, String> environment, Path defaultReportDir) {
        for (String name : new TreeMap<>(given).keySet()) {
            if (name.startsWith(Option.PREFIX) && !Option.keys().contains(name)) {
                problems.report(Diagnostic.UNKNOWN_OPTION, name, UnknownOption.advice(name, given.get(name)));
            }
        }
        Optional<String> targetList = value(given, Option.TARGETS);
        Set<String> named = targets(targetList);
        Set<String> targets = named.isEmpty() ? targetNames : named;
        return new Options(
                platforms(value(given, Option.PLATFORMS)),
                instructionSets(value(given, Option.INSTRUCTION_SETS)),
                new TargetSelection(
                        targets,
                        named.isEmpty() ? targets : optionalTargets(targetList, named),
                        !named.isEmpty(),
                        binaries(value(given, Option.BINARIES), targets)),
                flags(given, environment),
                path(given, Option.CACHE_DIR),
                path(given, Option.COMPILER),
                path(given, Option.REPORT_DIR).orElse(defaultReportDir),
                count(given, Option.INLINE_LAUNCH_LIMIT, Options.INLINE_LAUNCH_LIMIT),
                truth(given, Option.VERBOSE),
                truth(given, Option.TIMES),
                savedGraphs(value(given, Option.SAVE_GRAPHS, "true"), environment),
                logLevel(environment));
    }

    /** Returns an option. For {@code -Akey} without {@code =} javac passes null, which stands for empty text. */
    private static Optional<String> value(Map<String, String> given, Option option) {
        return value(given, option, "");
    }

    private static Optional<String> value(Map<String, String> given, Option option, String alone) {
        return given.containsKey(option.key())
                ? Optional.of(Optional.ofNullable(given.get(option.key())).orElse(alone))
                : Optional.empty();
    }

    /** Returns the distinct elements of a list, including an empty one, so that it is reported. */
    private static Set<String> names(Optional<String> text) {
        Set<String> names = new LinkedHashSet<>();
        for (String item : text.orElse("").split(",", -1)) {
            names.add(item.strip());
        }
        return names;
    }

    private List<String> platforms(Optional<String> text) {
        return known(
                Option.PLATFORMS,
                text,
                platformNames,
                "no platform has this name",
                platform -> PlatformNames.ofOtherSpelling(platform)
                        .filter(platformNames::contains)
                        .map(name -> "did you mean '" + name + "'?")
                        .orElseGet(() -> Suggestions.advice(platform, platformNames, "platforms")));
    }

    private List<String> instructionSets(Optional<String> text) {
        List<String> sets = known(
                Option.INSTRUCTION_SETS,
                text,
                instructionSetNames,
                "no instruction set has this name",
                name -> "the instruction sets are " + String.join(", ", instructionSetNames));
        return sets.stream().sorted().toList();
    }

    /** Returns the elements of a list that are known, and reports the others. */
    private List<String> known(
            Option option,
            Optional<String> text,
            SortedSet<String> allowed,
            String cause,
            UnaryOperator<String> advice) {
        List<String> known = new ArrayList<>();
        for (String name : names(text)) {
            if (allowed.contains(name)) {
                known.add(name);
            } else if (text.isPresent()) {
                badValue(option, name, cause, advice.apply(name));
            }
        }
        return known;
    }

    private Set<String> targets(Optional<String> text) {
        Set<String> targets = new TreeSet<>();
        for (String given : names(text)) {
            String name = given.endsWith(WHERE_POSSIBLE) ? given.substring(0, given.length() - 1) : given;
            if (targetNames.contains(name)) {
                targets.add(name);
            } else if (text.isPresent()) {
                badValue(
                        Option.TARGETS,
                        name,
                        "no target has this name",
                        "the targets are " + String.join(", ", targetNames));
            }
        }
        return targets;
    }

    private static Set<String> optionalTargets(Optional<String> text, Set<String> targets) {
        Set<String> optional = new TreeSet<>(targets);
        optional.removeIf(target -> !names(text).contains(target + WHERE_POSSIBLE));
        return optional;
    }

    private Set<String> binaries(Optional<String> text, Set<String> targets) {
        Set<String> binaries = new TreeSet<>();
        for (String name : text.isPresent() ? names(text) : Set.<String>of()) {
            String target = binaryTargets.get(name);
            if (target == null) {
                badValue(
                        Option.BINARIES,
                        name,
                        "no chip has this name",
                        "the chips are " + String.join(", ", binaryTargets.keySet()));
            } else if (!targets.contains(target)) {
                badValue(
                        Option.BINARIES,
                        name,
                        "it is a chip of the target " + target + ", for which nothing is compiled here",
                        "add " + target + " to -A" + Option.TARGETS.key());
            } else {
                binaries.add(name);
            }
        }
        return binaries;
    }

    /** Returns the flags by increasing precedence: environment, files named by the build, the build itself. */
    private FlagValues flags(Map<String, String> given, Map<String, String> environment) {
        FlagValues flags = FlagValues.DEFAULT;
        String variable = environment.get(FLAGS_VARIABLE);
        if (variable != null) {
            flags = flagParser.parse(variable, flags, problems.inVariable(FLAGS_VARIABLE));
        }
        Optional<String> configuration = file(given, Option.CONFIG_FILE);
        if (configuration.isPresent()) {
            String file = configuration.get();
            ProblemSink inFile = problems.in(file);
            flags = flagParser.read(FlagFile.readConfiguration(file, problems), flags, inFile);
        }
        Optional<String> switches = file(given, Option.FUSION_SWITCH_FILE);
        if (switches.isPresent()) {
            flags = flags.withSwitches(FusionSwitchFile.read(
                    switches.get(), flagParser.vocabulary().switches(), problems));
        }
        Optional<String> option = value(given, Option.FLAGS);
        return option.isPresent() ? flagParser.parse(option.get(), flags, problems) : flags;
    }

    private Optional<String> file(Map<String, String> given, Option option) {
        Optional<String> text = value(given, option);
        if (text.filter(String::isBlank).isPresent()) {
            badValue(option, "", "it names no file", "give a path");
        }
        return text.filter(name -> !name.isBlank());
    }

    private int count(Map<String, String> given, Option option, int otherwise) {
        Optional<String> text = value(given, option);
        if (text.isPresent() && !text.get().matches("[0-9]{1,9}")) {
            badValue(option, text.get(), "it is a number of launches", "give a number from 0 on");
            return otherwise;
        }
        return text.map(Integer::valueOf).orElse(otherwise);
    }

    private int savedGraphs(Optional<String> option, Map<String, String> environment) {
        int level = 0;
        String variable = environment.get(SAVE_GRAPHS_VARIABLE);
        if (variable != null) {
            level = savedGraphs(variable).orElse(0);
            if (savedGraphs(variable).isEmpty()) {
                problems.report(Diagnostic.BAD_VARIABLE, SAVE_GRAPHS_VARIABLE, variable, SAVED_GRAPHS_FORM);
            }
        }
        if (option.isPresent()) {
            level = savedGraphs(option.get()).orElse(level);
            if (savedGraphs(option.get()).isEmpty()) {
                badValue(Option.SAVE_GRAPHS, option.get(), "it is a level", "give " + SAVED_GRAPHS_FORM);
            }
        }
        String dump = environment.getOrDefault(DUMP_VARIABLE, "off");
        if (!dump.equals("on") && !dump.equals("off")) {
            problems.report(Diagnostic.BAD_VARIABLE, DUMP_VARIABLE, dump, "on or off");
        }
        return dump.equals("on") ? Math.max(level, PASS_GRAPHS) : level;
    }

    private static Optional<Integer> savedGraphs(String text) {
        return switch (text) {
            case "0", "1", "2", "3" -> Optional.of(Integer.valueOf(text));
            case "false", "False" -> Optional.of(0);
            case "true", "True" -> Optional.of(PASS_GRAPHS);
            default -> Optional.empty();
        };
    }

    private LogLevel logLevel(Map<String, String> environment) {
        String text = environment.get(LogLevel.VARIABLE);
        Optional<LogLevel> level = Optional.ofNullable(text).flatMap(LogLevel::byNumber);
        if (text != null && level.isEmpty()) {
            problems.report(Diagnostic.BAD_VARIABLE, LogLevel.VARIABLE, text, "a number from 0 to 3");
        }
        return level.orElse(LogLevel.WARNING);
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
        String text = value(given, option, "true").orElse("false");
        if (!Set.of("true", "false").contains(text)) {
            badValue(option, text, "it is a switch", "give true or false");
        }
        return text.equals("true");
    }

    private void badValue(Option option, String value, String cause, String advice) {
        problems.report(Diagnostic.BAD_OPTION_VALUE, option.key(), value, cause, advice);
    }
}
